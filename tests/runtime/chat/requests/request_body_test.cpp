// Tests of runtime/src/chat/requests/{request_body,chat_completions_request,responses_request}.cpp.
// Tests of runtime/src/chat/requests/{messages_request,generate_content_request}.cpp.
// Tests of runtime/src/chat/requests/ollama_request.cpp.
#include <iam/chat/request.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace iam;
using namespace iam::chat;

namespace {

std::string body(WireForm form, ModelRequest request) {
    RequestTarget target;
    target.form = form;
    target.model = "m";
    target.name = "p/m";
    auto text = request_body(target, request);
    if (!text) return "error: " + text.error().message;
    REQUIRE(parse_json(*text));
    return *text;
}

/// The value of a member at the root of the body, as text.
std::string member_of(const std::string& body, const std::string& name) {
    const auto value = parse_ordered_json(body);
    REQUIRE(value);
    return value->contains(name) ? (*value)[name].dump() : "none";
}

/// A person, a turn with two calls, their results, and the person again.
ModelRequest conversation(std::string items = {}) {
    AssistantTurn turn;
    turn.text = "I look.";
    turn.calls = {{"c1", "f", R"({"a": 1.50})"}, {"c2", "g", "{broken"}};
    turn.items = std::move(items);
    turn.model = "p/m";
    CallResults results;
    results.results = {{"c1", "f", "sunny", false}, {"c2", "g", "no JSON", true}};
    ModelRequest request;
    request.messages = {SystemText{"Be kind."}, PersonText{"Weather?"}, std::move(turn),
                        std::move(results), PersonText{"And now?"}};
    return request;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

constexpr WireForm k_request_forms[] = {WireForm::chat_completions, WireForm::responses,
                                        WireForm::messages, WireForm::generate_content,
                                        WireForm::ollama_chat};

}  // namespace

TEST_CASE("H06 chat completions get a message for each result, in order") {
    CHECK(member_of(body(WireForm::chat_completions, conversation()), "messages") ==
          R"([{"role":"system","content":"Be kind."},{"role":"user","content":"Weather?"},)"
          R"({"role":"assistant","content":"I look.","tool_calls":[)"
          R"({"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\": 1.50}"}},)"
          R"({"id":"c2","type":"function","function":{"name":"g","arguments":"{broken"}}]},)"
          R"({"role":"tool","tool_call_id":"c1","content":"sunny"},)"
          R"({"role":"tool","tool_call_id":"c2","content":"no JSON"},)"
          R"({"role":"user","content":"And now?"}])");
}

TEST_CASE("H06 responses get an item for each call and each result") {
    const std::string text = body(WireForm::responses, conversation());
    CHECK(member_of(text, "input") ==
          R"([{"role":"system","content":"Be kind."},{"role":"user","content":"Weather?"},)"
          R"({"role":"assistant","content":"I look."},)"
          R"({"type":"function_call","call_id":"c1","name":"f","arguments":"{\"a\": 1.50}"},)"
          R"({"type":"function_call","call_id":"c2","name":"g","arguments":"{broken"},)"
          R"({"type":"function_call_output","call_id":"c1","output":"sunny"},)"
          R"({"type":"function_call_output","call_id":"c2","output":"no JSON"},)"
          R"({"role":"user","content":"And now?"}])");
    CHECK(member_of(text, "store") == "false");
    CHECK(member_of(text, "include") == "none");
    RequestTarget target;
    target.form = WireForm::responses;
    target.has_encrypted_reasoning = true;
    CHECK(member_of(request_body(target, {}).value(), "include") ==
          R"(["reasoning.encrypted_content"])");
}

TEST_CASE("H06 Anthropic gets one message of the person, results first") {
    const std::string text = body(WireForm::messages, conversation());
    CHECK(has(
        text,
        R"("system":"Be kind.","messages":[{"role":"user","content":[{"type":"text","text":"Weather?"}]},)"
        R"({"role":"assistant","content":[{"type":"text","text":"I look."},)"
        R"({"type":"tool_use","id":"c1","name":"f","input":{"a": 1.50}},)"
        R"({"type":"tool_use","id":"c2","name":"g","input":{"INVALID_JSON":"{broken"}}]},)"
        R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"sunny"},)"
        R"({"type":"tool_result","tool_use_id":"c2","content":"no JSON","is_error":true},)"
        R"({"type":"text","text":"And now?"}]}])"));
    CHECK(member_of(text, "max_tokens") == "8192");
}

TEST_CASE("H06 Gemini gets the results of a turn in one content") {
    const std::string text = body(WireForm::generate_content, conversation());
    CHECK(has(
        text,
        R"("systemInstruction":{"parts":[{"text":"Be kind."}]},"contents":[{"role":"user","parts":[{"text":"Weather?"}]},)"
        R"({"role":"model","parts":[{"text":"I look."},{"functionCall":{"id":"c1","name":"f","args":{"a": 1.50}}},)"
        R"({"functionCall":{"id":"c2","name":"g","args":{"INVALID_JSON":"{broken"}}}]},)"
        R"({"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"sunny"}}},)"
        R"({"functionResponse":{"id":"c2","name":"g","response":{"error":"no JSON"}}}]},)"
        R"({"role":"user","parts":[{"text":"And now?"}]}])"));
    CHECK(member_of(text, "model") == "none");
    CHECK(member_of(text, "generationConfig") == "none");
}

