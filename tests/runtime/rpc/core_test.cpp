// Tests of runtime/src/rpc/{core,peer}.cpp: the order of messages, exceptions, threads, the end.
#include "side.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using iam::test::answer;
using iam::test::notification;
using iam::test::request;
using iam::test::Side;
namespace rpc = iam::rpc;

namespace {

/// A gate that threads wait at.
class Signal {
 public:
    void give() {
        const std::lock_guard lock(mutex_);
        given_ = true;
        news_.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        news_.wait(lock, [&] { return given_; });
    }

 private:
    std::mutex mutex_;
    std::condition_variable news_;
    bool given_ = false;
};

rpc::Parts parts_of(Side& side) {
    rpc::Parts parts;
    parts.clock = &side.clock;
    parts.methods = side.methods;
    parts.protocol = side.protocol;
    parts.on_report = [&side](const rpc::Report& report) {
        const std::lock_guard lock(side.mutex);
        side.reports.push_back(report);
    };
    return parts;
}

}  // namespace

TEST_CASE("messages that the channel does not take are kept in their order") {
    Side side;
    side.takes_output = false;
    side.open();
    for (const char* const method : {"a", "b", "c"}) CHECK(side.peer->notify(method).has_value());
    CHECK(side.sent.empty());
    side.peer->poll();
    CHECK(side.sent.empty());
    side.takes_output = true;
    side.peer->writable();
    REQUIRE(side.sent.size() == 3);
    CHECK(side.sent[0] == notification("a"));
    CHECK(side.sent[2] == notification("c"));
    CHECK(side.peer->load().output_bytes == 0);
}

TEST_CASE("a channel is behind when it holds more bytes than may wait, not before") {
    Side side;
    side.takes_output = false;
    side.limits.output_bytes_max = notification("a").size();
    side.open();
    CHECK(side.peer->notify("a").has_value());
    CHECK(side.peer->load().output_bytes == side.limits.output_bytes_max);
    CHECK(side.peer->receive(notification("note")) == rpc::Taken::done);
    CHECK(side.peer->notify("b").has_value());
    CHECK(side.peer->receive(notification("note")) == rpc::Taken::later);
    CHECK(side.peer->notify("c").error().code == iam::Errc::unavailable);
    CHECK(side.peer->call("ask", "", {}).error().code == iam::Errc::unavailable);
    CHECK(side.notified.size() == 1);
}

TEST_CASE("a channel that can take more before it has said no is asked again") {
    Side side;
    rpc::Parts parts = parts_of(side);
    rpc::Peer* peer = nullptr;
    int asked = 0;
    parts.send = [&](rpc::Output&) {
        if (++asked > 1) return true;
        peer->writable();  // another thread would do so between the refusal and its return
        return false;
    };
    rpc::Peer one(std::move(parts));
    peer = &one;
    CHECK(one.notify("a").has_value());
    CHECK(asked == 2);
    CHECK(one.load().output_bytes == 0);
}

TEST_CASE("a message that is made while another is sent follows it") {
    Side side;
    rpc::Parts parts = parts_of(side);
    rpc::Peer* peer = nullptr;
    std::vector<std::string> sent;
    parts.send = [&](rpc::Output& output) {
        if (sent.empty()) CHECK(peer->notify("second").has_value());
        sent.push_back(output.text);
        return true;
    };
    rpc::Peer one(std::move(parts));
    peer = &one;
    CHECK(one.notify("first").has_value());
    CHECK(sent == std::vector<std::string>{notification("first"), notification("second")});
}

TEST_CASE("exceptions of the owner's functions are reported and harm nothing") {
    Side side;
    side.methods->notifications["bad"] = [](rpc::Notification) { throw 7; };
    rpc::Parts parts = parts_of(side);
    int sent = 0;
    parts.send = [&](rpc::Output&) -> bool {
        ++sent;
        throw std::runtime_error("no wire");
    };
    parts.on_wake = [] { throw std::runtime_error("asleep"); };
    rpc::Peer peer(std::move(parts));
    peer.receive(notification("bad"));
    CHECK(side.count(rpc::Report::Kind::failed_function) == 1);
    REQUIRE(peer.call("ask", "", [](rpc::Outcome) { throw 8; }).has_value());
    CHECK(side.count(rpc::Report::Kind::failed_function) == 3);
    CHECK(sent == 1);
    CHECK(peer.load().output_bytes == 0);  // a message whose sending failed so is lost
    peer.receive(answer("1"));
    CHECK(side.count(rpc::Report::Kind::failed_function) == 4);
}

