// Own requests and notifications: outcomes, cancellation, progress, time-outs, limits.
#include "side.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

using iam::test::answer;
using iam::test::notification;
using iam::test::request;
using iam::test::Side;
namespace rpc = iam::rpc;
using std::chrono::milliseconds;
using OutcomeKind = rpc::Outcome::Kind;

namespace {

std::string progress_note(std::string_view token, std::string_view value) {
    return notification("notifications/progress", "{\"progressToken\":" + std::string(token) +
                                                      ",\"progress\":" + std::string(value) + "}");
}

}  // namespace

TEST_CASE("own requests have ids of their own and get their answers in any order") {
    Side side;
    side.open();
    const rpc::Id first = side.call({}, "{\"a\":1}");
    const rpc::Id second = side.call();
    CHECK(side.sent.at(0) == R"({"jsonrpc":"2.0","id":1,"method":"ask","params":{"a":1}})");
    CHECK(side.outputs.at(1).own_request == second);
    CHECK_FALSE(side.outputs.at(1).is_answer);
    side.peer->receive(answer(second.json(), "[2]"));
    side.peer->receive(answer(first.json(), "[1]"));
    REQUIRE(side.outcomes.size() == 2);
    CHECK(side.outcomes[0].kind == OutcomeKind::result);
    CHECK(side.outcomes[0].result == "[2]");
    CHECK(side.outcomes[1].result == "[1]");
    CHECK(side.peer->load().own == 0);
}

TEST_CASE("an error of the other side is the outcome") {
    Side side;
    side.open();
    side.call();
    side.peer->receive(
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad","data":{"at":3}}})");
    REQUIRE(side.outcomes.size() == 1);
    CHECK(side.outcomes[0].kind == OutcomeKind::error);
    CHECK(side.outcomes[0].error.code == -32602);
    CHECK(side.outcomes[0].error.message == "bad");
    CHECK(side.outcomes[0].error.data == "{\"at\":3}");
}

TEST_CASE("answers to no open request are ignored and reported") {
    Side side;
    side.open();
    side.call();
    side.peer->receive(answer("\"1\""));
    side.peer->receive(answer("2"));
    CHECK(side.outcomes.empty());
    side.peer->receive(answer("1"));
    side.peer->receive(answer("1"));
    CHECK(side.outcomes.size() == 1);
    CHECK(side.count(rpc::Report::Kind::unknown_answer) == 3);
    CHECK(side.sent.size() == 1);
}

TEST_CASE("an answer that breaks the rules ends its request") {
    Side side;
    side.open();
    side.call();
    side.peer->receive(R"({"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"m"}})");
    REQUIRE(side.outcomes.size() == 1);
    CHECK(side.outcomes[0].kind == OutcomeKind::bad_answer);
    CHECK_FALSE(side.outcomes[0].error.message.empty());
    CHECK(side.count(rpc::Report::Kind::bad_answer) == 1);
}

TEST_CASE("an answer over the limits ends its request at once") {
    Side side;
    side.limits.json.depth_max = 3;
    side.open();
    side.call();
    side.peer->receive(answer("1", "[[[]]]"));
    REQUIRE(side.outcomes.size() == 1);
    CHECK(side.outcomes[0].kind == OutcomeKind::bad_answer);
}

TEST_CASE("an error about a message that could not be read is reported with its text") {
    Side side;
    side.open();
    side.call();
    side.peer->receive(R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"what was that"}})");
    REQUIRE(side.count(rpc::Report::Kind::bad_answer) == 1);
    CHECK(side.reports.at(0).detail.find("what was that") != std::string::npos);
    CHECK(side.outcomes.empty());
}

TEST_CASE("a request that is cancelled ends so, and the other side is told") {
    Side side;
    side.open();
    rpc::CallOptions options;
    options.channel = 4;
    const rpc::Id id = side.call(options);
    CHECK(side.peer->cancel(id, "not needed"));
    REQUIRE(side.outcomes.size() == 1);
    CHECK(side.outcomes[0].kind == OutcomeKind::cancelled);
    CHECK(
        side.sent.at(1) ==
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"not needed"}})");
    CHECK(side.outputs.at(1).channel == 4);
    CHECK_FALSE(side.peer->cancel(id));
    side.peer->receive(answer("1"));
    CHECK(side.outcomes.size() == 1);
}

TEST_CASE("a cancellation is told only where it may be") {
    Side side;
    rpc::CallOptions silent;
    silent.tells_cancel = false;
    side.open();
    CHECK(side.peer->cancel(side.call(silent)));
    CHECK(side.sent.size() == 1);
    side.peer->set_protocol({});
    CHECK(side.peer->cancel(side.call()));
    CHECK(side.sent.size() == 2);
}

TEST_CASE("a request times out when its time is over, and the other side is told") {
    Side side;
    side.open();
    CHECK_FALSE(side.peer->next_deadline().has_value());
    rpc::CallOptions options;
    options.timeout = milliseconds(500);
    side.call(options);
    CHECK(side.wakes == 1);
    CHECK(side.peer->next_deadline() == side.clock.boot() + milliseconds(500));
    side.clock.advance(milliseconds(499));
    side.peer->poll();
    CHECK(side.outcomes.empty());
    side.clock.advance(milliseconds(1));
    side.peer->poll();
    REQUIRE(side.outcomes.size() == 1);
    CHECK(side.outcomes[0].kind == OutcomeKind::timed_out);
    CHECK(side.sent.at(1).find("notifications/cancelled") != std::string::npos);
    CHECK_FALSE(side.peer->next_deadline().has_value());
    side.peer->receive(answer("1"));
    CHECK(side.count(rpc::Report::Kind::unknown_answer) == 1);
}

