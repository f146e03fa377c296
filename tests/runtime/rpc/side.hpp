// One side of a conversation for tests: a Peer on a clock that stands still, and all that it did.
#pragma once

#include <iam/core/json.hpp>
#include <iam/rpc/peer.hpp>
#include <support/fake_clock.hpp>

#include <catch2/catch.hpp>

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::test {

/// The names that MCP gives to cancellation and progress.
inline rpc::Protocol named_protocol() {
    rpc::Protocol protocol;
    protocol.cancel = {"notifications/cancelled", "requestId", "reason"};
    protocol.progress = {"notifications/progress", "_meta", "progressToken"};
    return protocol;
}

inline std::string request(std::string_view id, std::string_view method,
                           std::string_view params = {}) {
    std::string text = R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" +
                       std::string(method) + "\"";
    if (!params.empty()) text += ",\"params\":" + std::string(params);
    return text + "}";
}
inline std::string notification(std::string_view method, std::string_view params = {}) {
    std::string text = R"({"jsonrpc":"2.0","method":")" + std::string(method) + "\"";
    if (!params.empty()) text += ",\"params\":" + std::string(params);
    return text + "}";
}
inline std::string answer(std::string_view id, std::string_view result = "{}") {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) + ",\"result\":" + std::string(result) +
           "}";
}
inline std::string cancellation(std::string_view id) {
    return notification("notifications/cancelled", "{\"requestId\":" + std::string(id) + "}");
}
/// The id, as JSON, and the code of an error answer; ("", 0) of any other message.
inline std::pair<std::string, int> error_of(std::string_view text) {
    const Json message = parse_json(text).value();
    if (!message.is_object() || !message.contains("error")) return {"", 0};
    const std::string id = message.contains("id") ? message["id"].dump() : "absent";
    return {id, message["error"]["code"].get<int>()};
}

/// Set members before open(). Not thread-safe, except for the functions that the Peer calls.
/// Its methods: `echo` answers with its parameters, `keep` keeps the Reply, `start` does so and may
/// neither be cancelled nor batched, `drop` forgets the Reply, `throw` throws.
struct Side {
    FakeClock clock{};
    rpc::Limits limits{};
    rpc::Protocol protocol = named_protocol();
    std::shared_ptr<rpc::Methods> methods = std::make_shared<rpc::Methods>();
    bool takes_output = true;

    mutable std::mutex mutex{};
    std::vector<rpc::Output> outputs{};
    std::vector<std::string> sent{};
    std::vector<rpc::Report> reports{};
    int wakes = 0;
    std::deque<std::pair<rpc::Request, rpc::Reply>> kept{};
    std::vector<rpc::Notification> notified{};
    std::vector<rpc::Outcome> outcomes{};
    std::unique_ptr<rpc::Peer> peer{};

    Side() {
        const auto keep = [this](rpc::Request request, rpc::Reply reply) {
            const std::lock_guard lock(mutex);
            kept.emplace_back(std::move(request), std::move(reply));
        };
        methods->requests["echo"].run = [](rpc::Request request, rpc::Reply reply) {
            reply.result(request.params.empty() ? "null" : request.params);
        };
        methods->requests["keep"].run = keep;
        methods->requests["start"] = {keep, false, false};
        methods->requests["drop"].run = [](rpc::Request, rpc::Reply) {};
        methods->requests["throw"].run = [](rpc::Request, rpc::Reply) {
            throw std::runtime_error("no such file");
        };
        methods->notifications["note"] = [this](rpc::Notification one) {
            notified.push_back(std::move(one));
        };
    }

    rpc::Peer& open() {
        rpc::Parts parts;
        parts.clock = &clock;
        parts.methods = methods;
        parts.limits = limits;
        parts.protocol = protocol;
        parts.send = [this](rpc::Output& output) {
            const std::lock_guard lock(mutex);
            if (!takes_output) return false;
            sent.push_back(output.text);
            outputs.push_back(std::move(output));
            return true;
        };
        parts.on_wake = [this] {
            const std::lock_guard lock(mutex);
            ++wakes;
        };
        parts.on_report = [this](const rpc::Report& report) {
            const std::lock_guard lock(mutex);
            reports.push_back(report);
        };
        peer = std::make_unique<rpc::Peer>(std::move(parts));
        return *peer;
    }

    /// Sends a request whose outcome is noted.
    rpc::Id call(rpc::CallOptions options = {}, std::string_view params = {}) {
        const auto id = peer->call(
            "ask", params,
            [this](rpc::Outcome outcome) {
                const std::lock_guard lock(mutex);
                outcomes.push_back(std::move(outcome));
            },
            options);
        REQUIRE(id.has_value());
        return *id;
    }
    std::size_t count(rpc::Report::Kind kind) const {
        std::size_t found = 0;
        for (const rpc::Report& report : reports) found += report.kind == kind ? 1U : 0U;
        return found;
    }
};

}  // namespace iam::test
