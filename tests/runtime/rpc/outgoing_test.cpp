// Own requests and notifications: outcomes, cancellation, progress, time-outs, limits.
#include "side.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using iam::test::answer;
using iam::test::error_of;
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
    CHECK(side.outcomes[0].kind == OutcomeKind::failed);
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

TEST_CASE("a function of an own request may own a Reply, which answers as the request ends") {
    Side side;
    side.open();
    const auto owner_of_reply = [&](std::string_view id) {
        side.peer->receive(request(id, "keep"));
        auto reply = std::make_shared<rpc::Reply>(std::move(side.kept.back().second));
        side.kept.pop_back();
        rpc::CallOptions options;
        options.on_progress = [reply](const rpc::Progress&) {};
        options.timeout = milliseconds(10);
        return options;
    };
    const auto call = [&](std::string_view id) {
        return side.peer->call("ask", "", {}, owner_of_reply(id)).value();
    };
    side.peer->receive(answer(call("1").json()));
    CHECK(error_of(side.sent.back()) == std::pair<std::string, int>("1", -32603));
    side.peer->cancel(call("2"));
    CHECK(error_of(side.sent.back()) == std::pair<std::string, int>("2", -32603));
    side.peer->fail_call(call("3"), {});
    CHECK(error_of(side.sent.back()) == std::pair<std::string, int>("3", -32603));
    call("4");
    side.clock.advance(milliseconds(10));
    side.peer->poll();
    CHECK(error_of(side.sent.back()) == std::pair<std::string, int>("4", -32603));
    side.call(owner_of_reply("5"));
    side.peer->close();
    CHECK(side.outcomes.size() == 1);
}

TEST_CASE("a refused request destroys its functions where they may call the Peer") {
    Side side;
    side.limits.own_max = 0;
    side.open();
    side.peer->receive(request("1", "keep"));
    auto reply = std::make_shared<rpc::Reply>(std::move(side.kept.back().second));
    side.kept.pop_back();
    rpc::CallOptions options;
    options.on_progress = [reply](const rpc::Progress&) {};
    reply.reset();
    CHECK_FALSE(side.peer->call("ask", "", {}, std::exchange(options, {})).has_value());
    CHECK(error_of(side.sent.back()) == std::pair<std::string, int>("1", -32603));
}

TEST_CASE("no lock is held while a function of an own request is copied") {
    struct Asks {
        explicit Asks(const rpc::Peer& one) : peer(one) {}
        Asks(const Asks& other) : peer(other.peer) { (void)peer.load(); }
        Asks(Asks&& other) noexcept : peer(other.peer) {}
        void operator()(const rpc::Progress&) const {}
        const rpc::Peer& peer;
    };
    Side side;
    side.open();
    rpc::CallOptions options;
    options.on_progress = Asks(*side.peer);
    side.call(options);
    CHECK(side.peer->load().own == 1);
}

TEST_CASE("no lock is held while the clock is read") {
    struct AskingClock final : iam::Clock {
        iam::Moment now() const override {
            if (peer != nullptr) (void)peer->load();
            return {};
        }
        const rpc::Peer* peer = nullptr;
    };
    AskingClock clock;
    rpc::Parts parts;
    parts.clock = &clock;
    parts.methods = std::make_shared<rpc::Methods>();
    parts.protocol = iam::test::named_protocol();
    parts.send = [](rpc::Output&) { return true; };
    rpc::Peer peer(std::move(parts));
    clock.peer = &peer;
    int told = 0;
    rpc::CallOptions options;
    options.on_progress = [&](const rpc::Progress&) { ++told; };
    REQUIRE(peer.call("ask", "", {}, options).has_value());
    peer.receive(progress_note("1", "1"));
    peer.poll();
    CHECK(told == 1);
}

TEST_CASE("an answer with too many members or values is not answered and ends its request") {
    Side side;
    const std::string_view result =
        GENERATE(R"({"a":1,"b":2,"c":3,"d":4})", "[1,2,3,4,5,6]", "\"12345678901234567890\"");
    side.limits.json.members_max = 3;
    side.limits.json.elements_max = 5;
    side.limits.json.string_bytes_max = 19;
    side.open();
    side.call();
    CHECK(side.peer->receive(answer("1", result)) == rpc::Taken::done);
    REQUIRE(side.outcomes.size() == 1);
    CHECK(side.outcomes[0].kind == OutcomeKind::bad_answer);
    CHECK(side.sent.size() == 1);
}

TEST_CASE("an answer in a batch over the limits is not answered and ends its request") {
    Side side;
    side.protocol.has_batches = true;
    side.limits.json.depth_max = 3;
    side.open();
    side.call();
    side.call();
    CHECK(side.peer->receive("[" + answer("1", "[[[]]]") + "," + notification("note") + "]") ==
          rpc::Taken::done);
    REQUIRE(side.outcomes.size() == 1);
    CHECK(side.outcomes[0].kind == OutcomeKind::bad_answer);
    CHECK(side.sent.size() == 2);
    CHECK(side.notified.empty());

    CHECK(side.peer->receive("[" + answer("2", "[[[]]]") + "," + request("7", "echo") + "]") ==
          rpc::Taken::answered);
    CHECK(side.outcomes.size() == 2);
    REQUIRE(side.sent.size() == 3);
    const iam::Json answers = iam::parse_json(side.sent[2]).value();
    REQUIRE(answers.size() == 1);
    CHECK(answers[0]["id"] == 7);
    CHECK(answers[0]["error"]["code"] == -32600);
}

TEST_CASE("a member 'params' makes no answer bad, of any kind and at any place") {
    Side side;
    side.open();
    side.call();
    side.call();
    side.peer->receive(R"({"jsonrpc":"2.0","params":1,"id":1,"result":{}})");
    side.peer->receive(
        R"({"jsonrpc":"2.0","id":2,"result":{},"params":{"_meta":{"progressToken":null}}})");
    REQUIRE(side.outcomes.size() == 2);
    CHECK(side.outcomes[0].kind == OutcomeKind::result);
    CHECK(side.outcomes[1].kind == OutcomeKind::result);
    CHECK(side.reports.empty());
}

TEST_CASE("a reason that does not fit a message is left out of the cancellation") {
    const std::string head =
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1)";
    const std::string reason = R"(,"reason":"xxxxxxxxxx")";
    const std::string tail = "}}";
    const std::size_t missing = GENERATE(std::size_t{0}, std::size_t{1});
    Side side;
    side.limits.json.bytes_max = head.size() + reason.size() + tail.size() - missing;
    side.open();
    CHECK(side.peer->cancel(side.call(), std::string(10, 'x')));
    CHECK(side.sent.back() == head + (missing == 0 ? reason : "") + tail);
    CHECK(side.outcomes.at(0).error.message == std::string(10, 'x'));
}

TEST_CASE("the token of progress counts towards the limits of its request") {
    Side side;
    side.limits.json.depth_max = 2;
    side.open();
    rpc::CallOptions options;
    options.on_progress = [](const rpc::Progress&) {};
    const auto id = side.peer->call("ask", "{}", {}, options);
    REQUIRE_FALSE(id.has_value());
    CHECK(id.error().code == iam::Errc::invalid_argument);
    CHECK(side.sent.empty());
}
