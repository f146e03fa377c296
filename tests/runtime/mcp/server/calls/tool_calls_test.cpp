// Tests of runtime/src/mcp/server/params.cpp.
// Tests of runtime/src/mcp/server/calls/{active_calls,call_result}.cpp.
#include "mcp/conversation.hpp"
#include "mcp/server/calls/call_result.hpp"
#include <iam/core/digest.hpp>
#include <iam/tool/handler.hpp>
#include <iam/tool/permit.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <stop_token>

using namespace iam;
using namespace iam::test;

TEST_CASE("a result that is no object is wrapped, structured, and repeated as text") {
    Program program;
    define_add(program);
    Conversation client(program);
    client.begin();
    const Json result = client.result_of_call("add", {{"a", 3}});
    CHECK(result["structuredContent"] == Json({{"result", 4}}));
    CHECK(text_of_result(result) == R"({"result":4})");
    CHECK_FALSE(result.contains("isError"));
    CHECK_FALSE(result["_meta"]["iam/result"]["entry"].get<std::string>().empty());
}

TEST_CASE("a revision before 2025-06-18 has no structured content") {
    for (const char* revision : {"2024-11-05", "2025-03-26"}) {
        Program program;
        define_add(program);
        Conversation client(program);
        client.begin(revision);
        const Json result = client.result_of_call("add", {{"a", 3}});
        CHECK_FALSE(result.contains("structuredContent"));
        CHECK(text_of_result(result) == R"({"result":4})");
    }
}

TEST_CASE("a function without a result is done, and absent arguments are none") {
    Program program;
    std::atomic<int> runs{0};
    program.add_allowed("ring", [&runs] { ++runs; });
    Conversation client(program);
    client.begin();
    const Json result = client.ask("tools/call", {{"name", "ring"}})["result"];
    CHECK(text_of_result(result) == "Done.");
    CHECK_FALSE(result.contains("structuredContent"));
    CHECK(runs == 1);
}

TEST_CASE("arguments reach the function as they came") {
    Program program;
    std::string seen;
    require_ok(define("keep")
                   .description("Keeps.")
                   .policy(Policy::allow)
                   .open()
                   .call_text([&seen](std::string_view arguments, Context&) {
                       seen = arguments;
                       return Reply::done();
                   })
                   .add_to(program.registry));
    Conversation client(program);
    client.begin();
    client.raw(R"({"jsonrpc":"2.0","id":90,"method":"tools/call","params":{"_meta":{"x":[1]},)"
               R"("arguments" : {"n":18446744073709551615,"s":"}\"," } , "name":"keep"}})");
    CHECK(client.answer_to(90).contains("result"));
    CHECK(seen == R"({"n":18446744073709551615,"s":"}\","})");
}

TEST_CASE("every mistake in the arguments is told with its place, and nothing runs") {
    Program program;
    define_add(program);
    Conversation client(program);
    client.begin();
    const Json result = client.result_of_call("add", {{"a", 12}, {"b", "x"}, {"c", 1}});
    CHECK(result["isError"] == true);
    const std::string text = text_of_result(result);
    CHECK(text.find("invalid_arguments") == 0);
    const Json about = result["_meta"]["iam/result"];
    CHECK(about["code"] == "invalid_arguments");
    REQUIRE(about["errors"].size() == 3);
    for (const Json& error : about["errors"]) {
        CHECK(text.find(error["pointer"].get<std::string>()) != std::string::npos);
        CHECK_FALSE(error["expected"].get<std::string>().empty());
    }
}

TEST_CASE("a refusal by policy is an error of the tool, with its code") {
    Program program;
    std::atomic<int> runs{0};
    require_ok(define("wipe")
                   .description("Wipes.")
                   .policy(Policy::deny)
                   .call([&runs] { ++runs; })
                   .add_to(program.registry));
    Conversation client(program);
    client.begin();
    const Json result = client.result_of_call("wipe");
    CHECK(result["isError"] == true);
    CHECK(result["_meta"]["iam/result"]["code"] == "policy_denied");
    CHECK(runs == 0);
}

