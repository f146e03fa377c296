// Requests and notifications of the other side: answers, batches, cancellation, limits.
#include "side.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

using iam::test::cancellation;
using iam::test::error_of;
using iam::test::notification;
using iam::test::request;
using iam::test::Side;
namespace rpc = iam::rpc;
using Texts = std::vector<std::string>;

TEST_CASE("a request is answered under its id, on its channel") {
    Side side;
    CHECK(side.open().receive(request("\"a\"", "echo", "[1.50]"), 9) == rpc::Taken::answered);
    REQUIRE(side.outputs.size() == 1);
    CHECK(side.sent[0] == R"({"jsonrpc":"2.0","id":"a","result":[1.50]})");
    CHECK(side.outputs[0].channel == 9);
    CHECK(side.outputs[0].is_answer);
    CHECK(side.outputs[0].error_code == 0);
    CHECK(side.peer->load().running == 0);
}

TEST_CASE("a notification is handled and never answered") {
    Side side;
    CHECK(side.open().receive(notification("note", "{\"a\":1}"), 3) == rpc::Taken::done);
    REQUIRE(side.notified.size() == 1);
    CHECK(side.notified[0].params == "{\"a\":1}");
    CHECK(side.notified[0].channel == 3);
    CHECK(side.peer->receive(notification("unheard of")) == rpc::Taken::done);
    CHECK(side.count(rpc::Report::Kind::unknown_notification) == 1);
    CHECK(side.sent.empty());
}

TEST_CASE("a request of an unknown method is answered so") {
    Side side;
    CHECK(side.open().receive(request("1", "unheard of")) == rpc::Taken::answered);
    CHECK(error_of(side.sent.at(0)) == std::pair<std::string, int>("1", -32601));
    CHECK(side.outputs[0].error_code == rpc::code::method_not_found);
    CHECK(side.count(rpc::Report::Kind::refused_message) == 1);
}

TEST_CASE("handlers for all other methods get what has none of its own") {
    Side side;
    side.methods->other_requests.run = [](rpc::Request one, rpc::Reply reply) {
        reply.result("\"" + one.method + "\"");
    };
    side.methods->other_notifications = side.methods->notifications["note"];
    side.open().receive(request("1", "any"));
    side.peer->receive(notification("some"));
    CHECK(side.sent == Texts{R"({"jsonrpc":"2.0","id":1,"result":"any"})"});
    CHECK(side.notified.at(0).method == "some");
}

TEST_CASE("texts that are no message are answered by errors") {
    Side side;
    CHECK(side.open().receive("{", 4) == rpc::Taken::answered);
    CHECK(side.peer->receive(R"({"jsonrpc":"2.0","id":3})") == rpc::Taken::answered);
    CHECK(error_of(side.sent.at(0)) == std::pair<std::string, int>("null", -32700));
    CHECK(side.outputs[0].channel == 4);
    CHECK(error_of(side.sent.at(1)) == std::pair<std::string, int>("3", -32600));

    rpc::Protocol protocol = iam::test::named_protocol();
    protocol.writes_null_id = false;
    side.peer->set_protocol(protocol);
    side.peer->receive("{");
    CHECK(error_of(side.sent.at(2)) == std::pair<std::string, int>("absent", -32700));
}

TEST_CASE("an answer is never answered, so that two sides cannot go on forever") {
    Side side;
    side.open();
    for (const std::string text :
         {R"({"jsonrpc":"2.0","id":1,"result":1})", R"({"jsonrpc":"2.0","id":1.5,"result":1})",
          R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}})",
          R"({"jsonrpc":"2.0","id":1,"error":7})"}) {
        CHECK(side.peer->receive(text) == rpc::Taken::done);
    }
    CHECK(side.sent.empty());
    CHECK(side.reports.size() == 4);
}

TEST_CASE("a batch is answered by one batch, without its notifications") {
    Side side;
    side.protocol.has_batches = true;
    side.open();
    const std::string batch = "[" + request("1", "echo", "[1]") + "," + notification("note") + "," +
                              request("2", "keep") + ",5," + request("3", "unheard of") + "]";
    CHECK(side.peer->receive(batch, 6) == rpc::Taken::answered);
    CHECK(side.notified.size() == 1);
    CHECK(side.sent.empty());
    side.kept.at(0).second.result("2");
    REQUIRE(side.sent.size() == 1);
    const iam::Json answers = iam::parse_json(side.sent[0]).value();
    REQUIRE(answers.size() == 4);
    CHECK(answers[0]["error"]["code"] == -32600);
    CHECK(answers[0]["id"].is_null());
    CHECK(answers[1]["error"]["code"] == -32601);
    CHECK(answers[2]["result"] == iam::Json::array({1}));
    CHECK(answers[3]["id"] == 2);
    CHECK(side.outputs[0].channel == 6);
    CHECK(side.outputs[0].is_answer);
}

