// Tests of runtime/src/mcp/client/connection/{calls,server_requests}.cpp and call_wait.hpp.
#include "mcp/client/connection/connection.hpp"
#include "mcp/client/played_server.hpp"

#include <catch2/catch.hpp>

#include <future>
#include <stop_token>
#include <thread>

namespace {

using iam::Json;
using iam::mcp::RemoteCallOptions;
using iam::mcp::RemoteReply;
using iam::test::PlayedServer;
using ReplyKind = iam::mcp::RemoteReply::Kind;
using std::chrono::seconds;

/// A call on a thread of its own, since it waits.
class Calling {
 public:
    Calling(PlayedServer& server, RemoteCallOptions options, std::string arguments = R"({"a":1})")
        : server_(server),
          before_(server.count("tools/call")),
          reply_(std::async(std::launch::async, [&server, options = std::move(options),
                                                 arguments = std::move(arguments)] {
              return server.connection->call("echo", arguments, options);
          })) {
        wait_for_request();
    }
    void wait_for_request() {
        while (server_.count("tools/call") == before_) std::this_thread::yield();
        ++before_;
    }
    RemoteReply reply() { return reply_.get(); }

 private:
    PlayedServer& server_;
    std::size_t before_;
    std::future<RemoteReply> reply_;
};

}  // namespace

TEST_CASE("a call brings the server's result as it is") {
    PlayedServer server;
    server.open_with_session();
    Calling calling(server, {});
    const Json request = server.last("tools/call");
    CHECK(request["params"] == Json({{"name", "echo"}, {"arguments", {{"a", 1}}}}));
    server.answer("tools/call", {{"content", Json::array()}, {"isError", true}});
    const RemoteReply reply = calling.reply();
    CHECK(reply.kind == ReplyKind::result);
    CHECK(reply.result == R"({"content":[],"isError":true})");
}

TEST_CASE("a call says who calls in the revision without sessions") {
    PlayedServer server;
    server.open_stateless();
    Calling calling(server, {});
    CHECK(server.last(
              "tools/call")["params"]["_meta"]["io.modelcontextprotocol/clientInfo"]["name"] ==
          "desk");
    server.answer("tools/call", {{"content", Json::array()}, {"resultType", "complete"}});
    CHECK(calling.reply().kind == ReplyKind::result);
}

TEST_CASE("an error of the server is no unknown outcome") {
    PlayedServer server;
    server.open_with_session();
    Calling calling(server, {});
    server.refuse("tools/call", {{"code", -32602}, {"message", "Unknown tool"}});
    const RemoteReply reply = calling.reply();
    CHECK(reply.kind == ReplyKind::error);
    CHECK(reply.error.code == -32602);
}

TEST_CASE("a call to a server that is away is not sent, and says why") {
    PlayedServer server;
    server.may_open = iam::fail(iam::Errc::not_found, "There is no program 'x' in PATH.");
    server.open();
    const RemoteReply reply = server.connection->call("echo", "{}", {});
    CHECK(reply.kind == ReplyKind::not_sent);
    CHECK(reply.error.message == "Server files is not connected: There is no program 'x' in PATH.");
}

TEST_CASE("a call whose connection ends has an unknown outcome") {
    PlayedServer server;
    server.open_with_session();
    Calling calling(server, {});
    server.wire->events.on_end({iam::Errc::unavailable, "The server's process has ended."});
    server.timers.run();
    const RemoteReply reply = calling.reply();
    CHECK(reply.kind == ReplyKind::unknown);
    CHECK(reply.error.message ==
          "The connection to server files ended before it answered; it may have acted.");
}

TEST_CASE("a call without an answer in time is cancelled at the server, with unknown outcome") {
    PlayedServer server;
    server.open_with_session();
    Calling calling(server, {.timeout = seconds{5}});
    server.timers.pass(seconds{5});
    CHECK(calling.reply().kind == ReplyKind::unknown);
    CHECK(server.last("notifications/cancelled")["params"]["requestId"] ==
          server.last("tools/call")["id"]);
}

TEST_CASE("a stopped call is cancelled at the server, with unknown outcome") {
    PlayedServer server;
    server.open_with_session();
    std::stop_source stop;
    Calling calling(server, {.stop = stop.get_token()});
    stop.request_stop();
    CHECK(calling.reply().kind == ReplyKind::unknown);
    CHECK(server.count("notifications/cancelled") == 1);
}

