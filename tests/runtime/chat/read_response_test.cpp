// Tests of runtime/src/chat/{anthropic,gemini,ollama,openai,provider,response_reader}.cpp.
#include <iam/chat/provider.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

using iam::chat::Provider;
using iam::chat::read_response;
using iam::chat::WireForm;

TEST_CASE("OpenAI chat completions: calls in order, arguments as the string that came, ids kept") {
    const auto response = read_response(
        Provider::openai, R"({"model":"gpt-x","choices":[{"message":{"role":"assistant",
        "content":null,"tool_calls":[
          {"id":"call_1","type":"function","function":{"name":"echo","arguments":"{\"message\":\"a\"}"}},
          {"id":"call_2","type":"function","function":{"name":"echo","arguments":"{broken"}}]},"finish_reason":"tool_calls"}]})");
    REQUIRE(response);
    CHECK(response->form == WireForm::chat_completions);
    REQUIRE(response->calls.size() == 2);
    CHECK(response->calls[0].tool.name == "echo");
    CHECK(response->calls[0].arguments == R"({"message":"a"})");
    CHECK(response->calls[0].proposer.kind == iam::Proposer::Kind::model);
    CHECK(response->calls[0].proposer.provider == "openai");
    CHECK(response->calls[0].proposer.model == "gpt-x");
    CHECK(response->calls[0].proposer.request_id == "call_1");
    CHECK(response->calls[1].arguments == "{broken");
}

TEST_CASE("OpenAI responses: function_call items among others") {
    const auto response =
        read_response(Provider::openai, R"({"model":"gpt-x","output":[{"type":"reasoning"},
        {"type":"function_call","id":"fc_1","call_id":"call_1","name":"echo","arguments":"{}"}]})");
    REQUIRE(response);
    CHECK(response->form == WireForm::responses);
    REQUIRE(response->calls.size() == 1);
    CHECK(response->calls[0].proposer.request_id == "call_1");
}

TEST_CASE("Anthropic messages: tool_use blocks among text") {
    const auto response =
        read_response(Provider::anthropic, R"({"model":"claude-x","role":"assistant","content":[
        {"type":"text","text":"Sure."},{"type":"tool_use","id":"toolu_1","name":"echo","input":{"repeat":2,"message":"a"}}]})");
    REQUIRE(response);
    REQUIRE(response->calls.size() == 1);
    CHECK(response->calls[0].arguments == R"({"message":"a","repeat":2})");
    CHECK(response->calls[0].proposer.request_id == "toolu_1");
}

TEST_CASE("Gemini: functionCall parts, ids and args may be left out") {
    const auto response = read_response(
        Provider::gemini, R"({"modelVersion":"gemini-x","candidates":[{"content":{"role":"model",
        "parts":[{"text":"ok"},{"functionCall":{"name":"echo","args":{"message":"a"}}},{"functionCall":{"name":"now"}}]}}]})");
    REQUIRE(response);
    REQUIRE(response->calls.size() == 2);
    CHECK(response->calls[0].proposer.request_id.empty());
    CHECK(response->calls[1].arguments == "{}");
}

TEST_CASE("Ollama: one object, or calls spread over streamed lines") {
    const std::string first =
        R"({"model":"llama","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"echo","arguments":{"message":"a"}}}]},"done":false})";
    const std::string second =
        R"({"model":"llama","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"now","arguments":{}}}]},"done":true})";
    const auto single = read_response(Provider::ollama, first);
    REQUIRE(single);
    CHECK(single->calls.size() == 1);
    const auto lines = read_response(Provider::ollama, first + "\n" + second + "\n");
    REQUIRE(lines);
    REQUIRE(lines->calls.size() == 2);
    CHECK(lines->calls[1].tool.name == "now");
    CHECK(lines->calls[1].proposer.model == "llama");
}

TEST_CASE("a response without tool calls is a value without calls") {
    CHECK(read_response(Provider::openai, R"({"choices":[{"message":{"content":"hi"}}]})")
              ->calls.empty());
    CHECK(read_response(Provider::anthropic, R"({"content":[{"type":"text","text":"hi"}]})")
              ->calls.empty());
}

TEST_CASE("a Gemini answer that was blocked or cut off is a value without calls") {
    for (const char* text : {
             R"({"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS"}]})",
             R"({"candidates":[{"finishReason":"SAFETY","index":0}]})",
             R"({"promptFeedback":{"blockReason":"SAFETY"},"modelVersion":"gemini-x"})",
         }) {
        INFO(text);
        const auto response = read_response(Provider::gemini, text);
        REQUIRE(response);
        CHECK(response->calls.empty());
    }
}

