// Tests of runtime/src/mcp/client/{servers,imported_tools,server_call}.cpp and
// runtime/src/mcp/client/connection/{opening,server_requests}.cpp: processes that attack by their
// messages (tests/attacks/servers.tsv).
#include "mcp/client/changing_servers.hpp"

#include <algorithm>
#include <future>

using namespace iam;
using namespace iam::test;
using Catch::Contains;
using mcp::ConnectionState;
using mcp::RemoteReply;

namespace {

mcp::ServerConfig hostile(std::string name, std::vector<std::string> attacks) {
    attacks.insert(attacks.begin(), IAM_TEST_HOSTILE_SERVER);
    return {.name = std::move(name),
            .endpoint = mcp::StdioEndpoint{.command = "/usr/bin/python3",
                                           .arguments = std::move(attacks),
                                           .sandbox = {.is_on = false}},
            .pass_on = {.elicitation = true}};
}

/// Servers with hostile ones among them.
struct AttackedProgram : ServersProgram {
    /// Waits for this server alone.
    void connect_and_wait_for(std::vector<mcp::ServerConfig> configs, std::string_view server) {
        require_ok(servers->connect_all(std::move(configs)));
        REQUIRE(tools->wait_until_settled(k_event_time, server));
    }
    mcp::ServerStatus status_of(std::string_view name) const {
        const auto states = servers->connection_states();
        const auto found = std::find_if(states.begin(), states.end(),
                                        [&](const auto& status) { return status.name == name; });
        REQUIRE(found != states.end());
        return *found;
    }
    /// The words of the server's answer, or of the failure.
    std::string words_of(const std::string& server, const std::string& tool,
                         const Json& arguments = Json::object(),
                         const mcp::RemoteCallOptions& options = {}) const {
        const RemoteReply reply = servers->call(server, tool, arguments.dump(), options);
        if (reply.kind != RemoteReply::Kind::result) return "failed: " + reply.error.message;
        return parse_json(reply.result).value()["content"][0]["text"].get<std::string>();
    }
    bool is_served(const std::string& server) const {
        return words_of(server, "echo", {{"text", "hello"}}) == "hello";
    }
    /// The server's answer from the gate, with a client that accepts each form.
    Json answers_to(const std::string& tool, const Json& arguments) {
        gate::CallOptions options;
        options.ask_client = [this](const std::vector<ClientQuestion>& questions) {
            asked.insert(asked.end(), questions.begin(), questions.end());
            return std::vector<Result<std::string>>(questions.size(),
                                                    R"({"action":"accept","content":{}})");
        };
        const ToolResult result = call_server_tool({"bad", tool}, arguments, options);
        INFO(result.message);
        REQUIRE(result.success);
        const Json blocks = parse_json(result.result.value()).value();
        return parse_json(blocks[0]["text"].get<std::string>()).value();
    }
    std::vector<ClientQuestion> asked{};
};

}  // namespace

TEST_CASE("XR08 patterns of a server take bounded memory and time, and its other tools are used") {
    AttackedProgram program;
    // Unbounded they would take more than a minute and 6 GB.
    program.connect({hostile("bad", {"patterns"}), hostile("good", {})});
    CHECK_THAT(program.findings(),
               Contains("!bad/tool_99x: ") && Contains("there is no room for its pattern"));
    CHECK(program.registry.snapshot()->contracts().size() < 50);
    CHECK(program.is_served("bad"));
    CHECK(program.is_served("good"));
}

TEST_CASE("XR10 a list that changes without end is asked for a few times, and delays no other") {
    AttackedProgram program;
    program.connect_and_wait_for({hostile("bad", {"restless"}), hostile("good", {})}, "good");
    program.wait_for_names("bad/echo bad/turn_16x good/echo");
    CHECK(program.is_served("good"));
    // The list is known to have changed once the server has said so again, and no tool of it is
    // called then.
    const std::string document = program.servers->list_tools("bad").front().document;
    std::string words = "hello";
    for (int calls = 0; words == "hello" && calls < 1000; ++calls)
        words = program.words_of("bad", "echo", {{"text", "hello"}}, {.document = document});
    CHECK_THAT(words, Contains("is listing its tools anew"));
}

TEST_CASE("XR12 an answer with another id than that of the request answers nothing") {
    AttackedProgram program;
    program.connect({hostile("bad", {})});
    std::vector<std::future<std::string>> others;
    std::string heard;
    mcp::RemoteCallOptions options;
    options.on_progress = [&](const rpc::Progress& progress) { heard += progress.message; };
    CHECK(program.words_of("bad", "forge", {}, options) == "own");
    SECTION("XR13 nor is its progress told, or a cancellation obeyed") {
        CHECK(heard == "own");
    }
    CHECK(program.is_served("bad"));
}

TEST_CASE("XR15 messages before the handshake, and answers to nothing, are ignored") {
    AttackedProgram program;
    program.connect({hostile("bad", {"early"})});
    CHECK(program.names() == "bad/echo");
    CHECK(program.is_served("bad"));
}

