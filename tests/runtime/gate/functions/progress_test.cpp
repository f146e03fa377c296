// A function's progress reaches its caller and changes nothing else.
#include "../fixture.hpp"

#include <condition_variable>
#include <stdexcept>
#include <thread>

namespace iam::test {
namespace {

/// What the caller of a call hears.
struct Heard {
    std::mutex mutex{};
    std::vector<std::string> reports{};
    std::vector<std::thread::id> threads{};

    CallOptions options() {
        CallOptions options;
        options.on_progress = [this](const ProgressReport& report) {
            const std::lock_guard lock(mutex);
            reports.push_back(std::to_string(report.done) + '/' +
                              (report.total ? std::to_string(*report.total) : "?") + ' ' +
                              report.message);
            threads.push_back(std::this_thread::get_id());
        };
        return options;
    }
    std::vector<std::string> all() {
        const std::lock_guard lock(mutex);
        return reports;
    }
};

Functions telling(std::string message) {
    Functions functions;
    functions.call = [message = std::move(message)](std::string_view, Context& context) {
        const bool first = context.progress().report(1, std::nullopt, message);
        const bool back = context.progress().report(0, 2);
        const bool second = context.progress().report(2, 2);
        return Reply::done(first && !back && second ? "true" : "false");
    };
    return functions;
}

using Reports = std::vector<std::string>;

}  // namespace

TEST_CASE("TY52 whoever calls hears how far the function is, on its thread", "[progress]") {
    Program program;
    program.add_allowed("echo", telling("read the list"));
    Heard heard;
    CHECK(program.runtime().call(call_of("echo"), heard.options()).result == "true");
    CHECK(heard.all() == Reports{"1/? read the list", "2/2 "});
    CHECK(heard.threads.front() == std::this_thread::get_id());
}

TEST_CASE("TY52 a function does the same whether anybody listens or not", "[progress]") {
    Program program;
    program.add_allowed("echo", telling("read the list"));
    CHECK(program.runtime().call(call_of("echo")).result == "true");
}

TEST_CASE("TY52 what a listener throws ends no call, and nothing of progress is recorded",
          "[progress]") {
    Program program;
    program.add_allowed("echo", telling("read the list"));
    CallOptions options;
    options.on_progress = [](const ProgressReport&) { throw std::runtime_error("full"); };
    CHECK(program.runtime().call(call_of("echo"), options).result == "true");
    for (const auto& entry : program.stored_entries())
        CHECK(entry.text.find("list") == std::string::npos);
    CHECK(program.entries().size() == 2);
}

TEST_CASE("TY52 a report holds no secret of the arguments", "[progress][secrets]") {
    Program program;
    Contract contract = contract_of("login");
    contract.policy = Policy::allow;
    contract.secret_arguments = {"/password"};
    program.add(contract, telling("logs in with hunter2-Wm9wSx"));
    Heard heard;
    const Call call = call_of("login", R"({"password":"hunter2-Wm9wSx"})");
    CHECK(program.runtime().call(call, heard.options()).success);
    REQUIRE(heard.all().size() == 2);
    CHECK(heard.all().front().starts_with("1/? logs in with "));
    CHECK(heard.all().front().find("hunter2") == std::string::npos);
}

TEST_CASE("TY52 a call with the arguments of a person is heard of as the one before",
          "[progress]") {
    Program program;
    program.with_prompter = true;
    program.prompter.hold();
    program.add(contract_of("echo"), telling("goes on"));
    Heard heard;
    ToolResult reply;
    program.runtime().start(call_of("echo"), heard.options(),
                            [&](ToolResult result) { reply = std::move(result); });
    const auto asked = program.prompter.questions().at(0);
    auto edit = ScriptedPrompter::reply_to(asked.request, consent::Answer::edit);
    edit.arguments = R"({"n":2})";
    asked.on_reply(edit);
    program.prompter.release(1, consent::Answer::allow_once);
    CHECK(reply.success);
    CHECK(heard.all() == Reports{"1/? goes on", "2/2 "});
}

TEST_CASE("TY52 previews and reconcile functions tell nobody", "[progress]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.policy = Policy::confirm;
    contract.has_preview = true;
    program.with_prompter = true;
    program.prompter.script({consent::Answer::deny_once});
    Functions functions;
    functions.preview_of_file = [](Context& context) {
        return Preview{context.progress().report(1) ? "told" : "not told", {}, {}};
    };
    program.add(contract, functions);
    Heard heard;
    CHECK(program.runtime().call(call_of("echo"), heard.options()).code == code::user_denied);
    CHECK(program.prompter.questions().at(0).request.preview->summary == "told");
    CHECK(heard.all().empty());
}

TEST_CASE("TY52 a function whose time is over is heard of no more", "[progress][timeouts]") {
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
        context.progress().report(1);
        std::unique_lock lock(mutex);
        news.wait(lock, [&] { return is_answered; });
        context.progress().report(2);
        has_ended = true;
        news.notify_all();
        return Reply::done();
    };
    program.add(contract, functions);
    Heard heard;
    CHECK(program.runtime().call(call_of("slow"), heard.options()).code == code::timed_out);
    std::unique_lock lock(mutex);
    is_answered = true;
    news.notify_all();
    news.wait(lock, [&] { return has_ended; });
    CHECK(heard.all() == Reports{"1/? "});
}

}  // namespace iam::test
