// A function's log messages reach its caller and change nothing else.
// Tests of runtime/src/gate/steps/run_function.cpp and runtime/src/gate/ends/restart.cpp.
#include "../fixture.hpp"

#include <condition_variable>
#include <stdexcept>
#include <thread>

namespace iam::test {
namespace {

using Lines = std::vector<std::string>;

/// The log messages that the caller of a call hears.
struct HeardLog {
    std::mutex mutex{};
    Lines lines{};
    std::vector<std::thread::id> threads{};

    CallOptions options() {
        CallOptions options;
        options.on_log = [this](const LogMessage& message) {
            const std::lock_guard lock(mutex);
            lines.push_back(std::string(to_string(message.level)) + ": " + message.message);
            threads.push_back(std::this_thread::get_id());
        };
        return options;
    }
    Lines all() {
        const std::lock_guard lock(mutex);
        return lines;
    }
};

Functions logging(std::string message) {
    Functions functions;
    functions.call = [message = std::move(message)](std::string_view, Context& context) {
        const bool first = context.log(LogLevel::info, message);
        const bool none = context.log(LogLevel::error, "");
        const bool second = context.log(LogLevel::warning, "slow");
        return Reply::done(first && !none && second ? "true" : "false");
    };
    return functions;
}

}  // namespace

TEST_CASE("whoever calls hears the function's log messages, on its thread", "[log]") {
    Program program;
    program.add_allowed("echo", logging("read the list"));
    HeardLog heard;
    CHECK(program.runtime().call(call_of("echo"), heard.options()).result == "true");
    CHECK(heard.all() == Lines{"info: read the list", "warning: slow"});
    REQUIRE_FALSE(heard.threads.empty());
    CHECK(heard.threads.front() == std::this_thread::get_id());
}

TEST_CASE("a function that logs does the same if nobody listens", "[log]") {
    Program program;
    program.add_allowed("echo", logging("read the list"));
    CHECK(program.runtime().call(call_of("echo")).result == "true");
}

TEST_CASE("a listener of log messages that throws ends no call, and no message is recorded",
          "[log]") {
    Program program;
    program.add_allowed("echo", logging("read the list"));
    CallOptions options;
    int heard = 0;
    options.on_log = [&](const LogMessage&) {
        ++heard;
        throw std::runtime_error("full");
    };
    CHECK(program.runtime().call(call_of("echo"), options).result == "true");
    CHECK(heard == 2);
    CHECK(program.entries().size() == 2);
    for (const auto& entry : program.stored_entries()) {
        CHECK(entry.text.find("list") == std::string::npos);
        for (const ledger::Payload& payload : entry.payloads)
            CHECK(payload.bytes.find("list") == std::string::npos);
    }
}

TEST_CASE("a log message holds no secret of the arguments", "[log][secrets]") {
    Program program;
    Contract contract = contract_of("login");
    contract.policy = Policy::allow;
    contract.secret_arguments = {"/password"};
    program.add(contract, logging("logs in with hunter2-Wm9wSx"));
    HeardLog heard;
    const Call call = call_of("login", R"({"password":"hunter2-Wm9wSx"})");
    CHECK(program.runtime().call(call, heard.options()).success);
    REQUIRE(heard.all().size() == 2);
    CHECK(heard.all().front().starts_with("info: logs in with "));
    CHECK(heard.all().front().find("hunter2") == std::string::npos);
}

TEST_CASE("a call with the arguments of a person or a hook logs to the first caller", "[log]") {
    Program program;
    HeardLog heard;
    SECTION("of a person") {
        program.with_prompter = true;
        program.prompter.hold();
        program.add(contract_of("echo"), logging("goes on"));
        ToolResult reply;
        program.runtime().start(call_of("echo"), heard.options(),
                                [&](ToolResult result) { reply = std::move(result); });
        const auto asked = program.prompter.questions().at(0);
        auto edit = ScriptedPrompter::reply_to(asked.request, consent::Answer::edit);
        edit.arguments = R"({"n":2})";
        asked.on_reply(edit);
        program.prompter.release(1, consent::Answer::allow_once);
        CHECK(reply.success);
    }
    SECTION("of a hook") {
        program.hook()->resolve = [](const CallView& view, const consent::Decision&) {
            view.change_arguments(R"({"n":2})");
            return std::optional<consent::Decision>();
        };
        program.add_allowed("echo", logging("goes on"));
        CHECK(program.runtime().call(call_of("echo"), heard.options()).success);
    }
    CHECK(heard.all() == Lines{"info: goes on", "warning: slow"});
}

TEST_CASE("log messages of previews and reconcile functions reach nobody", "[log]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.has_preview = true;
    program.with_prompter = true;
    program.prompter.script({consent::Answer::deny_once});
    Functions functions;
    functions.preview_of_file = [](Context& context) {
        return Preview{context.log(LogLevel::alert, "looks") ? "told" : "not told", {}, {}};
    };
    program.add(contract, functions);
    HeardLog heard;
    CHECK(program.runtime().call(call_of("echo"), heard.options()).code == code::user_denied);
    CHECK(program.prompter.questions().at(0).request.preview->summary == "told");
    CHECK(heard.all().empty());
}

TEST_CASE("log messages of an undo reach nobody", "[log]") {
    struct Undoing final : Handler {
        Prepared prepare(std::string_view arguments) const override {
            return std::string(arguments);
        }
        Reply call(const Permit&, std::string_view, Context& context) const override {
            context.log(LogLevel::notice, "done");
            return Reply::done();
        }
        Reply undo(const Permit&, std::string_view, std::string_view,
                   Context& context) const override {
            return Reply::done(context.log(LogLevel::notice, "undone") ? "told" : "not told");
        }
    };
    Program program;
    ok_void(program.registry.add(undoable("echo"), std::make_unique<Undoing>()));
    HeardLog heard;
    const ToolResult done = program.runtime().call(call_of("echo"), heard.options());
    REQUIRE(done.success);
    gate::UndoRequest request = undo_of(done);
    request.options = heard.options();
    CHECK(program.runtime().undo(request).success);
    CHECK(heard.all() == Lines{"notice: done"});
}

TEST_CASE("a function whose time is over logs to nobody any more", "[log][timeouts]") {
    std::mutex mutex;
    std::condition_variable news;
    bool is_answered = false;
    bool has_ended = false;
    Program program;
    Contract contract = contract_of("slow");
    contract.policy = Policy::allow;
    contract.timeout = std::chrono::milliseconds{1000};
    Functions functions;
    functions.call = [&](std::string_view, Context& context) {
        context.log(LogLevel::info, "begins");
        std::unique_lock lock(mutex);
        news.wait(lock, [&] { return is_answered; });
        context.log(LogLevel::info, "goes on");
        has_ended = true;
        news.notify_all();
        return Reply::done();
    };
    program.add(contract, functions);
    HeardLog heard;
    CHECK(program.runtime().call(call_of("slow"), heard.options()).code == code::timed_out);
    std::unique_lock lock(mutex);
    is_answered = true;
    news.notify_all();
    news.wait(lock, [&] { return has_ended; });
    CHECK(heard.all() == Lines{"info: begins"});
}

}  // namespace iam::test
