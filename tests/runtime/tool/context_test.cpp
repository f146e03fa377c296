#include <iam/tool/context.hpp>

#include <catch2/catch.hpp>

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
    CHECK(call.context.touch("a"));
}