TEST_CASE("a function of the owner keeps its state and is not copied for a call") {
    struct Counter {
        explicit Counter(int& all) : copies(all) {}
        Counter(const Counter& other) : copies(other.copies) { ++copies; }
        Counter(Counter&& other) noexcept : copies(other.copies) {}
        void operator()() const {}
        int& copies;
    };
    Side side;
    rpc::Parts parts = parts_of(side);
    parts.send = [](rpc::Output&) { return true; };
    int copies = 0;
    int wakes = 0;
    parts.on_wake = [&wakes, counter = Counter(copies), n = 0]() mutable {
        counter();
        wakes = ++n;
    };
    rpc::Peer peer(std::move(parts));
    const int before = copies;
    rpc::CallOptions options;
    for (int i = 9; i > 6; --i) {  // each deadline is nearer than the one before
        options.timeout = std::chrono::milliseconds(i);
        REQUIRE(peer.call("ask", "", {}, options).has_value());
    }
    CHECK(wakes == 3);
    CHECK(copies == before);

    const Counter outcome(copies);
    REQUIRE(peer.call("ask", "", [outcome](rpc::Outcome) { outcome(); }).has_value());
    const int made = copies;
    peer.receive(answer("4"));
    CHECK(copies == made);
}

TEST_CASE("a report that throws is forgotten") {
    Side side;
    rpc::Parts parts = parts_of(side);
    parts.send = [](rpc::Output&) { return true; };
    parts.on_report = [](const rpc::Report&) { throw 1; };
    rpc::Peer peer(std::move(parts));
    CHECK(peer.receive(answer("1")) == rpc::Taken::done);
}

TEST_CASE("closing ends every own request and stops every other, without a word") {
    Side side;
    side.limits.running_max = 1;
    side.open();
    side.call();
    side.peer->receive(request("1", "keep"));
    side.peer->receive(request("2", "keep"));
    side.takes_output = false;
    CHECK(side.peer->notify("late").has_value());
    const std::size_t sent = side.sent.size();
    side.takes_output = true;
    side.peer->close();
    REQUIRE(side.outcomes.size() == 1);
    CHECK(side.outcomes[0].kind == rpc::Outcome::Kind::closed);
    CHECK(side.kept.at(0).first.stop.stop_requested());
    CHECK_FALSE(side.kept[0].second.result("1"));
    side.peer->writable();
    side.peer->poll();
    CHECK(side.kept.size() == 1);
    CHECK(side.peer->receive(request("3", "echo")) == rpc::Taken::done);
    CHECK(side.peer->call("ask", "", {}).error().code == iam::Errc::unavailable);
    CHECK(side.peer->notify("note").error().code == iam::Errc::unavailable);
    side.peer->close();
    CHECK(side.sent.size() == sent);
}

TEST_CASE("a handler and an outcome may close the conversation") {
    Side side;
    side.methods->requests["end"].run = [&](rpc::Request, rpc::Reply reply) {
        side.peer->close();
        CHECK_FALSE(reply.result("1"));
    };
    side.open();
    const auto id = side.peer->call("ask", "", [&](rpc::Outcome) { side.peer->close(); });
    REQUIRE(id.has_value());
    CHECK(side.peer->receive(request("1", "end")) == rpc::Taken::answered);
    CHECK(side.sent.size() == 1);
}

TEST_CASE("closing waits for a thread that still sends an answer") {
    Side side;
    Signal inside;
    Signal closing;
    Signal go;
    std::atomic<bool> has_left{false};
    rpc::Parts parts = parts_of(side);
    parts.send = [&](rpc::Output& output) {
        if (!output.is_answer) return true;
        inside.give();
        go.wait();
        has_left = true;
        return true;
    };
    rpc::Peer peer(std::move(parts));
    REQUIRE(peer.call("ask", "", [&](rpc::Outcome) { closing.give(); }).has_value());
    peer.receive(request("1", "keep"));
    std::thread worker([&] { side.kept.at(0).second.result("1"); });
    inside.wait();
    bool had_left = false;
    std::thread closer([&] {
        peer.close();
        had_left = has_left;
    });
    closing.wait();
    go.give();
    closer.join();
    worker.join();
    CHECK(had_left);
}