TEST_CASE("a batch of invalid messages is answered by as many errors") {
    Side side;
    side.protocol.has_batches = true;
    side.open().receive("[1,2,3]");
    REQUIRE(side.sent.size() == 1);
    CHECK(iam::parse_json(side.sent[0]).value().size() == 3);
}

TEST_CASE("a batch of notifications is not answered") {
    Side side;
    side.protocol.has_batches = true;
    CHECK(side.open().receive("[" + notification("note") + "," + notification("note") + "]") ==
          rpc::Taken::done);
    CHECK(side.notified.size() == 2);
    CHECK(side.sent.empty());
    CHECK(side.reports.empty());
}

TEST_CASE("an empty batch is answered by one error that is no batch") {
    Side side;
    side.protocol.has_batches = true;
    side.open().receive("[]");
    CHECK(error_of(side.sent.at(0)) == std::pair<std::string, int>("null", -32600));
}

TEST_CASE("whether batches are taken changes with the protocol") {
    Side side;
    const std::string batch = "[" + request("1", "echo") + "]";
    side.open().receive(batch);
    CHECK(error_of(side.sent.at(0)) == std::pair<std::string, int>("null", -32600));
    side.protocol.has_batches = true;
    side.peer->set_protocol(side.protocol);
    side.peer->receive(batch);
    CHECK(side.sent.at(1) == R"([{"jsonrpc":"2.0","id":1,"result":null}])");
}

TEST_CASE("a method that may not stand in a batch is refused there") {
    Side side;
    side.protocol.has_batches = true;
    side.open().receive("[" + request("1", "start") + "]");
    CHECK(side.kept.empty());
    CHECK(iam::parse_json(side.sent.at(0)).value()[0]["error"]["code"] == -32600);
    side.peer->receive(request("2", "start"));
    CHECK(side.kept.size() == 1);
}

TEST_CASE("answers that do not fit one message become errors of their batch") {
    Side side;
    side.protocol.has_batches = true;
    side.limits.json.bytes_max = 380;
    side.open();
    const std::string part = "[\"" + std::string(90, 'x') + "\"]";
    side.peer->receive("[" + request("1", "echo", part) + "," + request("2", "echo", part) + "]");
    CHECK(iam::parse_json(side.sent.at(0)).value().size() == 2);
    CHECK(side.sent[0].size() <= 380);
    side.peer->receive("[" + request("3", "keep") + "," + request("4", "keep") + "," +
                       request("5", "keep") + "]");
    for (auto& [one, reply] : side.kept) CHECK(reply.result(part));
    const iam::Json answers = iam::parse_json(side.sent.at(1)).value();
    REQUIRE(answers.size() == 3);
    CHECK(answers[1].contains("result"));
    CHECK(answers[2]["error"]["code"] == -32603);
    CHECK(answers[2]["id"] == 5);
}

TEST_CASE("a cancelled request is stopped and not answered") {
    Side side;
    side.open().receive(request("1", "keep"), 8);
    auto& [kept, reply] = side.kept.at(0);
    CHECK_FALSE(kept.stop.stop_requested());
    CHECK(side.peer->receive(cancellation("1")) == rpc::Taken::done);
    CHECK(kept.stop.stop_requested());
    REQUIRE(side.count(rpc::Report::Kind::unanswered) == 1);
    CHECK(side.reports.at(0).channel == 8);
    CHECK_FALSE(reply.progress({1, {}, {}}));
    CHECK_FALSE(reply.result("1"));
    CHECK(side.sent.empty());
}

TEST_CASE("cancellations of unknown, finished and own requests are ignored and reported") {
    Side side;
    side.open().receive(request("1", "echo"));
    side.peer->receive(request("\"2\"", "keep"));
    const rpc::Id own = side.call();
    side.peer->receive(cancellation("1"));
    side.peer->receive(cancellation("2"));  // a number, and the open request has a string
    side.peer->receive(cancellation(own.json()));
    side.peer->receive(notification("notifications/cancelled"));
    CHECK(side.count(rpc::Report::Kind::void_cancellation) == 4);
    CHECK_FALSE(side.kept.at(0).first.stop.stop_requested());
    CHECK(side.outcomes.empty());
}