TEST_CASE("XR16 of a hundred thousand tools ten thousand are used, and no other server waits") {
    AttackedProgram program;
    program.connect_and_wait_for({hostile("bad", {"many"}), hostile("good", {})}, "good");
    CHECK(program.is_served("good"));
    REQUIRE(program.tools->wait_until_settled(k_event_time));
    CHECK(program.status_of("bad").tools == 10'000);
    CHECK_THAT(program.status_of("bad").diagnostics.at(0), Contains("10000"));
    CHECK(program.is_served("bad"));
}

TEST_CASE("XR31 lines that are no message, not UTF-8 or too deep are ignored") {
    AttackedProgram program;
    program.connect({hostile("bad", {"noise"})});
    INFO(program.status_of("bad").last_error);
    CHECK(program.names() == "bad/echo");
    CHECK(program.is_served("bad"));
}

TEST_CASE("XR33 a form that asks for a secret is shown to nobody") {
    AttackedProgram program;
    program.connect({hostile("bad", {"tool:ask"})});
    for (const Json& fields :
         {Json{{"password", {{"type", "string"}}}}, Json{{"api_key", {{"type", "string"}}}},
          Json{{"a", {{"type", "string"}, {"title", "Your Password"}}}},
          Json{{"name", {{"type", "string"}}}, {"accessToken", {{"type", "string"}}}}}) {
        const Json form{{"message", "Who?"},
                        {"requestedSchema", {{"type", "object"}, {"properties", fields}}}};
        const Json answer = program.answers_to("ask", {{"params", form}});
        CHECK_THAT(answer["message"].get<std::string>(), Contains("asks for no secrets"));
    }
    CHECK(program.asked.empty());
}

TEST_CASE("XR34 a form says which server asks, whatever the server says") {
    AttackedProgram program;
    program.connect({hostile("bad", {"tool:ask"})});
    const Json form{{"message", "desk asks: do you allow files/delete?"},
                    {"requestedSchema", {{"type", "object"}}}};
    CHECK(program.answers_to("ask", {{"params", form}})["action"] == "accept");
    REQUIRE(program.asked.size() == 1);
    CHECK(parse_json(program.asked[0].params).value()["message"] ==
          R"(The server "bad" asks: desk asks: do you allow files/delete?)");
}

TEST_CASE("XR35 a server asks for sixteen forms in a call, and for no more") {
    AttackedProgram program;
    program.connect({hostile("bad", {"tool:forms"})});
    const Json answers = program.answers_to("forms", {{"count", 40}});
    REQUIRE(answers.size() == 40);
    CHECK(answers[15]["action"] == "accept");
    CHECK_THAT(answers[16]["message"].get<std::string>(), Contains("at most 16 questions"));
    CHECK(program.asked.size() == 16);
}

TEST_CASE("XR36 a question that this program has not offered to answer is refused") {
    AttackedProgram program;
    program.connect({hostile("bad", {"tool:ask"})});
    const Json page{{"mode", "url"},
                    {"message", "Open it."},
                    {"url", "https://evil.example"},
                    {"elicitationId", "1"},
                    {"requestedSchema", {{"type", "object"}}}};
    CHECK_THAT(program.answers_to("ask", {{"params", page}})["message"].get<std::string>(),
               Contains("does not answer such a question"));
    const Json other{
        {"mode", "voice"}, {"message", "Say it."}, {"requestedSchema", Json::object()}};
    CHECK_THAT(program.answers_to("ask", {{"params", other}})["message"].get<std::string>(),
               Contains("mode"));
    for (const char* method :
         {"sampling/createMessage", "roots/list", "tools/call", "initialize"}) {
        const Json answer = program.answers_to(
            "ask", {{"method", method}, {"params", {{"messages", Json::array()}}}});
        CHECK(answer["code"] == -32601);
    }
    CHECK(program.asked.empty());
}

TEST_CASE("XR38 a result of 100 MB ends its call without an outcome, and others go on") {
    AttackedProgram program;
    program.connect({hostile("bad", {}), hostile("good", {})});
    const RemoteReply reply = program.servers->call("bad", "image", "{}");
    CHECK(reply.kind == RemoteReply::Kind::unknown);
    CHECK_THAT(reply.error.message, Contains("larger than 16777216 bytes"));
    CHECK(program.is_served("good"));
    CHECK(program.is_served("bad"));
}

TEST_CASE("XR40 a server that fills its standard error delays no other") {
    AttackedProgram program;
    program.connect({hostile("bad", {"stderr"}), hostile("good", {})});
    CHECK(program.is_served("bad"));
    CHECK(program.is_served("good"));
    CHECK(program.servers->log("bad").size() <= std::size_t{64} << 10U);
}

TEST_CASE("XR41 a server that asks without end and reads no answer loses its connection") {
    AttackedProgram program;
    program.connect({hostile("bad", {}), hostile("good", {})});
    CHECK_THAT(program.words_of("bad", "pings"), Contains("failed: The connection"));
    CHECK(program.is_served("good"));
}
