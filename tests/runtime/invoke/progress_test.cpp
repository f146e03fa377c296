// How far a function is, told to whoever made the call.
#include "fixture.hpp"

#include <future>
#include <limits>
#include <stdexcept>

namespace iam::test {
namespace {

struct Told {
    std::vector<CallProgress> all{};
    CallOptions options() {
        CallOptions options;
        options.on_progress = [this](const CallProgress& progress) { all.push_back(progress); };
        return options;
    }
};

}  // namespace

TEST_CASE("what a function tells of its progress reaches who made the call, and no record",
          "[progress]") {
    Program program;
    Functions functions;
    functions.call = [](std::string_view, Context& context) {
        CHECK(context.progress(1, 3, "Reading."));
        CHECK(context.progress(2.5));
        return Reply::done();
    };
    program.add_allowed("read", functions);
    Told told;
    const ToolResult result = program.runtime().call(call_of("read"), told.options());
    CHECK(result.success);
    REQUIRE(told.all.size() == 2);
    CHECK(told.all[0].call_id == result.call_id);
    CHECK(told.all[0].done == 1);
    CHECK(told.all[0].total == 3.0);
    CHECK(told.all[0].message == "Reading.");
    CHECK(told.all[1].done == 2.5);
    CHECK_FALSE(told.all[1].total);
    for (const auto& entry : program.stored_entries()) {
        CHECK(entry.text.find("Reading") == std::string::npos);
        for (const auto& payload : entry.payloads) {
            CHECK(payload.bytes.find("Reading") == std::string::npos);
        }
    }
    // Nobody needs to listen.
    CHECK(program.runtime().call(call_of("read")).success);
}

TEST_CASE("progress that goes back, beyond its end or is no number is not told", "[progress]") {
    Program program;
    Functions functions;
    functions.call = [](std::string_view, Context& context) {
        CHECK_FALSE(context.progress(-1));
        CHECK(context.progress(0));
        CHECK(context.progress(5, 10));
        CHECK_FALSE(context.progress(5, 10));
        CHECK_FALSE(context.progress(4));
        CHECK_FALSE(context.progress(11, 10));
        CHECK_FALSE(context.progress(std::numeric_limits<double>::quiet_NaN()));
        CHECK_FALSE(context.progress(std::numeric_limits<double>::infinity()));
        CHECK_FALSE(context.progress(6, std::numeric_limits<double>::quiet_NaN()));
        CHECK_FALSE(context.progress(6, 10, "\xFF"));
        CHECK_FALSE(context.progress(6, 10, std::string(Context::k_progress_bytes_max + 1, 'x')));
        CHECK(context.progress(6, 10, std::string(Context::k_progress_bytes_max, 'x')));
        return Reply::done();
    };
    program.add_allowed("read", functions);
    Told told;
    CHECK(program.runtime().call(call_of("read"), told.options()).success);
    CHECK(told.all.size() == 3);
}

TEST_CASE("no secret of the arguments is told with the progress", "[progress]") {
    Program program;
    Contract contract = contract_of("login");
    contract.policy = Policy::allow;
    contract.secret_arguments = {"/password"};
    Functions functions;
    functions.call = [](std::string_view, Context& context) {
        CHECK(context.progress(1, 2, "Trying hunter2-Wm9wSx."));
        return Reply::done();
    };
    program.add(contract, functions);
    Told told;
    CHECK(program.runtime()
              .call(call_of("login", R"({"password":"hunter2-Wm9wSx"})"), told.options())
              .success);
    REQUIRE(told.all.size() == 1);
    CHECK(told.all[0].message.find("hunter2") == std::string::npos);
}

TEST_CASE("a listener of progress that throws harms nobody", "[progress]") {
    Program program;
    Functions functions;
    functions.call = [](std::string_view, Context& context) {
        CHECK(context.progress(1));
        return Reply::done();
    };
    program.add_allowed("read", functions);
    CallOptions options;
    options.on_progress = [](const CallProgress&) { throw std::runtime_error("no window"); };
    CHECK(program.runtime().call(call_of("read"), options).success);
}

TEST_CASE("once a time-out has answered the caller hears of no more progress", "[progress]") {
    Program program;
    std::promise<void> answered;
    std::promise<bool> ended;
    Functions functions;
    functions.call = [&](std::string_view, Context& context) {
        answered.get_future().wait();
        ended.set_value(context.progress(1));
        return Reply::done();
    };
    Contract contract = contract_of("slow");
    contract.policy = Policy::allow;
    contract.timeout = std::chrono::milliseconds(1000);
    program.add(contract, functions);
    Told told;
    CHECK(program.runtime().call(call_of("slow"), told.options()).code == code::timed_out);
    answered.set_value();
    CHECK(ended.get_future().get());
    program.made.reset();  // waits for the function
    CHECK(told.all.empty());
}

TEST_CASE("a call whose arguments a person changed tells its progress to the same caller",
          "[progress]") {
    Program program;
    program.with_prompter = true;
    program.prompter.hold();
    Functions functions;
    functions.call = [](std::string_view, Context& context) {
        CHECK(context.progress(1));
        return Reply::done();
    };
    program.add(contract_of("read"), functions);
    Told told;
    std::optional<ToolResult> result;
    program.runtime().start(call_of("read", R"({"n":1})"), told.options(),
                            [&](ToolResult reply) { result = std::move(reply); });
    const auto first = program.prompter.questions().at(0);
    auto edit = ScriptedPrompter::reply_to(first.request, consent::Answer::edit);
    edit.arguments = R"({"n":2})";
    first.on_reply(edit);
    program.prompter.release(1, consent::Answer::allow_once);
    REQUIRE(result);
    CHECK(result->success);
    REQUIRE(told.all.size() == 1);
    CHECK(told.all[0].call_id == result->call_id);
}

}  // namespace iam::test