TEST_CASE("a request is cancelled by its own side only: another conversation's is out of reach") {
    Side mine;
    Side other;
    mine.open().receive(request("1", "keep"));
    other.open().receive(cancellation("1"));
    CHECK(other.count(rpc::Report::Kind::void_cancellation) == 1);
    CHECK(mine.kept.at(0).second.result("1"));
}

TEST_CASE("a request that may not be cancelled goes on") {
    Side side;
    side.open().receive(request("1", "start"));
    side.peer->receive(cancellation("1"));
    CHECK(side.count(rpc::Report::Kind::void_cancellation) == 1);
    CHECK(side.kept.at(0).second.result("{}"));
    CHECK(side.sent.size() == 1);
}

TEST_CASE("without names there is no cancellation and no progress") {
    Side side;
    side.protocol = {};
    side.open().receive(request("1", "keep", R"({"_meta":{"progressToken":1}})"));
    CHECK_FALSE(side.kept.at(0).first.wants_progress);
    side.peer->receive(cancellation("1"));
    CHECK(side.count(rpc::Report::Kind::unknown_notification) == 1);
    CHECK(side.kept.at(0).second.result("{}"));
}

TEST_CASE("the cancelled requests of a batch are left out of its answer") {
    Side side;
    side.protocol.has_batches = true;
    side.open().receive("[" + request("1", "keep") + "," + request("2", "keep") + "]");
    side.peer->receive(cancellation("1"));
    CHECK(side.kept.at(1).second.result("2"));
    CHECK(side.sent == Texts{R"([{"jsonrpc":"2.0","id":2,"result":2}])"});
    CHECK(side.count(rpc::Report::Kind::unanswered) == 0);
}

TEST_CASE("a batch whose requests are all cancelled is reported as unanswered once") {
    Side side;
    side.protocol.has_batches = true;
    side.open().receive("[" + request("1", "keep") + "," + request("2", "keep") + "]", 5);
    side.peer->receive(cancellation("1"));
    CHECK(side.reports.empty());
    side.peer->receive(cancellation("2"));
    REQUIRE(side.count(rpc::Report::Kind::unanswered) == 1);
    CHECK(side.reports.at(0).channel == 5);
    CHECK(side.sent.empty());
}

TEST_CASE("a batch that cancels its own request is not answered before it is read to its end") {
    Side side;
    side.protocol.has_batches = true;
    side.open().receive("[" + request("1", "keep") + "," + cancellation("1") + "," +
                        request("2", "echo") + "]");
    CHECK(side.kept.empty());  // the first one waited until the batch was read
    CHECK(side.sent == Texts{R"([{"jsonrpc":"2.0","id":2,"result":null}])"});
}

TEST_CASE("the end of a channel cancels its requests of every method") {
    Side side;
    side.open().receive(request("1", "start"), 1);
    side.peer->receive(request("2", "keep"), 2);
    side.peer->cancel_channel(1);
    CHECK(side.kept.at(0).first.stop.stop_requested());
    CHECK_FALSE(side.kept.at(0).second.result("1"));
    CHECK(side.kept.at(1).second.result("2"));
    CHECK(side.sent.size() == 1);
}

TEST_CASE("XM66 an id that repeats is refused under that id, and the first request is answered") {
    Side side;
    side.open().receive(request("1", "keep"));
    side.peer->receive(request("1", "keep"));
    side.peer->receive(request("1.0", "echo"));
    CHECK(side.kept.size() == 1);
    CHECK(error_of(side.sent.at(0)) == std::pair<std::string, int>("1", -32600));
    CHECK(error_of(side.sent.at(1)) == std::pair<std::string, int>("1", -32600));
    CHECK(side.kept[0].second.result("1"));
    side.peer->receive(request("1", "echo"));
    CHECK(error_of(side.sent.at(3)) == std::pair<std::string, int>("1", -32600));
}

