// The one answer to a request, from wherever it comes.
#include "side.hpp"
#include <iam/rpc/reply.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

using iam::test::error_of;
using iam::test::request;
using iam::test::Side;
namespace rpc = iam::rpc;

TEST_CASE("the right to answer can be moved, not copied or made") {
    static_assert(!std::is_copy_constructible_v<rpc::Reply>);
    static_assert(!std::is_copy_assignable_v<rpc::Reply>);
    static_assert(!std::is_default_constructible_v<rpc::Reply>);
    static_assert(std::is_nothrow_move_constructible_v<rpc::Reply>);
    Side side;
    side.open().receive(request("1", "keep"));
    rpc::Reply first = std::move(side.kept.at(0).second);
    CHECK_FALSE(side.kept[0].second.result("0"));  // it holds nothing any more
    CHECK(first.result("1"));
    CHECK(side.sent.size() == 1);
}

TEST_CASE("a request is answered once") {
    Side side;
    side.open().receive(request("1", "keep"));
    rpc::Reply& reply = side.kept.at(0).second;
    CHECK(reply.error({7, "no", "{\"a\": 1}"}));
    CHECK_FALSE(reply.result("1"));
    CHECK_FALSE(reply.error({}));
    side.kept.clear();
    REQUIRE(side.sent.size() == 1);
    CHECK(side.sent[0] ==
          R"({"jsonrpc":"2.0","id":1,"error":{"code":7,"message":"no","data":{"a": 1}}})");
    CHECK(side.outputs[0].error_code == 7);
}

TEST_CASE("a request that nobody answers is answered with an internal error") {
    Side side;
    side.open().receive(request("1", "drop"));
    CHECK(error_of(side.sent.at(0)) == std::pair<std::string, int>("1", -32603));

    side.peer->receive(request("2", "throw"));
    CHECK(error_of(side.sent.at(1)) == std::pair<std::string, int>("2", -32603));
    // The text of the exception is for the log, not for the other side.
    CHECK(side.sent[1].find("no such file") == std::string::npos);
    REQUIRE(side.count(rpc::Report::Kind::failed_function) == 1);
    CHECK(side.reports.at(0).detail.find("no such file") != std::string::npos);

    side.peer->receive(request("3", "keep"));
    side.peer->receive(request("4", "keep"));
    side.kept.at(0).second = std::move(side.kept.at(1).second);
    CHECK(error_of(side.sent.at(2)) == std::pair<std::string, int>("3", -32603));
    CHECK(side.kept[0].second.result("4"));
}

TEST_CASE("a result that is not JSON, too large or too deep becomes an internal error") {
    Side side;
    side.limits.json.bytes_max = 100;
    side.limits.json.depth_max = 3;
    side.open();
    int id = 0;
    const auto answer = [&](std::string_view result) {
        side.peer->receive(request(std::to_string(++id), "keep"));
        CHECK(side.kept.back().second.result(result));
        return error_of(side.sent.back()).second;
    };
    CHECK(answer("") == -32603);
    CHECK(answer("{") == -32603);
    CHECK(answer("1 2") == -32603);
    CHECK(answer("[[]]") == 0);
    CHECK(answer("[[[]]]") == -32603);
    const std::size_t around =
        side.sent.front().find("\"error\"") + std::string("\"result\":}").size();
    CHECK(answer("\"" + std::string(100 - around - 2, 'x') + "\"") == 0);
    CHECK(side.sent.back().size() == 100);
    CHECK(answer("\"" + std::string(100 - around - 1, 'x') + "\"") == -32603);
}

TEST_CASE("an error is sent without data that is not JSON, and without a text that is too large") {
    Side side;
    side.limits.json.bytes_max = 120;
    side.open().receive(request("1", "keep"));
    side.kept.at(0).second.error({5, "m", "{"});
    CHECK(side.sent.at(0) == R"({"jsonrpc":"2.0","id":1,"error":{"code":5,"message":"m"}})");
    side.peer->receive(request("2", "keep"));
    side.kept.at(1).second.error({5, std::string(200, 'x'), {}});
    CHECK(error_of(side.sent.at(1)) == std::pair<std::string, int>("2", 5));
    CHECK(side.sent[1].size() <= 120);
}

TEST_CASE("progress goes to the channel of its request, grows, and ends with the answer") {
    Side side;
    side.open().receive(request("1", "keep", R"({"_meta":{"progressToken":"t"}})"), 3);
    auto& [kept, reply] = side.kept.at(0);
    CHECK(kept.wants_progress);
    CHECK(reply.progress({0, 2.0, "begun"}));
    CHECK_FALSE(reply.progress({0, 2.0, {}}));
    CHECK_FALSE(reply.progress({-1, {}, {}}));
    CHECK_FALSE(reply.progress({std::numeric_limits<double>::quiet_NaN(), {}, {}}));
    CHECK_FALSE(reply.progress({1, std::numeric_limits<double>::infinity(), {}}));
    CHECK(reply.progress({1, {}, {}}));
    CHECK(reply.result("{}"));
    CHECK_FALSE(reply.progress({2, {}, {}}));
    REQUIRE(side.outputs.size() == 3);
    CHECK(
        side.sent[0] ==
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":0,"total":2,"message":"begun"}})");
    CHECK(side.outputs[0].channel == 3);
    CHECK_FALSE(side.outputs[0].is_answer);
    CHECK(side.outputs[2].is_answer);
}

