// Requests, cancellations, answers and time in any order: every request has one outcome.
#include "side.hpp"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using iam::test::Side;
namespace rpc = iam::rpc;

namespace {

/// A client and a server with a wire between them that a test moves message by message. The server
/// keeps its requests until it is told to answer one.
class Wire {
 public:
    Wire() {
        server.limits.running_max = 3;
        server.limits.waiting_max = 2;
        server.limits.output_bytes_max = 400;
        client.limits.own_max = 6;
        client.open();
        server.open();
    }

    void step(std::uint8_t what, std::uint8_t which) {
        switch (what % 9) {
            case 0:
            case 1:
                return call(which);
            case 2:
                return carry(client, server, to_server_);
            case 3:
                return carry(server, client, to_client_);
            case 4:
                return answer(which);
            case 5:
                if (!ids_.empty()) client.peer->cancel(ids_[which % ids_.size()]);
                return;
            case 6:
                client.clock.advance(std::chrono::milliseconds(which));
                return client.peer->poll();
            case 7:
                server.takes_output = !server.takes_output;
                server.peer->writable();
                return;
            default:
                return server.peer->poll();
        }
    }

    /// Lets both sides finish.
    void settle() {
        server.takes_output = true;
        for (int rounds = 0; rounds < 200; ++rounds) {
            server.peer->writable();
            server.peer->poll();
            while (to_server_ < client.sent.size()) carry(client, server, to_server_);
            while (!server.kept.empty()) answer(0);
            while (to_client_ < server.sent.size()) carry(server, client, to_client_);
        }
    }

    Side client{};
    Side server{};
    std::map<std::size_t, std::vector<rpc::Outcome::Kind>> ended{};  // by the number of the call
    std::size_t called = 0;

 private:
    void call(std::uint8_t which) {
        rpc::CallOptions options;
        options.timeout = std::chrono::milliseconds(1 + which);
        if (which % 2 == 0) options.on_progress = [](const rpc::Progress&) {};
        const std::size_t number = called;
        const auto id = client.peer->call(
            which % 5 == 0 ? "drop" : "keep", "",
            [this, number](rpc::Outcome outcome) { ended[number].push_back(outcome.kind); },
            options);
        if (!id) return;
        ids_.push_back(*id);
        ++called;
    }
    void answer(std::uint8_t which) {
        if (server.kept.empty()) return;
        const auto at = server.kept.begin() + which % static_cast<int>(server.kept.size());
        auto [one, reply] = std::move(*at);
        server.kept.erase(at);
        reply.progress({1, {}, {}});
        if (which % 3 == 0) reply.result("{}");
        if (which % 3 == 1) reply.error({5, "no", {}});
    }
    static void carry(Side& from, Side& to, std::size_t& at) {
        if (at >= from.sent.size()) return;
        const std::string text = from.sent[at];
        if (to.peer->receive(text) != rpc::Taken::later) ++at;
    }

    std::size_t to_server_ = 0;  // messages that have been carried
    std::size_t to_client_ = 0;
    std::vector<rpc::Id> ids_{};
};

using Steps = std::vector<std::pair<std::uint8_t, std::uint8_t>>;

/// Tries a property on wires that took 500 rows of up to 200 steps, the same ones in every run.
template <class Property>
void check_wires(Property property) {
    rc::detail::TestParams params;
    params.seed = 1;
    params.maxSuccess = 500;
    params.maxSize = 200;
    const auto result = rc::detail::checkTestable(
        [&](const Steps& steps) {
            Wire wire;
            for (const auto& [what, which] : steps) wire.step(what, which);
            wire.settle();
            property(wire);
        },
        rc::detail::TestMetadata{}, params);
    std::ostringstream sentence;
    rc::detail::printResultMessage(result, sentence);
    INFO(sentence.str());
    CHECK(result.template is<rc::detail::SuccessResult>());
}

/// The answers that the server sent, by id.
std::map<std::string, int> answers_of(const Side& server) {
    std::map<std::string, int> answers;
    for (const rpc::Output& output : server.outputs)
        if (output.is_answer) ++answers[iam::parse_json(output.text).value()["id"].dump()];
    return answers;
}

}  // namespace

TEST_CASE("each request has exactly one outcome in any order of events") {
    check_wires([](Wire& wire) {
        wire.client.peer->close();
        RC_ASSERT(wire.ended.size() == wire.called);
        for (const auto& [number, kinds] : wire.ended) RC_ASSERT(kinds.size() == 1U);
        const rpc::Load load = wire.server.peer->load();
        RC_ASSERT(load.running + load.waiting + load.output_bytes == 0U);
    });
}

TEST_CASE("each request is answered once or reported as unanswered, never both") {
    check_wires([](Wire& wire) {
        std::set<std::string> unanswered;
        for (const rpc::Report& report : wire.server.reports)
            if (report.kind == rpc::Report::Kind::unanswered)
                RC_ASSERT(unanswered.insert(report.detail).second);
        const auto answers = answers_of(wire.server);
        for (const auto& [id, count] : answers) {
            RC_ASSERT(count == 1);
            RC_ASSERT(unanswered.count(id) == 0U);
        }
        // All that the client sent has come to one of the two.
        RC_ASSERT(answers.size() + unanswered.size() == wire.called);
    });
}
