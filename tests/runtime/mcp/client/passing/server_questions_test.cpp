#include "mcp/client/passing/server_questions.hpp"

#include "gate/functions/context_access.hpp"
#include <iam/core/json.hpp>
#include <iam/tool/context.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using Catch::Contains;
using QuestionKind = ClientQuestion::Kind;

namespace {

/// A call of a tool of the server "files", and the client behind it.
struct AskedCall {
    Subject subject{};
    Proposer proposer{};
    std::string id = "call-1";
    Context context{subject, proposer, id, {}, nullptr};
    std::string client_says = R"({"action":"accept"})";
    std::vector<ClientQuestion> heard{};
    AskClient ask = [this](const std::vector<ClientQuestion>& questions) {
        heard.insert(heard.end(), questions.begin(), questions.end());
        return std::vector<Result<std::string>>(questions.size(), client_says);
    };
    mcp::ServerQuestions of_server{"files", context};

    AskedCall() { gate::ContextAccess::let_ask(context, ask); }
    Result<std::string> answer(QuestionKind kind, const Json& params) {
        return of_server.answer({{kind, "k", canonical_json(params).value()}}).at(0);
    }
    Json heard_params() const { return parse_json(heard.back().params).value(); }
};

Json address(const std::string& url, const std::string& message = "Please sign.") {
    return {{"mode", "url"}, {"url", url}, {"message", message}, {"elicitationId", "server's"}};
}

Json text_message(const std::string& text) {
    return {{"role", "user"}, {"content", {{"type", "text"}, {"text", text}}}};
}

}  // namespace

