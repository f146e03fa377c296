// Tests of runtime/src/chat/requests/{chat_completions_request,generate_content_request}.cpp.
// Tests of runtime/src/chat/requests/{messages_request,ollama_chat_request}.cpp.
// Tests of runtime/src/chat/requests/{request_body,responses_request}.cpp.
#include <iam/chat/request.hpp>

#include <catch2/catch.hpp>

#include <array>

namespace {

using iam::chat::AssistantTurn;
using iam::chat::CallResults;
using iam::chat::ModelRequest;
using iam::chat::PersonText;
using iam::chat::SystemText;
using iam::chat::WireForm;

constexpr std::array k_wire_forms = {WireForm::chat_completions, WireForm::responses,
                                     WireForm::messages, WireForm::generate_content,
                                     WireForm::ollama_chat};

/// A person asks, the model calls two tools, gets both results, and the person goes on.
ModelRequest two_calls() {
    ModelRequest request;
    request.messages = {
        SystemText{"You keep alarms."}, PersonText{"Wake me."},
        AssistantTurn{.text = "I will.",
                      .calls = {{"c1", "alarm", R"({"hour":7})"}, {"c2", "echo", "{}"}}},
        CallResults{{{.id = "c1", .name = "alarm", .text = "done"},
                     {.id = "c2", .name = "echo", .text = "no", .is_error = true}}},
        PersonText{"Thanks."}};
    return request;
}

iam::OrderedJson body_of(WireForm form, const ModelRequest& request,
                         const iam::chat::RequestModel& model = {.model = "m", .name = "p/m"}) {
    const auto text = request_body(form, model, request);
    REQUIRE(text);
    auto value = iam::parse_ordered_json(*text);
    REQUIRE(value);
    return *value;
}

/// The same conversation, whose second turn has items of its provider.
std::string text_with_items(WireForm form, const std::string& items, const std::string& model) {
    ModelRequest request = two_calls();
    auto& turn = std::get<AssistantTurn>(request.messages[2]);
    turn.items = items;
    turn.model = model;
    const auto text = request_body(form, {.model = "m", .name = "p/m"}, request);
    REQUIRE(text);
    return *text;
}

iam::Contract alarm_contract() {
    iam::Contract contract;
    contract.id = {"desk", "alarm"};
    contract.document =
        R"({"name":"alarm","description":"Sets it.","inputSchema":{"type":"object","properties":{}}})";
    return contract;
}

}  // namespace

TEST_CASE("chat completions get one message a result, next to their calls (H06)") {
    const auto body = body_of(WireForm::chat_completions, two_calls());
    const auto& messages = body["messages"];
    REQUIRE(messages.size() == 6);
    CHECK(messages[0]["role"] == "system");
    CHECK(messages[2]["tool_calls"][0]["function"]["arguments"] == R"({"hour":7})");
    CHECK(messages[3]["tool_call_id"] == "c1");
    CHECK(messages[4]["tool_call_id"] == "c2");
    CHECK(messages[5]["content"] == "Thanks.");
    CHECK(body["stream_options"]["include_usage"] == true);
}

TEST_CASE("responses get calls and outputs as items of the input (H06)") {
    const auto body = body_of(WireForm::responses, two_calls());
    const auto& input = body["input"];
    REQUIRE(input.size() == 8);
    CHECK(input[2]["content"][0]["type"] == "output_text");
    CHECK(input[3]["type"] == "function_call");
    CHECK(input[5]["type"] == "function_call_output");
    CHECK(input[6]["call_id"] == "c2");
    CHECK(body["store"] == false);
    CHECK(body["include"][0] == "reasoning.encrypted_content");
}

TEST_CASE("messages get all results first in one message of the user (H06)") {
    const auto body = body_of(WireForm::messages, two_calls());
    CHECK(body["system"] == "You keep alarms.");
    const auto& messages = body["messages"];
    REQUIRE(messages.size() == 3);
    CHECK(messages[1]["content"][1]["input"]["hour"] == 7);
    const auto& results = messages[2]["content"];
    REQUIRE(results.size() == 3);
    CHECK(results[0]["tool_use_id"] == "c1");
    CHECK_FALSE(results[0].contains("is_error"));
    CHECK(results[1]["is_error"] == true);
    CHECK(results[2]["text"] == "Thanks.");
    CHECK(body["max_tokens"] == iam::chat::k_output_tokens);
}

TEST_CASE("generateContent gets all results as the parts of one content (H06)") {
    const auto body = body_of(WireForm::generate_content, two_calls());
    CHECK(body["systemInstruction"]["parts"][0]["text"] == "You keep alarms.");
    const auto& contents = body["contents"];
    REQUIRE(contents.size() == 4);
    CHECK(contents[1]["role"] == "model");
    CHECK(contents[1]["parts"][1]["functionCall"]["args"]["hour"] == 7);
    REQUIRE(contents[2]["parts"].size() == 2);
    CHECK(contents[2]["parts"][0]["functionResponse"]["response"]["output"] == "done");
    CHECK(contents[2]["parts"][1]["functionResponse"]["response"]["error"] == "no");
}