TEST_CASE("a function that fails is an error of the tool, and the next call works") {
    Program program;
    define_add(program);
    program.add_allowed("fail", []() -> int { throw std::runtime_error("the disk is full"); });
    Conversation client(program);
    client.begin();
    const Json result = client.result_of_call("fail");
    CHECK(result["isError"] == true);
    CHECK(result["_meta"]["iam/result"]["code"] == "tool_failed");
    CHECK(client.result_of_call("add", {{"a", 1}})["structuredContent"]["result"] == 2);
}

TEST_CASE("a malformed call is refused with the place of the mistake") {
    Program program;
    define_add(program);
    Conversation client(program);
    client.begin();
    CHECK(message_of_refusal(client.ask("tools/call", {{"name", "subtract"}})) ==
          "Unknown tool: subtract");
    const auto message = [&](const Json& params) {
        return message_of_refusal(client.ask("tools/call", params));
    };
    CHECK(message({{"arguments", Json::object()}}).find("/params/name") != std::string::npos);
    CHECK(message({{"name", 7}}).find("/params/name") != std::string::npos);
    CHECK(message({{"name", "add"}, {"arguments", Json::array()}}).find("/params/arguments") !=
          std::string::npos);
    CHECK(message({{"name", "add"}, {"arguments", Json()}}).find("/params/arguments") !=
          std::string::npos);
    CHECK(message({{"name", "add"}, {"_meta", 1}}).find("/params/_meta") != std::string::npos);
    CHECK(message(Json::array()).find("object") != std::string::npos);
}

TEST_CASE("the record names the client, its version, its session and the request") {
    Program program;
    define_add(program);
    Conversation client(program, {.user = "ann", .session = "s1"});
    client.begin();
    const Json result = client.result_of_call("add", {{"a", 1}});
    const auto entries = program.store->entries_of_call(result["_meta"]["iam/result"]["call"]);
    REQUIRE(entries.has_value());
    REQUIRE_FALSE(entries->empty());
    const auto entry = ledger::decode(entries->front().text);
    REQUIRE(entry.has_value());
    REQUIRE(entry->entry.proposer.has_value());
    const Proposer& proposer = *entry->entry.proposer;
    CHECK(proposer.kind == Proposer::Kind::mcp_client);
    CHECK(proposer.provider == "tester 9");
    CHECK(proposer.conversation_id.size() == 32);
    CHECK(proposer.request_id == "2");
    CHECK(entry->entry.subject.user == "ann");
    CHECK(entry->entry.subject.session == "s1");
}

TEST_CASE("each conversation has a name that nobody can guess") {
    Program program;
    std::vector<std::string> names;
    program.add_allowed(
        "who", [&names](Context& context) { names.push_back(context.proposer().conversation_id); });
    for (int round = 0; round < 2; ++round) {
        Conversation client(program);
        client.begin();
        client.result_of_call("who");
    }
    REQUIRE(names.size() == 2);
    CHECK(names[0].size() == 32);
    CHECK(names[0] != names[1]);
}

TEST_CASE("progress reaches the client under its own token") {
    Program program;
    program.add_allowed("walk", [](Progress& progress) {
        progress.report(0, 100);
        progress.report(50, 100, "half");
        progress.report(100, 100);
    });
    Conversation client(program);
    client.begin();
    client.ask("tools/call", {{"name", "walk"}, {"_meta", {{"progressToken", "p-1"}}}});
    std::vector<Json> told;
    for (const Json& message : client.messages()) {
        if (message.value("method", "") == "notifications/progress")
            told.push_back(message["params"]);
    }
    REQUIRE(told.size() == 3);
    CHECK(told[0] == Json({{"progress", 0}, {"progressToken", "p-1"}, {"total", 100}}));
    CHECK(told[1]["message"] == "half");
    CHECK(told[2]["progress"] == 100);
    // Without a token nobody is told.
    client.result_of_call("walk");
    CHECK(client.count("notifications/progress") == 3);
}

TEST_CASE("a cancellation stops the function, and the request has no answer") {
    Program program;
    Sleeper sleeper(program);
    Conversation client(program);
    client.begin();
    const int id = client.send("tools/call", {{"name", "sleep"}});
    sleeper.wait_until_it_runs();
    client.cancel(id);
    sleeper.wait_until_it_is_stopped();
    CHECK(client.ask("ping")["result"] == Json::object());
    program.end_server();
    CHECK_FALSE(client.has_answer(id));
}