TEST_CASE("a slow channel of one conversation hinders no other") {
    Side slow;
    Signal inside;
    Signal go;
    rpc::Parts parts = parts_of(slow);
    parts.send = [&](rpc::Output&) {
        inside.give();
        go.wait();
        return true;
    };
    rpc::Peer peer(std::move(parts));
    std::thread stuck([&] { (void)peer.notify("note"); });
    inside.wait();
    // The same conversation still reads, and keeps its own messages.
    CHECK(peer.receive(request("1", "echo")) == rpc::Taken::answered);
    Side other;
    other.open().receive(request("1", "echo"));
    CHECK(other.sent.size() == 1);
    go.give();
    stuck.join();
    CHECK(peer.load().output_bytes == 0);
}

TEST_CASE("answers of many threads each go out once and whole") {
    constexpr int k_requests = 400;
    constexpr int k_threads = 4;
    Side side;
    side.limits.running_max = k_requests;
    side.open();
    for (int i = 0; i < k_requests; ++i) {
        side.peer->receive(request(std::to_string(i), "keep", R"({"_meta":{"progressToken":1}})"));
    }
    REQUIRE(side.kept.size() == k_requests);
    std::vector<rpc::Reply> replies;
    for (auto& [one, reply] : side.kept) replies.push_back(std::move(reply));
    std::atomic<int> answered{0};
    const auto work = [&] {
        for (rpc::Reply& reply : replies) {
            reply.progress({1, {}, {}});
            answered += reply.result("{}") ? 1 : 0;
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < k_threads; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    CHECK(answered == k_requests);
    int answers = 0;
    for (const rpc::Output& output : side.outputs) answers += output.is_answer ? 1 : 0;
    CHECK(answers == k_requests);
    CHECK(side.peer->load().running == 0);
}

TEST_CASE("two sides that call each other from many threads end every request once") {
    constexpr int k_calls = 300;
    Side left;
    Side right;
    rpc::Peer* left_peer = nullptr;
    rpc::Peer* right_peer = nullptr;
    std::mutex mutex;
    std::vector<std::string> to_left;
    std::vector<std::string> to_right;
    const auto carry = [&](std::vector<std::string>& to) {
        return [&](rpc::Output& output) {
            const std::lock_guard lock(mutex);
            to.push_back(std::move(output.text));
            return true;
        };
    };
    rpc::Parts left_parts = parts_of(left);
    left_parts.limits.own_max = 10 * k_calls;
    left_parts.send = carry(to_right);
    rpc::Parts right_parts = parts_of(right);
    right_parts.send = carry(to_left);
    rpc::Peer left_one(std::move(left_parts));
    rpc::Peer right_one(std::move(right_parts));
    left_peer = &left_one;
    right_peer = &right_one;

    std::atomic<int> made{0};
    std::atomic<int> ended{0};
    std::atomic<int> refused{0};
    std::atomic<bool> done{false};
    const auto call = [&] {
        for (int i = 0; i < k_calls; ++i) {
            const auto id = left_peer->call("echo", "[1]", [&](rpc::Outcome) { ++ended; });
            if (!id) continue;
            ++made;
            if (i % 3 == 0) left_peer->cancel(*id, "changed my mind");
        }
    };
    const auto pump = [&](std::vector<std::string>& from, rpc::Peer& to) {
        std::vector<std::string> texts;
        {
            const std::lock_guard lock(mutex);
            texts.swap(from);
        }
        for (const std::string& text : texts)
            refused += to.receive(text) == rpc::Taken::later ? 1 : 0;
        return !texts.empty();
    };
    std::thread reader([&] {
        bool more = true;
        bool was_done = false;
        while (more || !was_done) {
            was_done = done;  // before the last look
            more = pump(to_right, *right_peer);
            more = pump(to_left, *left_peer) || more;
        }
    });
    std::thread first(call);
    std::thread second(call);
    first.join();
    second.join();
    done = true;
    reader.join();
    CHECK(made == 2 * k_calls);
    CHECK(ended == 2 * k_calls);
    CHECK(refused == 0);
    CHECK(left_peer->load().own == 0);
    CHECK(right_peer->load().running + right_peer->load().waiting == 0);
}