TEST_CASE("the owner is woken only for a deadline that is nearer than all others") {
    Side side;
    side.open();
    rpc::CallOptions options;
    options.timeout = milliseconds(500);
    side.call(options);
    side.call();
    CHECK(side.wakes == 1);
    options.timeout = milliseconds(499);
    side.call(options);
    CHECK(side.wakes == 2);
}

TEST_CASE(
    "progress comes under the token of its request and keeps it alive, up to its whole time") {
    Side side;
    std::vector<double> values;
    rpc::CallOptions options;
    options.timeout = milliseconds(100);
    options.timeout_total = milliseconds(150);
    options.on_progress = [&](const rpc::Progress& progress) { values.push_back(progress.value); };
    side.open();
    side.call(options, R"({"a":1})");
    CHECK(
        side.sent.at(0) ==
        R"({"jsonrpc":"2.0","id":1,"method":"ask","params":{"_meta":{"progressToken":1},"a":1}})");
    side.clock.advance(milliseconds(99));
    side.peer->receive(progress_note("1", "0.5"));
    side.clock.advance(milliseconds(50));
    side.peer->poll();
    CHECK(side.outcomes.empty());
    side.peer->receive(progress_note("1", "0.6"));
    side.clock.advance(milliseconds(1));
    side.peer->poll();
    REQUIRE(side.outcomes.size() == 1);
    CHECK(side.outcomes[0].kind == OutcomeKind::timed_out);
    CHECK(values == std::vector<double>{0.5, 0.6});
}

TEST_CASE("progress of unknown, finished or silent requests is ignored and reported") {
    Side side;
    int told = 0;
    rpc::CallOptions options;
    options.on_progress = [&](const rpc::Progress&) { ++told; };
    side.open();
    side.call(options);
    side.call();
    side.peer->receive(progress_note("2", "1"));
    side.peer->receive(progress_note("\"1\"", "1"));
    side.peer->receive(progress_note("1", "\"half\""));
    side.peer->receive(progress_note("1", "1"));
    side.peer->receive(progress_note("1", "1"));
    side.peer->receive(answer("1"));
    side.peer->receive(progress_note("1", "2"));
    CHECK(told == 1);
    CHECK(side.count(rpc::Report::Kind::void_progress) == 5);
}

TEST_CASE("a request whose channel has failed ends as the owner says, and nobody is told") {
    Side side;
    side.open();
    const rpc::Id id = side.call();
    CHECK(side.peer->fail_call(id, {401, "unauthorized", {}}));
    CHECK_FALSE(side.peer->fail_call(id, {}));
    REQUIRE(side.outcomes.size() == 1);
    CHECK(side.outcomes[0].kind == OutcomeKind::error);
    CHECK(side.outcomes[0].error.code == 401);
    CHECK(side.sent.size() == 1);
}

TEST_CASE("own requests in flight are bounded at their limit") {
    Side side;
    side.limits.own_max = 2;
    side.open();
    side.call();
    side.call();
    bool was_called = false;
    const auto refused = side.peer->call("ask", "", [&](rpc::Outcome) { was_called = true; });
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == iam::Errc::unavailable);
    CHECK_FALSE(was_called);
    CHECK(side.sent.size() == 2);
    side.peer->receive(answer("1"));
    CHECK(side.call().json() == "4");  // an id is used once, and the refused call had one
}

TEST_CASE("a request that cannot be sent is an error, and nothing is sent") {
    Side side;
    side.limits.method_bytes_max = 4;
    side.limits.json.bytes_max = 60;
    side.limits.json.depth_max = 3;
    side.open();
    const auto code_of = [&](std::string_view method, std::string_view params,
                             rpc::CallOptions options = {}) {
        const auto id = side.peer->call(method, params, {}, std::move(options));
        REQUIRE_FALSE(id.has_value());
        const auto sent = side.peer->notify(method, params);
        CHECK((sent.has_value() || sent.error().code == id.error().code));
        return id.error().code;
    };
    CHECK(code_of("abcde", "") == iam::Errc::invalid_argument);
    CHECK(code_of("\xFF", "") == iam::Errc::invalid_argument);
    CHECK(code_of("abcd", "1") == iam::Errc::invalid_argument);
    CHECK(code_of("abcd", "[[[]]]") == iam::Errc::invalid_argument);
    CHECK(code_of("abcd", "[\"" + std::string(60, 'x') + "\"]") == iam::Errc::invalid_argument);
    CHECK(side.sent.empty());
    rpc::CallOptions options;
    options.timeout = milliseconds(0);
    CHECK(code_of("abcd", "", options) == iam::Errc::invalid_argument);
    options = {};
    options.on_progress = [](const rpc::Progress&) {};
    CHECK(code_of("abcd", "[]", options) == iam::Errc::invalid_argument);
    side.peer->set_protocol({});
    CHECK(code_of("abcd", "{}", options) == iam::Errc::invalid_argument);
    CHECK(side.peer->load().own == 0);
}

TEST_CASE("a notification goes out on the channel that it names") {
    Side side;
    side.open();
    CHECK(side.peer->notify("note", "{\"a\":\n1}", 12).has_value());
    CHECK(side.sent.at(0) == R"({"jsonrpc":"2.0","method":"note","params":{"a": 1}})");
    CHECK(side.outputs.at(0).channel == 12);
}

TEST_CASE("a callback may make the next request") {
    Side side;
    side.open();
    const auto id = side.peer->call("ask", "", [&](rpc::Outcome) { side.call(); });
    REQUIRE(id.has_value());
    side.peer->receive(answer(id->json()));
    CHECK(side.sent.size() == 2);
    CHECK(side.peer->load().own == 1);
}
