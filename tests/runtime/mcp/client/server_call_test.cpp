// Calls of a server's tools through the gate.
#include "mcp/client/server_call.hpp"

#include "mcp/client/changing_servers.hpp"

using namespace iam;
using namespace iam::test;
using Catch::Contains;

namespace {

/// The steps of a call, and everything that its caller hears.
struct HeardCall {
    ServersProgram program{};
    std::string heard{};
    gate::CallOptions options{};

    HeardCall() {
        program.connect({changing_server("a", {"work"})});
        options.on_progress = [this](const ProgressReport& report) {
            heard += std::to_string(report.done);
            if (report.total) heard += "/" + std::to_string(*report.total);
            heard += " " + report.message + "\n";
        };
        options.on_log = [this](const LogMessage& message) {
            heard += std::string(to_string(message.level)) + ": " + message.message + "\n";
        };
    }
    /// The server's answers to its forms, as it got them.
    Json work(const Json& steps) {
        const ToolResult result =
            program.call_server_tool({"a", "work"}, {{"steps", steps}}, options);
        INFO(result.message);
        REQUIRE(result.success);
        const Json blocks = parse_json(result.result.value()).value();
        return parse_json(blocks[0]["text"].get<std::string>()).value();
    }
    Json ask_form(const Json& params) { return work({{{"ask", params}}})[0]; }
};

Json progress(const Json& params) {
    return {{"progress", params}};
}

Json form(const std::string& message) {
    return {{"message", message},
            {"requestedSchema",
             {{"type", "object"}, {"properties", {{"name", {{"type", "string"}}}}}}}};
}

/// Gives each question this answer.
auto answering(std::vector<ClientQuestion>& asked, std::string answer) {
    return [&asked, answer](const std::vector<ClientQuestion>& questions) {
        std::vector<Result<std::string>> answers;
        for (const ClientQuestion& question : questions) {
            asked.push_back(question);
            answers.emplace_back(answer);
        }
        return answers;
    };
}

}  // namespace

TEST_CASE("progress of a server is told in whole numbers, and fractions in thousandths") {
    HeardCall call;
    call.work({progress({{"progress", 1}, {"total", 4}, {"message", "begun"}}),
               progress({{"progress", 2}}), progress({{"progress", 2.5}, {"total", 4}}),
               // After a fraction the unit stays, so that the numbers grow.
               progress({{"progress", 3}, {"total", 4}}), progress({{"progress", 4}})});
    CHECK(call.heard == "1/4 begun\n2 \n2500/4000 \n3000/4000 \n4000 \n");
}

TEST_CASE("progress that no caller can be told is dropped, and the call goes on") {
    HeardCall call;
    call.work({progress({{"progress", -1}}), progress({{"progress", 0.5}, {"total", 1e300}}),
               progress({{"progress", 1}, {"total", -1e300}}),
               progress({{"progress", 2}, {"message", std::string(2'000, 'x')}}),
               progress({{"progress", 1e300}})});
    CHECK(call.heard == "1000 \n2000 \n");
}

TEST_CASE("log messages of a server reach the caller with their levels") {
    HeardCall call;
    call.work({{{"log", {{"level", "warning"}, {"data", "careful"}}}},
               {{"log", {{"level", "info"}, {"data", {{"count", 7}}}}}},
               {{"log", {{"level", "loud"}, {"data", "dropped"}}}}});
    CHECK(call.heard == "warning: careful\ninfo: {\"count\":7}\n");
}

TEST_CASE("a server's forms are put to the caller's client, each with a key of its own") {
    HeardCall call;
    std::vector<ClientQuestion> asked;
    call.options.ask_client = answering(asked, R"({"action":"accept","content":{"name":"Ann"}})");
    const Json answers = call.work({{{"ask", form("Who?")}}, {{"ask", form("And who?")}}});
    const Json accepted{{"action", "accept"}, {"content", {{"name", "Ann"}}}};
    CHECK(json_equal(answers, Json::array({accepted, accepted})));
    REQUIRE(asked.size() == 2);
    CHECK(asked[0].key == "question_1");
    CHECK(asked[1].key == "question_2");
    CHECK(json_equal(parse_json(asked[0].params).value(), form("The server \"a\" asks: Who?")));
}

TEST_CASE("a form that a person declines or closes reaches the server without content") {
    for (const char* action : {"decline", "cancel"}) {
        HeardCall call;
        std::vector<ClientQuestion> asked;
        call.options.ask_client = answering(
            asked, std::string(R"({"action":")") + action + R"(","content":{"name":"Ann"}})");
        CHECK(json_equal(call.ask_form(form("Who?")), Json({{"action", action}})));
    }
}

TEST_CASE("a form without a client, or without a message, is an error for the server") {
    HeardCall call;
    CHECK_THAT(call.ask_form(form("Who?"))["message"].get<std::string>(),
               Contains("No client can be asked"));
    std::vector<ClientQuestion> asked;
    call.options.ask_client = answering(asked, R"({"action":"accept"})");
    CHECK_THAT(call.ask_form({{"message", 7}})["message"].get<std::string>(),
               Contains("no message or no schema"));
    CHECK(asked.empty());
}

TEST_CASE("a form whose message, description or placeholder has a word for a secret is refused") {
    HeardCall call;
    std::vector<ClientQuestion> asked;
    call.options.ask_client = answering(asked, R"({"action":"accept"})");
    CHECK_THAT(call.ask_form(form("Your pass\u200bword?"))["message"].get<std::string>(),
               Contains("has a word for a secret"));
    for (const char* member : {"title", "description", "placeholder"}) {
        Json params = form("Who?");
        params["requestedSchema"]["properties"]["name"][member] = "Ihr Kennwort";
        CHECK_THAT(call.ask_form(params)["message"].get<std::string>(),
                   Contains("leave out the field 'name'"));
    }
    CHECK(asked.empty());
}