TEST_CASE("what has another shape is an error that names the place") {
    CHECK(read_response(Provider::openai, R"({"choices":[{"message":{"tool_calls":{}}}]})")
              .error()
              .pointer == "/choices/0/message/tool_calls");
    CHECK(read_response(Provider::anthropic, R"({"content":{}})").error().pointer == "/content");
    CHECK(read_response(Provider::gemini, "[]").error().pointer == "/candidates");
    CHECK(read_response(Provider::gemini, "{}").error().pointer == "/candidates");
    CHECK(read_response(Provider::gemini, R"({"candidates":[7]})").error().pointer ==
          "/candidates/0/content");
    CHECK(read_response(Provider::gemini, R"({"candidates":[{"content":[]}]})").error().pointer ==
          "/candidates/0/content");
    CHECK(read_response(Provider::gemini, R"({"candidates":[{"content":{"parts":{}}}]})")
              .error()
              .pointer == "/candidates/0/content/parts");
    CHECK(read_response(Provider::ollama, "{}").error().pointer == "/message");
    CHECK_FALSE(read_response(Provider::openai, "not json"));
}

TEST_CASE("XE17: text that looks like a call inside a string stays text") {
    const auto response = read_response(
        Provider::anthropic,
        R"({"content":[{"type":"text","text":"{\"type\":\"tool_use\",\"name\":\"echo\"}"}]})");
    REQUIRE(response);
    CHECK(response->calls.empty());
}

namespace {

/// A response of each wire form whose calls are all of `echo`, with the given member for their
/// arguments.
struct Form {
    const char* name;
    Provider provider;
    std::string before;  ///< of the first call
    std::string call_before;
    std::string call_after;
    std::string after;
    std::string key;  ///< of the arguments
    bool is_text;     ///< they are JSON in a string
};

const Form k_forms[] = {
    {.name = "chat completions",
     .provider = Provider::openai,
     .before = R"({"choices":[{"message":{"tool_calls":[)",
     .call_before = R"({"id":"i","function":{"name":"echo")",
     .call_after = "}}",
     .after = "]}}]}",
     .key = "arguments",
     .is_text = true},
    {.name = "responses",
     .provider = Provider::openai,
     .before = R"({"output":[)",
     .call_before = R"({"type":"function_call","call_id":"i","name":"echo")",
     .call_after = "}",
     .after = "]}",
     .key = "arguments",
     .is_text = true},
    {.name = "messages",
     .provider = Provider::anthropic,
     .before = R"({"content":[)",
     .call_before = R"({"type":"tool_use","id":"i","name":"echo")",
     .call_after = "}",
     .after = "]}",
     .key = "input",
     .is_text = false},
    {.name = "generateContent",
     .provider = Provider::gemini,
     .before = R"({"candidates":[{"content":{"parts":[)",
     .call_before = R"({"functionCall":{"id":"i","name":"echo")",
     .call_after = "}}",
     .after = "]}}]}",
     .key = "args",
     .is_text = false},
    {.name = "ollama",
     .provider = Provider::ollama,
     .before = R"({"message":{"tool_calls":[)",
     .call_before = R"({"id":"i","function":{"name":"echo")",
     .call_after = "}}",
     .after = "]}}",
     .key = "arguments",
     .is_text = false},
};

/// The arguments of each call, of calls with these members.
std::vector<std::string> arguments_of(const Form& form, const std::vector<std::string>& members) {
    std::string text = form.before;
    for (std::size_t i = 0; i < members.size(); ++i) {
        text += (i == 0 ? "" : ",") + form.call_before;
        if (!members[i].empty()) text += ",\"" + form.key + "\":" + members[i];
        text += form.call_after;
    }
    const auto response = read_response(form.provider, text + form.after);
    if (!response) FAIL(form.name << ": " << response.error().message << '\n' << text);
    std::vector<std::string> all;
    for (const auto& call : response->calls) {
        CHECK(call.tool.name == "echo");
        CHECK(call.proposer.request_id == "i");
        all.push_back(call.arguments);
    }
    return all;
}

}  // namespace

TEST_CASE("D7 arguments that are left out, null or an empty text are none, in every form") {
    for (const Form& form : k_forms) {
        INFO(form.name);
        for (const std::string& none : arguments_of(
                 form, {"", "null", R"("")", R"(" \n")", R"("null")", R"(" null ")", "{}"})) {
            CHECK(none == "{}");
        }
    }
}

