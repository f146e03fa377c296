// Tests of runtime/src/tool/call/progress.cpp.
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