TEST_CASE("messages of a function reach the client from the level that it set") {
    Program program;
    program.add_allowed("talk", [](Context& context) {
        context.log(LogLevel::debug, "a detail");
        context.log(LogLevel::info, "begun");
        context.log(LogLevel::error, "it broke");
    });
    Conversation client(program);
    client.begin();
    client.result_of_call("talk");
    CHECK(client.count("notifications/message") == 2);
    CHECK(client.ask("logging/setLevel", {{"level", "error"}})["result"] == Json::object());
    client.result_of_call("talk");
    CHECK(client.count("notifications/message") == 3);
    CHECK(client.notification("notifications/message")["params"] ==
          Json({{"data", "it broke"}, {"level", "error"}, {"logger", "talk"}}));
    client.ask("logging/setLevel", {{"level", "debug"}});
    client.result_of_call("talk");
    CHECK(client.count("notifications/message") == 6);
    CHECK(
        message_of_refusal(client.ask("logging/setLevel", {{"level", "loud"}})).find("emergency") !=
        std::string::npos);
}

TEST_CASE("a repeated call under a client's own name has one effect, for one user") {
    Program program;
    program.settings.clients_name_calls = true;
    std::atomic<int> runs{0};
    program.add_allowed("pay", [&runs] { return ++runs; });
    const Json params{{"name", "pay"}, {"_meta", {{"iam/call_id", "order-7"}}}};
    {
        Conversation client(program);
        client.begin();
        const Json first = client.ask("tools/call", params)["result"];
        CHECK(first["structuredContent"]["result"] == 1);
    }
    // The client comes back in another session and does not know whether it has paid.
    Conversation again(program);
    again.begin();
    const Json second = again.ask("tools/call", params);
    INFO(second.dump());
    CHECK(second["result"]["structuredContent"]["result"] == 1);
    CHECK(runs == 1);
    Conversation other(program, {.user = "bob"});
    other.begin();
    CHECK(other.ask("tools/call", params)["result"]["structuredContent"]["result"] == 2);
    for (const std::size_t size : {std::size_t{0}, std::size_t{129}}) {
        const Json wrong{{"name", "pay"}, {"_meta", {{"iam/call_id", std::string(size, 'x')}}}};
        CHECK(
            message_of_refusal(other.ask("tools/call", wrong)).find("/params/_meta/iam~1call_id") !=
            std::string::npos);
    }
}

TEST_CASE("without the host's word a client's name for a call is ignored") {
    Program program;
    std::atomic<int> runs{0};
    program.add_allowed("pay", [&runs] { return ++runs; });
    Conversation client(program);
    client.begin();
    const Json params{{"name", "pay"}, {"_meta", {{"iam/call_id", "order-7"}}}};
    client.ask("tools/call", params);
    client.ask("tools/call", params);
    CHECK(runs == 2);
}