TEST_CASE("an address of a server is shown with the server's name and its words") {
    AskedCall call;
    CHECK(call.answer(QuestionKind::url_elicitation, address("https://sign.example/x?y=1")) ==
          R"({"action":"accept"})");
    CHECK(call.heard.at(0).kind == QuestionKind::url_elicitation);
    CHECK(call.heard_params() ==
          Json({{"mode", "url"},
                {"url", "https://sign.example/x?y=1"},
                {"elicitationId", "call-1.question_1"},
                {"message",
                 "Server files asks you to open https://sign.example/x?y=1 . It says: Please "
                 "sign."}}));
    call.client_says = R"({"action":"decline"})";
    CHECK(call.answer(QuestionKind::url_elicitation, address("http://127.0.0.1:8080/")) ==
          R"({"action":"decline"})");
    CHECK(call.heard_params()["elicitationId"] == "call-1.question_2");
    call.answer(QuestionKind::url_elicitation,
                address("https://sign.example/", "\x1B[2J" + std::string(10'000, 'x')));
    const auto message = call.heard_params()["message"].get<std::string>();
    CHECK(message.find('\x1B') == std::string::npos);
    CHECK(message.size() < 1000);
}

TEST_CASE("an address that could harm a person is refused, and nobody is asked") {
    AskedCall call;
    for (const char* url :
         {"http://sign.example/", "https://ann:secret@sign.example/", "javascript:alert(1)",
          "file:///etc/passwd", "https://sign.example\\@evil.example/", "", "https://a b/",
          "http://127.1/"}) {
        INFO(url);
        CHECK_FALSE(call.answer(QuestionKind::url_elicitation, address(url)));
    }
    CHECK_FALSE(call.answer(QuestionKind::url_elicitation, {{"mode", "url"}}));
    CHECK(call.heard.empty());
}

TEST_CASE("a server gets a text of the client's model, and its wishes beside it stay here") {
    AskedCall call;
    call.client_says = R"({"role":"assistant","model":"m-1","stopReason":"endTurn",)"
                       R"("content":{"type":"text","text":"Hello"},"_meta":{"private":1}})";
    Json params{{"messages", {text_message("Hi"), text_message("You?")}},
                {"systemPrompt", "Be kind."},
                {"maxTokens", 50},
                {"includeContext", "allServers"},
                {"temperature", 2},
                {"tools", {{{"name", "t"}, {"inputSchema", Json::object()}}}}};
    params["messages"][1]["role"] = "assistant";
    const auto answered = call.answer(QuestionKind::sampling, params);
    REQUIRE(answered);
    CHECK(parse_json(*answered).value() ==
          Json({{"role", "assistant"},
                {"model", "m-1"},
                {"stopReason", "endTurn"},
                {"content", {{"type", "text"}, {"text", "Hello"}}}}));
    CHECK(
        call.heard_params() ==
        Json({{"messages", params["messages"]}, {"systemPrompt", "Be kind."}, {"maxTokens", 50}}));
}

TEST_CASE("a list of blocks in a message becomes a message for each block") {
    AskedCall call;
    call.client_says = R"({"role":"assistant","model":"m","content":[]})";
    Json message = text_message("a");
    message["content"] = {{{"type", "text"}, {"text", "a"}}, {{"type", "text"}, {"text", "b"}}};
    REQUIRE(call.answer(QuestionKind::sampling, {{"messages", {message}}, {"maxTokens", 1}}));
    CHECK(call.heard_params()["messages"] == Json({text_message("a"), text_message("b")}));
}

TEST_CASE("a sampling that is not of the protocol is refused, and nobody is asked") {
    AskedCall call;
    const auto reason = [&](const Json& params) {
        const auto answered = call.answer(QuestionKind::sampling, params);
        return answered ? std::string() : answered.error().message;
    };
    CHECK(reason(Json::object()) == "The server's question has not 1 to 100 messages.");
    CHECK(reason({{"messages", Json::array()}, {"maxTokens", 1}}) ==
          "The server's question has not 1 to 100 messages.");
    CHECK(reason({{"messages", std::vector<Json>(101, text_message("a"))}, {"maxTokens", 1}}) ==
          "The server's question has not 1 to 100 messages.");
    CHECK(reason({{"messages", {text_message("a")}}}) ==
          "The server's question has no number of maxTokens.");
    CHECK(reason({{"messages", {text_message("a")}}, {"maxTokens", 5'000'000'000}}) ==
          "The server's question has no number of maxTokens.");
    CHECK(reason({{"messages", {{{"role", "system"}, {"content", {}}}}}, {"maxTokens", 1}}) ==
          "The server's question has no role and content at /messages/0.");
    CHECK_THAT(reason({{"messages", {{{"role", "user"}, {"content", {{"type", "tool_use"}}}}}},
                       {"maxTokens", 1}}),
               Contains("/messages/0/content is a block of a type that is not passed on."));
    CHECK(call.heard.empty());
}

TEST_CASE("a call asks at most sixteen questions of all kinds, also refused ones") {
    AskedCall call;
    const Json form{{"message", "Who?"}, {"requestedSchema", {{"type", "object"}}}};
    for (int asked = 0; asked < 14; ++asked) CHECK(call.answer(QuestionKind::elicitation, form));
    CHECK(call.answer(QuestionKind::url_elicitation, address("https://sign.example/")));
    CHECK_FALSE(call.answer(QuestionKind::url_elicitation, address("file:///etc/passwd")));
    CHECK(call.heard.size() == 15);
    const auto too_many =
        call.answer(QuestionKind::sampling, {{"messages", {text_message("a")}}, {"maxTokens", 1}});
    REQUIRE_FALSE(too_many);
    CHECK(too_many.error().message == "A call asks at most 16 questions.");
    CHECK_FALSE(call.answer(QuestionKind::url_elicitation, address("https://sign.example/")));
    CHECK(call.heard.size() == 15);
}

TEST_CASE("a form begins with its server's name, and one that asks for a secret is refused") {
    AskedCall call;
    Json form{{"message", "Who?"}, {"requestedSchema", {{"type", "object"}}}};
    CHECK(call.answer(QuestionKind::elicitation, form));
    CHECK(call.heard_params()["message"] == R"(The server "files" asks: Who?)");
    form["requestedSchema"]["properties"] = {{"pin", {{"type", "string"}, {"title", "Password"}}}};
    const auto refused = call.answer(QuestionKind::elicitation, form);
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message, Contains("leave out the field"));
    CHECK(call.heard.size() == 1);
}

TEST_CASE("a refusal of the client reaches the server with its reason") {
    AskedCall call;
    call.ask = [](const std::vector<ClientQuestion>& questions) {
        return std::vector<Result<std::string>>(
            questions.size(), fail(Errc::unavailable, "The client has not declared it."));
    };
    const auto answered =
        call.answer(QuestionKind::sampling, {{"messages", {text_message("a")}}, {"maxTokens", 1}});
    REQUIRE_FALSE(answered);
    CHECK(answered.error().message == "The client has not declared it.");
    CHECK_FALSE(call.answer(QuestionKind::roots, Json::object()));
}