TEST_CASE("progress that nobody asked for, or that the channel has no room for, is not sent") {
    Side side;
    side.limits.output_bytes_max = 10;
    side.open().receive(request("1", "keep"));
    CHECK_FALSE(side.kept.at(0).first.wants_progress);
    CHECK_FALSE(side.kept.at(0).second.progress({1, {}, {}}));

    side.peer->receive(request("2", "keep", R"({"_meta":{"progressToken":1}})"));
    side.takes_output = false;
    CHECK(side.kept.at(1).second.progress({1, {}, {}}));
    CHECK_FALSE(side.kept.at(1).second.progress({2, {}, {}}));
    // An answer always finds room, since requests in flight are few.
    CHECK(side.kept.at(1).second.result("{}"));
    side.takes_output = true;
    side.peer->writable();
    CHECK(side.sent.size() == 2);
}

TEST_CASE("a reply outlives its Peer and then answers nobody") {
    Side side;
    side.open().receive(request("1", "keep"));
    side.peer.reset();
    CHECK(side.kept.at(0).first.stop.stop_requested());
    CHECK_FALSE(side.kept[0].second.result("1"));
    CHECK_FALSE(side.kept[0].second.progress({1, {}, {}}));
    side.kept.clear();
    CHECK(side.sent.empty());
}

TEST_CASE("progress is not sent once the protocol has no name for it") {
    Side side;
    side.open().receive(request("1", "keep", R"({"_meta":{"progressToken":1}})"));
    side.peer->set_protocol({});
    CHECK_FALSE(side.kept.at(0).second.progress({1, {}, {}}));
    CHECK(side.sent.empty());
    side.peer->set_protocol(iam::test::named_protocol());
    CHECK(side.kept.at(0).second.progress({1, {}, {}}));
}

TEST_CASE("a message of progress that does not fit bytes_max is left out") {
    const std::string head =
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1)";
    const std::string message = R"(,"message":"xxxxxxxxxx")";
    const std::string tail = "}}";
    const std::size_t missing = GENERATE(std::size_t{0}, std::size_t{1});
    Side side;
    side.limits.json.bytes_max = head.size() + message.size() + tail.size() - missing;
    side.open().receive(request("1", "keep", R"({"_meta":{"progressToken":1}})"));
    CHECK(side.kept.at(0).second.progress({1, {}, std::string(10, 'x')}));
    CHECK(side.sent.at(0) == head + (missing == 0 ? message : "") + tail);
}

TEST_CASE("progress that does not fit bytes_max at all is not sent and does not count") {
    const std::string token = "\"" + std::string(60, 't') + "\"";
    Side side;
    side.limits.json.bytes_max =
        request("1", "keep", R"({"_meta":{"progressToken":)" + token + "}}").size();
    side.open().receive(request("1", "keep", R"({"_meta":{"progressToken":)" + token + "}}"));
    CHECK_FALSE(side.kept.at(0).second.progress({1, {}, {}}));
    CHECK(side.sent.empty());
}

TEST_CASE("the data of an error stand two levels deep in their message") {
    Side side;
    side.limits.json.depth_max = 3;
    side.open();
    for (const char* const id : {"1", "2"}) side.peer->receive(request(id, "keep"));
    side.kept.at(0).second.error({5, "m", "[1]"});
    side.kept.at(1).second.error({5, "m", "[[]]"});
    CHECK(iam::parse_json(side.sent.at(0)).value()["error"]["data"] == iam::Json::array({1}));
    CHECK_FALSE(iam::parse_json(side.sent.at(1)).value()["error"].contains("data"));
}

TEST_CASE("no text that a reader could not read back is sent, however high the limit of depth") {
    Side side;
    side.limits.json.depth_max = std::numeric_limits<std::size_t>::max();
    side.open();
    for (const char* const id : {"1", "2"}) side.peer->receive(request(id, "keep"));
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    // Each text has room for the brackets of its message and of a batch.
    CHECK(side.kept.at(0).second.result(nested(iam::k_depth_ceiling - 2)));
    CHECK(side.sent.at(0).find("error") == std::string::npos);
    CHECK(side.kept.at(1).second.result(nested(iam::k_depth_ceiling - 1)));
    CHECK(side.sent.at(1).find("-32603") != std::string::npos);

    side.protocol.has_batches = true;
    side.open().receive("[" + request("1", "keep") + "]");
    side.kept.back().second.result(nested(iam::k_depth_ceiling - 2));
    const std::string& batch = side.sent.back();
    CHECK(batch.find("error") == std::string::npos);
    CHECK(iam::parse_json(batch, iam::limits_of_own_text(batch.size())).has_value());
}