TEST_CASE("beyond the requests in flight others wait, and beyond these they are refused") {
    Side side;
    side.limits.running_max = 2;
    side.limits.waiting_max = 1;
    side.protocol.busy_code = 77;
    side.open();
    for (const char* const id : {"1", "2", "3"})
        CHECK(side.peer->receive(request(id, "keep")) == rpc::Taken::answered);
    CHECK(side.kept.size() == 2);
    CHECK(side.peer->load().waiting == 1);
    CHECK(side.sent.empty());
    side.peer->receive(request("4", "keep"));
    CHECK(error_of(side.sent.at(0)) == std::pair<std::string, int>("4", 77));

    // Notifications and answers go past: a handler may wait for one.
    side.peer->receive(notification("note"));
    CHECK(side.notified.size() == 1);

    CHECK(side.wakes == 0);
    side.kept[0].second.result("1");
    CHECK(side.wakes == 1);
    CHECK(side.kept.size() == 2);
    side.peer->poll();
    REQUIRE(side.kept.size() == 3);
    CHECK(side.kept[2].first.id.json() == "3");
}

TEST_CASE("a cancelled request holds its place until its handler lets go of it") {
    Side side;
    side.limits.running_max = 1;
    side.open().receive(request("1", "keep"));
    side.peer->receive(cancellation("1"));
    side.peer->receive(request("2", "keep"));
    CHECK(side.kept.size() == 1);
    side.kept.clear();
    CHECK(side.wakes == 1);
    side.peer->poll();
    CHECK(side.kept.at(0).first.id.json() == "2");
}

TEST_CASE("a handler that sets its request aside has the owner begin the next one") {
    Side side;
    side.limits.running_max = 1;
    side.open().receive(request("1", "keep"));
    side.peer->receive(request("2", "keep"));
    CHECK(side.kept.size() == 1);
    side.kept.at(0).second.set_at_work(false);
    CHECK(side.wakes == 1);
    side.peer->poll();
    CHECK(side.kept.at(1).first.id.json() == "2");
    CHECK(side.kept.at(0).second.result("1"));
    CHECK(side.sent.size() == 1);
}

TEST_CASE("requests that are answered at once never wait, however many a batch has") {
    Side side;
    side.protocol.has_batches = true;
    side.limits.running_max = 1;
    side.limits.batch_max = 50;
    std::string batch = "[" + request("0", "echo");
    for (int i = 1; i < 50; ++i) batch += "," + request(std::to_string(i), "echo");
    side.open().receive(batch + "]");
    CHECK(iam::parse_json(side.sent.at(0)).value().size() == 50);
}

TEST_CASE("a channel that is behind is not read from, and no request is begun") {
    Side side;
    side.limits.output_bytes_max = 10;
    side.limits.running_max = 1;
    side.open().receive(request("1", "keep"));
    side.peer->receive(request("2", "keep", R"({"_meta":{"progressToken":1}})"));
    side.takes_output = false;
    side.kept[0].second.result("\"0123456789\"");
    CHECK(side.peer->load().output_bytes > 10);
    side.peer->poll();
    CHECK(side.kept.size() == 1);
    CHECK(side.peer->receive(notification("note")) == rpc::Taken::later);
    CHECK(side.peer->receive("not even JSON") == rpc::Taken::later);
    CHECK(side.notified.empty());
    CHECK_FALSE(side.peer->notify("note").has_value());

    const int wakes = side.wakes;
    side.takes_output = true;
    side.peer->writable();
    CHECK(side.wakes == wakes + 1);
    CHECK(side.peer->load().output_bytes == 0);
    CHECK(side.peer->receive(notification("note")) == rpc::Taken::done);
    CHECK(side.kept.size() == 2);  // receive() has begun the waiting one, too
    CHECK(side.kept[1].second.progress({1, {}, {}}));
}

TEST_CASE("a batch answer fits bytes_max to the byte, and one byte more becomes an error") {
    // "[", two answers, ",", "]": the requests are kept and answered in their order.
    const std::size_t around = iam::test::answer("1", "").size();
    const std::string part(150, '7');
    const std::size_t whole = 2 * (around + part.size()) + 3;
    for (const std::size_t missing : {std::size_t{0}, std::size_t{1}}) {
        Side side;
        side.protocol.has_batches = true;
        side.limits.json.bytes_max = whole - missing;
        side.open().receive("[" + request("1", "keep") + "," + request("2", "keep") + "]");
        for (auto& [one, reply] : side.kept) CHECK(reply.result("\"" + part.substr(2) + "\""));
        REQUIRE(side.sent.size() == 1);
        CHECK(side.sent[0].size() <= side.limits.json.bytes_max);
        const iam::Json answers = iam::parse_json(side.sent[0]).value();
        REQUIRE(answers.size() == 2);
        CHECK(answers[0].contains("result"));
        CHECK(answers[1].contains("error") == (missing == 1));
    }
}