TEST_CASE("H06 a result of a Gemini call without an id has none either") {
    const std::string items =
        R"([{"functionCall":{"name":"f","args":{}},"thoughtSignature":"A\/b="},{"functionCall":{"id":"own","name":"g"}}])";
    const std::string text = body(WireForm::generate_content, conversation(items));
    CHECK(has(text, R"({"functionResponse":{"name":"f","response":)"));
    CHECK(has(text, R"({"functionResponse":{"id":"own","name":"g","response":)"));
}

TEST_CASE("H06 Ollama gets a message for each result that names the tool") {
    const std::string text = body(WireForm::ollama_chat, conversation());
    CHECK(has(
        text,
        R"({"role":"assistant","content":"I look.","tool_calls":[{"function":{"name":"f","arguments":{"a": 1.50}}},)"));
    CHECK(has(text, R"({"role":"tool","tool_name":"f","content":"sunny"},)"
                    R"({"role":"tool","tool_name":"g","content":"no JSON"})"));
    RequestTarget target;
    target.form = WireForm::ollama_chat;
    target.context_tokens = 8192;
    ModelRequest request;
    request.output_tokens_max = 100;
    request.temperature = 0.5;
    CHECK(member_of(request_body(target, request).value(), "options") ==
          R"({"num_ctx":8192,"num_predict":100,"temperature":0.5})");
}

TEST_CASE("H17 items go back byte for byte to the model that wrote them, and to no other") {
    const std::string item = R"({"z":1.50,"type":"thinking","signature":"A\/b\u002B=","n":1e2})";
    for (const WireForm form : k_request_forms) {
        const std::string same = body(form, conversation("[ " + item + " , " + item + "]"));
        CHECK(has(same, item + "," + item));
        CHECK_FALSE(has(same, "I look."));
        ModelRequest other = conversation("[" + item + "]");
        std::get<AssistantTurn>(other.messages[2]).model = "p/other";
        const std::string rebuilt = body(form, other);
        CHECK_FALSE(has(rebuilt, "signature"));
        CHECK(has(rebuilt, "I look."));
        CHECK(has(body(form, conversation("{broken")), "error: a text of the request"));
    }
}

TEST_CASE("H06 a call without its result, and a result without its call, name the message") {
    for (const WireForm form : k_request_forms) {
        ModelRequest request = conversation();
        std::get<CallResults>(request.messages[3]).results.pop_back();
        CHECK(has(body(form, request), "error: message 3 of the request"));
        request = conversation();
        std::get<CallResults>(request.messages[3]).results[0].id = "c2";
        CHECK(has(body(form, request), "error: message 3 of the request"));
        request = conversation();
        request.messages.erase(request.messages.begin() + 3);
        CHECK(has(body(form, request), "error: message 2 of the request"));
        request.messages.erase(request.messages.begin() + 2);
        request.messages.push_back(CallResults{{{"c1", "f", "x", false}}});
        CHECK(has(body(form, request), "error: message 3 of the request"));
    }
}

TEST_CASE("a turn without text and calls is left out") {
    for (const WireForm form : k_request_forms) {
        ModelRequest request;
        request.messages = {PersonText{"a"}, AssistantTurn{}, PersonText{"b"}};
        const std::string text = body(form, request);
        CHECK_FALSE(has(text, "assistant"));
        CHECK_FALSE(has(text, "\"role\":\"model\""));
    }
}

TEST_CASE("tools go under the names of their offers") {
    Contract contract;
    contract.id.name = "read file!";
    contract.document =
        R"({"name":"read file!","description":"Reads.","inputSchema":{"type":"object"}})";
    ModelRequest request;
    request.tools = {{"read_file", &contract}};
    CHECK(
        member_of(body(WireForm::chat_completions, request), "tools") ==
        R"([{"type":"function","function":{"name":"read_file","description":"Reads.","parameters":{"type":"object"}}}])");
    CHECK(
        member_of(body(WireForm::responses, request), "tools") ==
        R"([{"type":"function","name":"read_file","description":"Reads.","parameters":{"type":"object"},"strict":false}])");
    CHECK(member_of(body(WireForm::messages, request), "tools") ==
          R"([{"name":"read_file","description":"Reads.","input_schema":{"type":"object"}}])");
    CHECK(
        member_of(body(WireForm::generate_content, request), "tools") ==
        R"([{"functionDeclarations":[{"name":"read_file","description":"Reads.","parametersJsonSchema":{"type":"object"}}]}])");
    CHECK(has(member_of(body(WireForm::ollama_chat, request), "tools"), "\"name\":\"read_file\""));
    request.tools[0].name = "read file!";
    for (const WireForm form : k_request_forms) CHECK(has(body(form, request), "is refused by"));
}

TEST_CASE("the limit of tokens and the temperature have each provider's name") {
    ModelRequest request;
    request.output_tokens_max = 100;
    request.temperature = 0.5;
    CHECK(member_of(body(WireForm::chat_completions, request), "max_completion_tokens") == "100");
    CHECK(member_of(body(WireForm::responses, request), "max_output_tokens") == "100");
    CHECK(member_of(body(WireForm::messages, request), "max_tokens") == "100");
    CHECK(member_of(body(WireForm::generate_content, request), "generationConfig") ==
          R"({"maxOutputTokens":100,"temperature":0.5})");
    CHECK(member_of(body(WireForm::messages, request), "temperature") == "0.5");
}

TEST_CASE("a text that is no UTF-8 is an error, not half a request") {
    ModelRequest request;
    request.messages = {PersonText{"\xFF"}};
    for (const WireForm form : k_request_forms)
        CHECK(has(body(form, request), "error: a text of the request"));
}
