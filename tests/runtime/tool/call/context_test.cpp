// Tests of runtime/src/tool/call/progress.cpp and runtime/src/tool/call/log.cpp.
#include <iam/tool/context.hpp>

#include <catch2/catch.hpp>

#include <limits>

using iam::Context;

namespace {

struct Call {
    iam::Subject subject{};
    iam::Proposer proposer{};
    std::string id = "c1";
    Context context{subject, proposer, id, {}, nullptr};
};

}  // namespace

TEST_CASE("what a function says it changes is kept once each, within limits") {
    Call call;
    CHECK(call.context.touch("b"));
    CHECK(call.context.touch("a"));
    CHECK(call.context.touch("b"));
    CHECK(call.context.touched() == std::vector<std::string>{"b", "a"});
    CHECK_FALSE(call.context.touch(""));
    CHECK_FALSE(call.context.touch("\xff"));
    CHECK(call.context.touch(std::string(Context::k_touched_key_bytes_max, 'x')));
    CHECK_FALSE(call.context.touch(std::string(Context::k_touched_key_bytes_max + 1, 'x')));
    while (call.context.touched().size() < Context::k_touched_keys_max)
        CHECK(call.context.touch(std::to_string(call.context.touched().size())));
    CHECK_FALSE(call.context.touch("one more"));
    CHECK_FALSE(call.context.touch("one more", "and what it holds"));
    CHECK(call.context.touch("a"));
}

TEST_CASE("TY52 progress only moves on, within a total that may change") {
    Call call;
    iam::Progress& progress = call.context.progress();
    CHECK_FALSE(progress.report(-1));
    CHECK(progress.report(0));
    CHECK_FALSE(progress.report(0));
    CHECK(progress.report(1, 1));
    CHECK_FALSE(progress.report(3, 2));
    CHECK(progress.report(2, 2, "a bad report moves nothing"));
    CHECK_FALSE(progress.report(2, 9));
    CHECK(progress.report(3, 9));
    CHECK(progress.report(std::numeric_limits<std::int64_t>::max()));
    CHECK_FALSE(progress.report(std::numeric_limits<std::int64_t>::max()));
}

TEST_CASE("TY52 the message of a report is a short text") {
    Call call;
    iam::Progress& progress = call.context.progress();
    const std::string longest(iam::Progress::k_message_bytes_max, 'x');
    CHECK_FALSE(progress.report(1, 2, longest + 'x'));
    CHECK_FALSE(progress.report(1, 2, "\xff"));
    CHECK(progress.report(1, 2, longest));
}

TEST_CASE("who has no record cannot tell whether something has changed") {
    Call call;
    CHECK(call.context.touch("a", "state"));
    const auto conflict = call.context.conflict("a", "state");
    REQUIRE(conflict.has_value());
    CHECK(conflict->code() == iam::code::undo_conflict);
}

TEST_CASE("a log message is a text of bounded length") {
    Call call;
    const std::string longest(Context::k_log_bytes_max, 'x');
    CHECK(call.context.log(iam::LogLevel::debug, longest));
    CHECK_FALSE(call.context.log(iam::LogLevel::debug, longest + 'x'));
    CHECK_FALSE(call.context.log(iam::LogLevel::emergency, ""));
    CHECK_FALSE(call.context.log(iam::LogLevel::error, "\xff"));
}

TEST_CASE("the levels of log messages are the words of syslog") {
    using iam::LogLevel;
    CHECK(to_string(LogLevel::debug) == "debug");
    CHECK(to_string(LogLevel::info) == "info");
    CHECK(to_string(LogLevel::notice) == "notice");
    CHECK(to_string(LogLevel::warning) == "warning");
    CHECK(to_string(LogLevel::error) == "error");
    CHECK(to_string(LogLevel::critical) == "critical");
    CHECK(to_string(LogLevel::alert) == "alert");
    CHECK(to_string(LogLevel::emergency) == "emergency");
}