TEST_CASE("the one answer of a batch may fill bytes_max") {
    const std::size_t around = iam::test::answer("1", "").size();
    const std::string part(200, '7');
    for (const std::size_t missing : {std::size_t{0}, std::size_t{1}}) {
        Side side;
        side.protocol.has_batches = true;
        side.limits.json.bytes_max = around + part.size() + 2 - missing;
        side.open().receive("[" + request("1", "keep") + "]");
        CHECK(side.kept.at(0).second.result("\"" + part.substr(2) + "\""));
        CHECK(side.sent.at(0).size() <= side.limits.json.bytes_max);
        CHECK(iam::parse_json(side.sent[0]).value()[0].contains("error") == (missing == 1));
    }
}

TEST_CASE("a large answer leaves room for an error in the place of each other of its batch") {
    Side side;
    side.protocol.has_batches = true;
    side.limits.json.bytes_max = 1000;
    std::string batch = "[" + request("0", "keep");
    for (int i = 1; i < 8; ++i) batch += "," + request(std::to_string(i), "keep");
    side.open().receive(batch + "]");
    REQUIRE(side.kept.size() == 8);
    for (auto& [one, reply] : side.kept) CHECK(reply.result("\"" + std::string(140, 'x') + "\""));
    REQUIRE(side.sent.size() == 1);
    CHECK(side.sent[0].size() <= 1000);
    const iam::Json answers = iam::parse_json(side.sent[0]).value();
    REQUIRE(answers.size() == 8);
    CHECK(answers[0].contains("result"));
    CHECK(answers[7]["error"]["code"] == -32603);
    CHECK(side.peer->load().kept_bytes == 0);
}

TEST_CASE("a cancelled request leaves its room to the rest of its batch") {
    const std::size_t around = iam::test::answer("1", "").size();
    Side side;
    side.protocol.has_batches = true;
    side.limits.json.bytes_max = 300;
    side.open().receive("[" + request("1", "keep") + "," + request("2", "keep") + "]");
    side.peer->receive(cancellation("2"));
    const std::string part(300 - 2 - around - 2, 'x');
    CHECK(side.kept.at(0).second.result("\"" + part + "\""));
    CHECK(side.sent.at(0).size() == 300);
    CHECK(iam::parse_json(side.sent[0]).value()[0].contains("result"));
}

TEST_CASE("a batch whose errors would not fit bytes_max is refused as one") {
    Side side;
    side.protocol.has_batches = true;
    side.limits.json.bytes_max = 300;
    side.open().receive("[1,2,3,4,5,6,7,8," + notification("note") + "]");
    REQUIRE(side.sent.size() == 1);
    CHECK(side.sent[0].size() <= 300);
    CHECK(error_of(side.sent[0]) == std::pair<std::string, int>("null", -32600));
    CHECK(side.notified.empty());
}

TEST_CASE("answers that wait for their batches are bounded over all batches together") {
    Side side;
    side.protocol.has_batches = true;
    side.limits.kept_bytes_max = 5000;
    side.open();
    const std::string part = "\"" + std::string(400, 'x') + "\"";
    for (int i = 0; i < 20; ++i) {
        side.peer->receive("[" + request(std::to_string(2 * i), "keep") + "," +
                           request(std::to_string(2 * i + 1), "keep") + "]");
    }
    REQUIRE(side.kept.size() == 40);
    for (std::size_t i = 0; i < 40; i += 2) CHECK(side.kept[i].second.result(part));
    CHECK(side.sent.empty());
    // Beside the room for 40 errors of about 100 bytes, two answers of 440 bytes fit.
    CHECK(side.peer->load().kept_bytes > 4000);
    CHECK(side.peer->load().kept_bytes <= 5000);
    // The last answer of a batch is not kept, so it always goes out.
    for (std::size_t i = 1; i < 40; i += 2) CHECK(side.kept[i].second.result(part));
    REQUIRE(side.sent.size() == 20);
    CHECK(side.peer->load().kept_bytes == 0);
    for (std::size_t i = 0; i < 20; ++i) {
        const iam::Json answers = iam::parse_json(side.sent[i]).value();
        CHECK(answers.at(0).contains("result") == (i < 2));
        CHECK(answers.at(1).contains("result"));
    }
}

