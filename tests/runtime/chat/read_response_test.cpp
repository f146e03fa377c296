#include <iam/chat/provider.hpp>

#include <catch2/catch.hpp>

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
    CHECK(read_response(
              Provider::openai,
              R"({"choices":[{"message":{"tool_calls":[{"id":"1","function":{"name":7}}]}}]})")
              .error()
              .pointer == "/choices/0/message/tool_calls/0/function/name");
    CHECK(read_response(Provider::anthropic, R"({"content":{}})").error().pointer == "/content");
    CHECK(read_response(Provider::anthropic,
                        R"({"content":[{"type":"tool_use","id":"1","name":"a","input":"{}"}]})")
              .error()
              .pointer == "/content/0/input");
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