TEST_CASE("a result that fits no message says that the call has happened") {
    Program program;
    program.settings.limits.json.bytes_max = 10'000;
    std::atomic<int> runs{0};
    program.add_allowed("big", [&runs] {
        ++runs;
        return std::string(6'000, 'x');
    });
    Conversation client(program);
    client.begin();
    const Json result = client.result_of_call("big");
    CHECK(result["isError"] == true);
    const Json about = result["_meta"]["iam/result"];
    CHECK(about["code"] == "result_too_large");
    CHECK(text_of_result(result).find("do not repeat") != std::string::npos);
    CHECK(text_of_result(result).find(about["entry"].get<std::string>()) != std::string::npos);
    CHECK(runs == 1);
}

TEST_CASE("a result fits a message by its size and by its nesting outside of strings") {
    const Limits limits{.bytes_max = 2'000, .depth_max = 10};
    const auto nested = [](std::size_t levels) {
        return std::string(levels, '[') + std::string(levels, ']');
    };
    CHECK(mcp::fits_message(nested(8), limits));
    CHECK_FALSE(mcp::fits_message(nested(9), limits));
    CHECK(mcp::fits_message(R"(["[[[[[[[[[[[[\"",[[[[[[[]]]]]]]])", limits));
    CHECK(mcp::fits_message('"' + std::string(974, 'x') + '"', limits));
    CHECK_FALSE(mcp::fits_message('"' + std::string(975, 'x') + '"', limits));
}

TEST_CASE("names of a client and ids of requests have their whole length") {
    Program program;
    define_add(program);
    Conversation client(program);
    Json params = Conversation::initialize_params("2025-11-25");
    params["clientInfo"] = {{"name", std::string(127, 'n')}, {"version", std::string(127, 'v')}};
    client.ask("initialize", params);
    const std::string id(250, '"');
    client.raw(Json({{"jsonrpc", "2.0"},
                     {"id", id},
                     {"method", "tools/call"},
                     {"params", {{"name", "add"}, {"arguments", {{"a", 1}}}}}})
                   .dump());
    client.wait_for_answer(id);
    CHECK(client.messages().back()["result"]["structuredContent"]["result"] == 2);
}

TEST_CASE("a slow function of one client hinders no other one") {
    Program program;
    std::mutex mutex;
    std::condition_variable changed;
    bool goes_on = false;
    program.add_allowed("slow", [&] {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return goes_on; });
    });
    define_add(program);
    Conversation slow(program);
    Conversation quick(program);
    slow.begin();
    quick.begin();
    const int id = slow.send("tools/call", {{"name", "slow"}});
    CHECK(quick.result_of_call("add", {{"a", 1}})["structuredContent"]["result"] == 2);
    CHECK(slow.ask("ping")["result"] == Json::object());
    CHECK_FALSE(slow.has_answer(id));
    {
        const std::lock_guard lock(mutex);
        goes_on = true;
    }
    changed.notify_all();
    CHECK(slow.answer_to(id).contains("result"));
}

namespace {

/// As the generator makes of a function that returns iam::Content.
class ContentHandler final : public Handler {
 public:
    Prepared prepare(std::string_view) const override { return std::string("{}"); }
    Reply call(const Permit&, std::string_view, Context&) const override {
        return Reply::done(
            R"([{"text":"see","type":"text"},{"data":"AA==","mimeType":"audio/wav","type":"audio"},)"
            R"({"name":"n","type":"resource_link","uri":"n://1"}])");
    }
};

void add_plot(Program& program) {
    Contract contract;
    contract.id.name = "plot";
    contract.policy = Policy::allow;
    contract.document =
        R"({"name":"plot","description":"Plots.","inputSchema":{"type":"object"},)"
        R"("outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"anyOf":[)"
        R"({"properties":{"type":{"const":"text"}}},{"properties":{"type":{"const":"audio"}}},)"
        R"({"properties":{"type":{"const":"resource_link"}}}]}}},"required":["result"]},)"
        R"("_meta":{"iam/contract":{"result_member":"result"}}})";
    contract.digests.consent = sha256("test", "plot");
    require_ok(program.registry.add(std::move(contract), std::make_unique<ContentHandler>()));
}

}  // namespace

TEST_CASE("a tool that returns content lists no output schema and gives its blocks") {
    Program program;
    add_plot(program);
    Conversation client(program);
    client.begin();
    const Json tool = client.ask("tools/list")["result"]["tools"][0];
    CHECK_FALSE(tool.contains("outputSchema"));
    const Json result = client.result_of_call("plot");
    CHECK_FALSE(result.contains("structuredContent"));
    REQUIRE(result["content"].size() == 3);
    CHECK(result["content"][0] == Json({{"type", "text"}, {"text", "see"}}));
    CHECK(result["content"][1]["type"] == "audio");
    CHECK(result["content"][2]["type"] == "resource_link");
}

TEST_CASE("a block that a revision does not know is a text about it") {
    struct Case {
        const char* revision;
        std::vector<std::string> types;
    };
    const std::vector<Case> cases{{"2024-11-05", {"text", "text", "text"}},
                                  {"2025-03-26", {"text", "audio", "text"}},
                                  {"2025-06-18", {"text", "audio", "resource_link"}}};
    for (const Case& one : cases) {
        Program program;
        add_plot(program);
        Conversation client(program);
        client.begin(one.revision);
        const Json content = client.result_of_call("plot")["content"];
        std::vector<std::string> types;
        for (const Json& block : content) types.push_back(block["type"]);
        CHECK(types == one.types);
        if (one.types[2] == "text") CHECK(content[2]["text"] == "n: n://1");
    }
}