TEST_CASE("a refused request over HTTP was not acted on, and others may have been") {
    PlayedServer server;
    server.open_with_session();
    const auto fail_with = [&](std::int64_t code) {
        Calling calling(server, {});
        const auto id = iam::rpc::Id::of(server.last("tools/call")["id"].get<std::int64_t>());
        server.wire->events.on_failed_request(id, {code, "refused", {}});
        return calling.reply().kind;
    };
    CHECK(fail_with(0) == ReplyKind::not_sent);
    CHECK(fail_with(403) == ReplyKind::not_sent);
    CHECK(fail_with(502) == ReplyKind::unknown);
    CHECK(fail_with(-32020) == ReplyKind::error);
    CHECK(fail_with(iam::rpc::code::internal_error) == ReplyKind::unknown);
}

TEST_CASE("progress and log messages reach the calling thread") {
    PlayedServer server;
    server.open_with_session();
    std::vector<std::string> heard;
    const auto caller = std::make_shared<std::thread::id>();
    RemoteCallOptions options;
    options.on_progress = [&](const iam::rpc::Progress& progress) {
        heard.push_back("progress " + progress.message);
        CHECK(std::this_thread::get_id() != std::thread::id());
    };
    options.on_log = [&](const iam::LogMessage& message) {
        heard.push_back("log " + std::string(to_string(message.level)) + " " + message.message);
    };
    Calling calling(server, options);
    const Json token = server.last("tools/call")["params"]["_meta"]["progressToken"];
    server.say({{"jsonrpc", "2.0"},
                {"method", "notifications/progress"},
                {"params", {{"progressToken", token}, {"progress", 1}, {"message", "half"}}}});
    server.say({{"jsonrpc", "2.0"},
                {"method", "notifications/message"},
                {"params", {{"level", "warning"}, {"data", "low ink"}}}});
    server.answer("tools/call", {{"content", Json::array()}});
    CHECK(calling.reply().kind == ReplyKind::result);
    CHECK(heard == std::vector<std::string>{"progress half", "log warning low ink"});
}

TEST_CASE("XC20 a call decided on a tool is not sent once the server may have changed it") {
    PlayedServer server;
    server.open_with_session();
    const std::string echo = server.connection->tools().at(0);
    const auto refusal = [&] {
        const RemoteReply reply = server.connection->call("echo", "{}", {.document = echo});
        CHECK(reply.kind == ReplyKind::not_sent);
        return reply.error.message;
    };
    const Json changed{{"jsonrpc", "2.0"}, {"method", "notifications/tools/list_changed"}};
    Json other = PlayedServer::echo();
    other["description"] = "Sends mail.";

    SECTION("from the notification on") {
        server.wire->events.on_message(iam::canonical_json(changed).value());
        CHECK(refusal() == "Server files is listing its tools anew; call again.");
        server.timers.run();
        CHECK(refusal() == "Server files is listing its tools anew; call again.");
        server.answer("tools/list", {{"tools", {other}}});
        CHECK(refusal() == "Server files has changed this tool; look at it, and call again.");
    }
    SECTION("if it changes while it is listed") {
        server.say(changed);
        server.wire->events.on_message(iam::canonical_json(changed).value());
        server.wire->events.on_message(
            iam::canonical_json(Json{{"jsonrpc", "2.0"},
                                     {"id", server.last("tools/list")["id"]},
                                     {"result", {{"tools", {PlayedServer::echo()}}}}})
                .value());
        CHECK(refusal() == "Server files is listing its tools anew; call again.");
        server.timers.pass(seconds{1});
        server.answer("tools/list", {{"tools", {PlayedServer::echo()}}});
        Calling calling(server, {.document = echo});
        server.answer("tools/call", {{"content", Json::array()}});
        CHECK(calling.reply().kind == ReplyKind::result);
    }
    SECTION("after a restart, until its list is read again") {
        server.wire->events.on_end({iam::Errc::unavailable, "The server's process has ended."});
        server.timers.pass(seconds{2});
        server.answer("initialize", PlayedServer::initialized("2025-11-25"));
        CHECK(refusal() == "Server files is listing its tools anew; call again.");
    }
}