TEST_CASE("D7 arguments of another form are given to the gate as they are, beside good ones") {
    for (const Form& form : k_forms) {
        INFO(form.name);
        const auto all = arguments_of(form, {R"({"a":[1]})", "7", "[1,2]", "true", R"({"b":2.0})"});
        CHECK(all == std::vector<std::string>{R"({"a":[1]})", "7", "[1,2]", "true", R"({"b":2})"});
        // A text is JSON where the provider says so, and else a value.
        const auto texts = arguments_of(form, {R"("{\"a\":1}")", R"("{\"a\"")", R"("\"x\"")"});
        CHECK(texts == (form.is_text ? std::vector<std::string>{R"({"a":1})", R"({"a")", R"("x")"}
                                     : std::vector<std::string>{R"("{\"a\":1}")", R"("{\"a\"")",
                                                                R"("\"x\"")"}));
    }
}

TEST_CASE(
    "D7 a call without a name, an id or a form of its own is a call of no tool, in every form") {
    for (const auto& [provider, text] : std::vector<std::pair<Provider, std::string>>{
             {Provider::openai, R"({"choices":[{"message":{"tool_calls":[7,null,{},
                 {"id":"i","function":{"name":7,"arguments":"{}"}},
                 {"function":{"name":"echo","arguments":"{}"}}]}}]})"},
             {Provider::openai,
              R"({"output":[{"type":"function_call"},{"type":"function_call","name":[]},
                 {"type":"function_call","name":null},{"type":"function_call","call_id":"i"},
                 {"type":"function_call","name":"echo"},7]})"},
             {Provider::anthropic, R"({"content":[{"type":"tool_use"},{"type":"tool_use","name":7},
                 {"type":"tool_use","id":7},{"type":"tool_use","id":"i"},
                 {"type":"tool_use","name":"echo","input":{}},null]})"},
             {Provider::gemini, R"({"candidates":[{"content":{"parts":[{"functionCall":7},
                 {"functionCall":{}},{"functionCall":[]},{"functionCall":{"name":7,"id":"i"}},
                 {"functionCall":{"name":"echo"}},{"functionCall":null},7]}}]})"},
             {Provider::ollama, R"({"message":{"tool_calls":[7,null,{},
                 {"id":"i","function":{"name":7}},{"function":{"name":"echo"}}]}})"}}) {
        INFO(text);
        const auto response = read_response(provider, text);
        REQUIRE(response);
        REQUIRE(response->calls.size() == 5);
        for (std::size_t i = 0; i < 4; ++i) CHECK(response->calls[i].tool.name.empty());
        CHECK(response->calls[3].proposer.request_id == "i");
        CHECK(response->calls[4].tool.name == "echo");
        CHECK(response->calls[4].arguments == "{}");
    }
}

TEST_CASE("E7 an error that a provider sends in place of an answer is told with its message") {
    for (
        const auto& [provider, text] : std::vector<std::pair<Provider, std::string>>{
            {Provider::openai,
             R"({"error":{"message":"Too many requests","type":"rate_limit_error","code":null}})"},
            {Provider::openai,
             R"({"id":"r","status":"failed","output":[],"error":{"message":"Too many requests"}})"},
            {Provider::anthropic,
             R"({"type":"error","error":{"type":"overloaded_error","message":"Too many requests"}})"},
            {Provider::gemini,
             R"({"error":{"code":429,"message":"Too many requests","status":"RESOURCE_EXHAUSTED"}})"},
            {Provider::gemini, R"([{"error":{"code":429,"message":"Too many requests"}}])"},
            {Provider::ollama, R"({"error":"Too many requests"})"},
            {Provider::ollama,
             "{\"message\":{\"content\":\"\"}}\n{\"error\":\"Too many requests\"}\n"}}) {
        INFO(text);
        const auto response = read_response(provider, text);
        REQUIRE_FALSE(response);
        CHECK(response.error().code == iam::Errc::unavailable);
        CHECK(response.error().message.find("answered with an error") != std::string::npos);
        CHECK(response.error().message.find(": Too many requests") != std::string::npos);
    }
    CHECK(read_response(Provider::openai, R"({"error":{"odd":1}})")
              .error()
              .message.find(R"({"odd":1})") != std::string::npos);
    // An answer states the member, too.
    CHECK(read_response(Provider::openai, R"({"error":null,"output":[]})"));
}

TEST_CASE(
    "E5 a call of the same response for the same subject has the same id, and no other has it") {
    const auto ids = [](Provider provider, const std::string& text, const iam::Subject& subject) {
        const auto response = read_response(provider, text);
        REQUIRE(response);
        std::vector<std::string> all;
        for (std::size_t i = 0; i < response->calls.size(); ++i)
            all.push_back(iam::chat::call_id(*response, i, subject));
        return all;
    };
    const std::string two = R"("content":[{"type":"tool_use","id":"t","name":"a"},
                                          {"type":"tool_use","id":"t","name":"a"}]})";
    const auto first = ids(Provider::anthropic, R"({"id":"msg_1",)" + two, {});
    REQUIRE(first.size() == 2);
    CHECK(first[0].size() == 32);
    CHECK(first[0] != first[1]);
    CHECK(ids(Provider::anthropic, R"({"id":"msg_1",)" + two, {}) == first);
    CHECK(ids(Provider::anthropic, R"({"id":"msg_2",)" + two, {})[0] != first[0]);
    CHECK(ids(Provider::anthropic, R"({"id":"msg_1",)" + two, {.user = "ann"})[0] != first[0]);
    CHECK(ids(Provider::anthropic, "{" + two, {}) == std::vector<std::string>{"", ""});
    for (
        const auto& [provider, text] : std::vector<std::pair<Provider, std::string>>{
            {Provider::openai,
             R"({"id":"x","choices":[{"message":{"tool_calls":[{"id":"t","function":{"name":"a"}}]}}]})"},
            {Provider::openai, R"({"id":"x","output":[{"type":"function_call","call_id":"t"}]})"},
            {Provider::gemini,
             R"({"responseId":"x","candidates":[{"content":{"parts":[{"functionCall":{}}]}}]})"},
            {Provider::ollama,
             R"({"created_at":"x","message":{"tool_calls":[{"function":{"name":"a"}}]}})"}}) {
        INFO(text);
        CHECK(ids(provider, text, {}).at(0).size() == 32);
    }
}
