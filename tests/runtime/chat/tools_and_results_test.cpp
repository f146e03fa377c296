// Tests of runtime/src/chat/{anthropic,gemini,ollama,openai,provider}.cpp.
#include <iam/chat/provider.hpp>

#include <catch2/catch.hpp>

namespace {

using iam::chat::Provider;
using iam::chat::results_for;
using iam::chat::tools_for;

iam::Contract echo_contract(std::string name = "echo") {
    iam::Contract contract;
    contract.id.name = std::move(name);
    contract.document = R"({"name":")" + contract.id.name +
                        R"(","description":"Says it back.","inputSchema":{"type":"object",
        "properties":{"message":{"type":"string","maxLength":9,"description":"what"},
                      "repeat":{"type":"integer","minimum":1,"maximum":3,"default":1}},
        "required":["message"],"additionalProperties":false}})";
    return contract;
}

iam::OrderedJson tools(Provider provider) {
    const iam::Contract contract = echo_contract();
    auto value = tools_for(provider, {&contract});
    REQUIRE(value);
    return *value;
}

iam::chat::ModelResponse one_call(Provider provider, const std::string& response) {
    auto read = read_response(provider, response);
    REQUIRE(read);
    REQUIRE(read->calls.size() == 1);
    return *read;
}

iam::ToolResult success(std::string result) {
    iam::ToolResult value;
    value.success = true;
    value.result = std::move(result);
    return value;
}

iam::ToolResult refusal() {
    iam::ToolResult value;
    value.code = "invalid_arguments";
    value.message = "One argument is wrong.";
    value.errors = {{"/hour", "24 is greater than 23", "integer from 0 to 23", "24"}};
    return value;
}

}  // namespace

TEST_CASE("each provider gets its own shape around the same schema") {
    const auto openai = tools(Provider::openai);
    CHECK(openai[0]["type"] == "function");
    CHECK(openai[0]["function"]["parameters"]["properties"]["repeat"]["maximum"] == 3);
    CHECK(tools(Provider::anthropic)[0]["input_schema"]["required"][0] == "message");
    CHECK(tools(Provider::gemini)[0]["functionDeclarations"][0]["parametersJsonSchema"]["type"] ==
          "object");
}

TEST_CASE("what Ollama drops of a property is said in its description") {
    const auto repeat =
        tools(Provider::ollama)[0]["function"]["parameters"]["properties"]["repeat"];
    CHECK(repeat.dump() ==
          R"json({"type":"integer","description":"(minimum 1, maximum 3, default 1)"})json");
    const auto message =
        tools(Provider::ollama)[0]["function"]["parameters"]["properties"]["message"];
    CHECK(message["description"] == "what (maxLength 9)");
}

TEST_CASE("TY12 Ollama keeps the names of an enumeration whose names have titles") {
    iam::Contract contract;
    contract.id.name = "ring";
    contract.document = R"({"name":"ring","description":"Rings.","inputSchema":{"type":"object",
        "properties":{"volume":{"type":"string","oneOf":[{"const":"low","title":"at night"},{"const":"high"}]}},
        "additionalProperties":false}})";
    const auto told = tools_for(Provider::ollama, {&contract});
    REQUIRE(told);
    const auto& volume = (*told)[0]["function"]["parameters"]["properties"]["volume"];
    CHECK(volume["enum"].dump() == R"(["low","high"])");
    CHECK(volume["description"].get<std::string>().find("at night") != std::string::npos);
    CHECK_FALSE(volume.contains("oneOf"));
}

TEST_CASE("a name that a provider refuses is an error with the way out") {
    const iam::Contract dotted = echo_contract("a.b");
    const iam::Contract digit = echo_contract("1st");
    CHECK(tools_for(Provider::openai, {&dotted}).error().message.find("rename it with .name") !=
          std::string::npos);
    CHECK(tools_for(Provider::openai, {&digit}));
    CHECK_FALSE(tools_for(Provider::gemini, {&digit}));
    const iam::Contract long_name = echo_contract(std::string(65, 'a'));
    CHECK_FALSE(tools_for(Provider::anthropic, {&long_name}));
}

TEST_CASE("results go back in the form that the response came in") {
    const auto chat = one_call(
        Provider::openai,
        R"({"choices":[{"message":{"tool_calls":[{"id":"c1","function":{"name":"echo","arguments":"{}"}}]}}]})");
    CHECK(results_for(chat, {success(R"({"id":1})")}).dump() ==
          R"([{"role":"tool","tool_call_id":"c1","content":"{\"id\":1}"}])");
    const auto responses = one_call(
        Provider::openai,
        R"({"output":[{"type":"function_call","call_id":"c1","name":"echo","arguments":"{}"}]})");
    CHECK(results_for(responses, {success("1")}).dump() ==
          R"([{"type":"function_call_output","call_id":"c1","output":"1"}])");
    const auto gemini =
        one_call(Provider::gemini,
                 R"({"candidates":[{"content":{"parts":[{"functionCall":{"name":"echo"}}]}}]})");
    CHECK(
        results_for(gemini, {success("1")}).dump() ==
        R"({"role":"user","parts":[{"functionResponse":{"name":"echo","response":{"output":1}}}]})");
    const auto ollama =
        one_call(Provider::ollama, R"({"message":{"tool_calls":[{"function":{"name":"echo"}}]}})");
    CHECK(results_for(ollama, {success("1")}).dump() ==
          R"([{"role":"tool","tool_name":"echo","content":"1"}])");
}

TEST_CASE("a refusal tells the model code, message and every error with its pointer") {
    const auto anthropic =
        one_call(Provider::anthropic,
                 R"({"content":[{"type":"tool_use","id":"t1","name":"echo","input":{}}]})");
    const auto message = results_for(anthropic, {refusal()});
    const auto& block = message["content"][0];
    CHECK(message["role"] == "user");
    CHECK(block["is_error"] == true);
    CHECK(block["tool_use_id"] == "t1");
    CHECK(
        block["content"] ==
        R"({"code":"invalid_arguments","message":"One argument is wrong.","errors":[{"pointer":"/hour","message":"24 is greater than 23","expected":"integer from 0 to 23"}]})");
}

TEST_CASE("a tool without a result answers ok") {
    iam::ToolResult done;
    done.success = true;
    CHECK(iam::chat::content_of(done) == "ok");
}

TEST_CASE("an unknown provider is refused with the known ones") {
    CHECK(iam::chat::parse_provider("mistral").error().message.find(
              "openai, anthropic, gemini, ollama") != std::string::npos);
    CHECK(*iam::chat::parse_provider("gemini") == Provider::gemini);
}