TEST_CASE("Ollama gets the names of the tools with their results, and the size of the context") {
    const auto body = body_of(WireForm::ollama_chat, two_calls(),
                              {.model = "m", .name = "p/m", .context_tokens = 32768});
    const auto& messages = body["messages"];
    REQUIRE(messages.size() == 6);
    CHECK(messages[2]["tool_calls"][0]["function"]["arguments"]["hour"] == 7);
    CHECK(messages[4]["tool_name"] == "echo");
    CHECK(body["options"]["num_ctx"] == 32768);
}

TEST_CASE("items of an answer go back to the same model byte for byte (H17)") {
    // The member "x" and the spaces are no form of ours.
    const std::string item = R"({ "role":"assistant" , "x":1.50, "signature":"Eq\u0041=" })";
    for (const WireForm form : k_wire_forms)
        CHECK(text_with_items(form, "[" + item + "]", "p/m").find(item) != std::string::npos);
}

TEST_CASE("another model gets no items, only the text and the calls of the answer (H17)") {
    const std::string item = R"([{"thinking":"secret","signature":"E"}])";
    for (const WireForm form : k_wire_forms) {
        const std::string text = text_with_items(form, item, "p/other");
        CHECK(text.find("secret") == std::string::npos);
        CHECK(text.find("I will.") != std::string::npos);
        CHECK(text.find("\"alarm\"") != std::string::npos);
    }
}

TEST_CASE("tools are offered under the names that the model knows") {
    const iam::Contract contract = alarm_contract();
    ModelRequest request;
    request.tools = {{"desk__alarm", &contract}};
    CHECK(body_of(WireForm::chat_completions, request)["tools"][0]["function"]["name"] ==
          "desk__alarm");
    const auto flat = body_of(WireForm::responses, request)["tools"][0];
    CHECK(flat["name"] == "desk__alarm");
    CHECK(flat["strict"] == false);
    CHECK(body_of(WireForm::messages, request)["tools"][0]["name"] == "desk__alarm");
    CHECK(body_of(WireForm::generate_content,
                  request)["tools"][0]["functionDeclarations"][0]["name"] == "desk__alarm");
    CHECK(body_of(WireForm::ollama_chat, request)["tools"][0]["function"]["name"] == "desk__alarm");
}

TEST_CASE("a request without tools has no member for them") {
    for (const WireForm form : k_wire_forms)
        CHECK_FALSE(body_of(form, two_calls()).contains("tools"));
}

TEST_CASE("a name that the provider refuses is an error with the way out (H10)") {
    const iam::Contract contract = alarm_contract();
    ModelRequest request;
    request.tools = {{"desk/alarm", &contract}};
    const auto text = request_body(WireForm::messages, {.model = "m"}, request);
    REQUIRE_FALSE(text);
    CHECK(text.error().code == iam::Errc::invalid_argument);
    CHECK(text.error().message.find("desk/alarm") != std::string::npos);
}

TEST_CASE("malformed arguments stay visible to a provider that wants an object (H05)") {
    ModelRequest request = two_calls();
    std::get<AssistantTurn>(request.messages[2]).calls[0].arguments = R"({"hour":)";
    CHECK(body_of(WireForm::chat_completions,
                  request)["messages"][2]["tool_calls"][0]["function"]["arguments"] ==
          R"({"hour":)");
    CHECK(body_of(WireForm::messages, request)["messages"][1]["content"][1]["input"]["text"] ==
          R"({"hour":)");
    CHECK(body_of(WireForm::generate_content,
                  request)["contents"][1]["parts"][1]["functionCall"]["args"]["text"] ==
          R"({"hour":)");
}

TEST_CASE("limits of a request stand where each provider reads them") {
    ModelRequest request;
    request.output_tokens_max = 99;
    request.temperature = 0.5;
    CHECK(body_of(WireForm::chat_completions, request)["max_completion_tokens"] == 99);
    CHECK(body_of(WireForm::responses, request)["max_output_tokens"] == 99);
    CHECK(body_of(WireForm::messages, request)["max_tokens"] == 99);
    CHECK(body_of(WireForm::generate_content, request)["generationConfig"]["maxOutputTokens"] ==
          99);
    CHECK(body_of(WireForm::ollama_chat, request)["options"]["num_predict"] == 99);
    CHECK(body_of(WireForm::ollama_chat, request)["options"]["temperature"] == 0.5);
}

TEST_CASE("texts of several hosts become one instruction where the provider has one place") {
    ModelRequest request;
    request.messages = {SystemText{"One."}, SystemText{"Two."}, PersonText{"Hi."}};
    CHECK(body_of(WireForm::messages, request)["system"] == "One.\n\nTwo.");
}