TEST_CASE("a long log message of a server is cut") {
    PlayedServer server;
    server.open_with_session();
    std::size_t size = 0;
    RemoteCallOptions options;
    options.on_log = [&](const iam::LogMessage& message) { size = message.message.size(); };
    Calling calling(server, options);
    server.say({{"jsonrpc", "2.0"},
                {"method", "notifications/message"},
                {"params", {{"level", "info"}, {"data", std::string(100'000, 'x')}}}});
    server.answer("tools/call", {{"content", Json::array()}});
    calling.reply();
    CHECK(size == 4096);
}

TEST_CASE("a question of a server is answered by the call that is under way") {
    PlayedServer server;
    server.settings.abilities = {.answers_forms = true};
    server.open_with_session();
    CHECK(server.last("initialize")["params"]["capabilities"] ==
          Json({{"elicitation", Json::object()}}));
    const Json form{{"message", "Your name?"},
                    {"requestedSchema",
                     {{"type", "object"},
                      {"properties", {{"name", {{"type", "string"}, {"default", "John"}}}}}}}};
    const Json question{
        {"jsonrpc", "2.0"}, {"id", 7}, {"method", "elicitation/create"}, {"params", form}};

    SECTION("with the defaults of the form") {
        RemoteCallOptions options;
        options.answer = [&](const std::vector<iam::ClientQuestion>& questions) {
            CHECK(iam::parse_json(questions.at(0).params).value() == form);
            return std::vector<iam::Result<std::string>>{R"({"action":"accept"})"};
        };
        Calling calling(server, options);
        server.say(question);
        server.answer("tools/call", {{"content", Json::array()}});
        calling.reply();
        const Json expected{{"action", "accept"}, {"content", {{"name", "John"}}}};
        CHECK(server.wire->sent.back()["result"] == expected);
    }
    SECTION("with a refusal if nobody can be asked") {
        Calling calling(server, {});
        server.say(question);
        server.answer("tools/call", {{"content", Json::array()}});
        calling.reply();
        CHECK(server.wire->sent.back()["error"]["message"] ==
              "Nobody can be asked within this call.");
    }
    SECTION("with a refusal if a resource is read and no call is under way") {
        auto read = std::async(std::launch::async, [&] {
            return server.connection->request("resources/read", R"({"uri":"a:b"})", {});
        });
        while (server.count("resources/read") == 0) std::this_thread::yield();
        server.say(question);
        server.say({{"jsonrpc", "2.0"},
                    {"method", "notifications/message"},
                    {"params", {{"level", "info"}, {"data", "x"}}}});
        CHECK(server.wire->sent.back()["error"]["message"] ==
              "Questions are answered within a call, while it is the only one.");
        CHECK(server.messages.size() == 1);
        server.answer("resources/read", {{"contents", Json::array()}});
        CHECK(read.get().kind == ReplyKind::result);
    }
    SECTION("with a refusal if no call is under way") {
        server.say(question);
        CHECK(server.wire->sent.back()["error"]["message"] ==
              "Questions are answered within a call, while it is the only one.");
    }
}

TEST_CASE("a server hears of no method that this program does not answer") {
    PlayedServer server;
    server.open_with_session();
    server.say({{"jsonrpc", "2.0"}, {"id", 7}, {"method", "sampling/createMessage"}});
    CHECK(server.wire->sent.back()["error"]["code"] == -32601);
}

TEST_CASE("a server hears of the questions that its configuration allows, and of no others") {
    PlayedServer server;
    server.settings.abilities = {
        .answers_forms = true, .answers_urls = true, .answers_sampling = true};
    const auto told = [&] { return server.last("initialize")["params"]["capabilities"]; };
    SECTION("all") {
        server.open_with_session();
        const Json none = Json::object();
        CHECK(told() ==
              Json({{"elicitation", {{"form", none}, {"url", none}}}, {"sampling", none}}));
    }
    SECTION("none") {
        server.config.pass_on = {};
        server.open_with_session();
        CHECK(told() == Json::object());
        server.say({{"jsonrpc", "2.0"}, {"id", 7}, {"method", "elicitation/create"}});
        CHECK(server.wire->sent.back()["error"]["code"] == -32601);
    }
    SECTION("addresses, and a form is refused") {
        server.config.pass_on = {.url_elicitation = true};
        server.open_with_session();
        CHECK(told() == Json({{"elicitation", {{"url", Json::object()}}}}));
        Calling calling(server, {});
        server.say({{"jsonrpc", "2.0"},
                    {"id", 7},
                    {"method", "elicitation/create"},
                    {"params", {{"message", "?"}}}});
        server.answer("tools/call", {{"content", Json::array()}});
        calling.reply();
        CHECK(server.wire->sent.back()["error"]["message"] ==
              "This program does not answer such a question.");
    }
}

TEST_CASE("the folders of this program are told to a server that may ask") {
    PlayedServer server;
    server.settings.abilities = {.has_roots = true, .roots = {{"file:///work", "work"}}};
    server.open_with_session();
    server.say({{"jsonrpc", "2.0"}, {"id", 7}, {"method", "roots/list"}});
    CHECK(server.wire->sent.back()["result"] ==
          Json({{"roots", {{{"uri", "file:///work"}, {"name", "work"}}}}}));
}

TEST_CASE("a server hears of the folders of its configuration, and of no other server's") {
    PlayedServer server;
    server.config.roots = {"/srv/notes", "/srv/Grüße & 100%"};
    server.open_with_session();
    server.say({{"jsonrpc", "2.0"}, {"id", 7}, {"method", "roots/list"}});
    CHECK(server.wire->sent.back()["result"] ==
          Json({{"roots",
                 {{{"uri", "file:///srv/notes"}},
                  {{"uri", "file:///srv/Gr%C3%BC%C3%9Fe%20%26%20100%25"}}}}}));
    PlayedServer other;
    other.open_with_session();
    other.say({{"jsonrpc", "2.0"}, {"id", 7}, {"method", "roots/list"}});
    CHECK(other.wire->sent.back()["error"]["code"] == -32601);
}

TEST_CASE("a server without sessions gets its input with the request, sent again") {
    PlayedServer server;
    server.settings.abilities = {.answers_forms = true};
    server.open_stateless();
    RemoteCallOptions options;
    options.answer = [&](const std::vector<iam::ClientQuestion>&) {
        return std::vector<iam::Result<std::string>>{R"({"action":"decline"})"};
    };
    Calling calling(server, options);
    const Json first = server.last("tools/call");
    const Json question{{"method", "elicitation/create"}, {"params", {{"message", "?"}}}};
    server.answer("tools/call", {{"resultType", "input_required"},
                                 {"inputRequests", {{"sure", question}}},
                                 {"requestState", "abc"}});
    calling.wait_for_request();
    const Json second = server.last("tools/call");
    CHECK_FALSE(iam::json_equal(second["id"], first["id"]));
    CHECK(iam::json_equal(second["params"]["arguments"], first["params"]["arguments"]));
    CHECK(second["params"]["requestState"] == "abc");
    CHECK(second["params"]["inputResponses"] == Json({{"sure", {{"action", "decline"}}}}));
    server.answer("tools/call", {{"resultType", "complete"}, {"content", Json::array()}});
    CHECK(calling.reply().kind == ReplyKind::result);
}

TEST_CASE("a tool that changes while its input is asked for is not called further") {
    PlayedServer server;
    server.open_stateless();
    Calling calling(server, {.document = server.connection->tools().at(0)});
    server.say({{"jsonrpc", "2.0"}, {"method", "notifications/tools/list_changed"}});
    server.answer("tools/call", {{"resultType", "input_required"}, {"requestState", 1}});
    CHECK(calling.reply().kind == ReplyKind::not_sent);
    CHECK(server.count("tools/call") == 1);
}

TEST_CASE("a server that asks for input without end is refused") {
    PlayedServer server;
    server.open_stateless();
    Calling calling(server, {});
    for (int round = 0; round < 16; ++round) {
        server.answer("tools/call", {{"resultType", "input_required"}, {"requestState", round}});
        if (round < 15) calling.wait_for_request();
    }
    const RemoteReply reply = calling.reply();
    CHECK(reply.kind == ReplyKind::error);
    CHECK(reply.error.message == "Server files asked more than 16 times for input.");
}

TEST_CASE("a secret that a server echoes is in no error and no log message, and stays in results") {
    PlayedServer server;
    server.mask->hide("geheim-1");
    server.open_with_session();
    std::string logged;
    RemoteCallOptions options;
    options.on_log = [&](const iam::LogMessage& message) { logged = message.message; };
    Calling refused(server, options);
    server.say({{"jsonrpc", "2.0"},
                {"method", "notifications/message"},
                {"params", {{"level", "info"}, {"data", "with geheim-1"}}}});
    server.refuse("tools/call",
                  {{"code", -32602}, {"message", "bad geheim-1"}, {"data", {"geheim-1"}}});
    const RemoteReply reply = refused.reply();
    CHECK(reply.error.message == "bad [secret]");
    CHECK(reply.error.data == R"(["[secret]"])");
    CHECK(logged == "with [secret]");
    Calling answered(server, {});
    server.answer("tools/call", {{"content", {"geheim-1"}}});
    CHECK(answered.reply().result == R"({"content":["geheim-1"]})");
}