TEST_CASE("a batch whose errors alone would be kept beyond the limit is answered as busy at once") {
    Side side;
    side.protocol.has_batches = true;
    side.limits.kept_bytes_max = 1500;
    side.open();
    const auto receive = [&](std::size_t id) {
        side.peer->receive("[" + request(std::to_string(id), "keep") + ",1,2,3,4,5,6,7,8,9," +
                           notification("note") + "]");
    };
    for (std::size_t id = 0; id < 20; ++id) receive(id);
    CHECK(side.peer->load().kept_bytes <= 1500);
    CHECK(side.kept.size() == 1);
    CHECK(side.notified.size() == 20);
    REQUIRE(side.sent.size() == 19);
    for (const std::string& text : side.sent) {
        const iam::Json answers = iam::parse_json(text).value();
        REQUIRE(answers.size() == 10);
        CHECK(answers[0]["error"]["code"] == -32000);
    }
    // The batch that is open is answered, and then the next one has room.
    CHECK(side.kept.front().second.result("true"));
    CHECK(iam::parse_json(side.sent.back()).value().at(9)["result"] == true);
    CHECK(side.peer->load().kept_bytes == 0);
    receive(20);
    CHECK(side.kept.size() == 2);
}

TEST_CASE("one batch alone has room for its errors, however low the limit is") {
    Side side;
    side.protocol.has_batches = true;
    side.limits.kept_bytes_max = 0;
    side.open().receive("[" + request("1", "keep") + "," + request("2", "keep") + "]");
    REQUIRE(side.kept.size() == 2);
    for (auto& [one, reply] : side.kept) CHECK(reply.result("\"" + std::string(200, 'x') + "\""));
    const iam::Json answers = iam::parse_json(side.sent.at(0)).value();
    CHECK(answers.at(0)["error"]["code"] == -32603);
    CHECK(answers.at(1).contains("result"));
}

TEST_CASE("a busy batch still brings the answers in it") {
    Side side;
    side.protocol.has_batches = true;
    side.limits.kept_bytes_max = 0;
    side.open().receive("[" + request("1", "keep") + "]");
    side.call();
    side.peer->receive("[" + iam::test::answer("1") + "," + request("2", "keep") + "]");
    CHECK(side.outcomes.size() == 1);
    CHECK(side.kept.size() == 1);
    CHECK(iam::parse_json(side.sent.back()).value().at(0)["error"]["code"] == -32000);
}

TEST_CASE("a cancelled batch and a closed conversation keep no answers") {
    Side side;
    side.protocol.has_batches = true;
    side.open().receive("[" + request("1", "echo") + "," + request("2", "keep") + "]");
    CHECK(side.peer->load().kept_bytes > 0);
    side.peer->receive(cancellation("2"));
    CHECK(side.peer->load().kept_bytes == 0);
    CHECK(side.sent.size() == 1);

    side.methods->requests["end"].run = [&](rpc::Request, rpc::Reply) { side.peer->close(); };
    side.open().receive("[" + request("1", "echo") + "," + request("2", "end") + "]");
    CHECK(side.peer->load().kept_bytes == 0);
    CHECK(side.peer->load().output_bytes == 0);
    CHECK(side.sent.size() == 1);
}

TEST_CASE("a notification is never answered, however wrong it is, alone and in a batch") {
    Side side;
    side.protocol.has_batches = true;
    side.limits.method_bytes_max = 20;
    side.limits.json.depth_max = 3;
    side.limits.json.members_max = 4;
    side.open();
    const std::vector<std::string> wrong = {
        notification("note", "1"),
        notification("note", "null"),
        notification("note", R"({"_meta":{"progressToken":null}})"),
        notification("note", "[[[]]]"),
        notification("note", R"({"a":1,"b":2,"c":3,"d":4,"e":5})"),
        notification(std::string(21, 'x')),
        R"({"method":"note"})",
        R"({"params":"text","method":"note","jsonrpc":"2.0"})",
        R"({"jsonrpc":"2.0","method":"note","result":1})",
    };
    for (const std::string& text : wrong) {
        INFO(text);
        CHECK(side.peer->receive(text, 3) == rpc::Taken::done);
        CHECK(side.peer->receive("[" + text + "]", 3) == rpc::Taken::done);
    }
    CHECK(side.sent.empty());
    CHECK(side.notified.empty());
    CHECK(side.count(rpc::Report::Kind::bad_notification) == 2 * wrong.size());
    CHECK(side.reports.at(0).channel == 3);
    CHECK_FALSE(side.reports.at(0).detail.empty());
}
