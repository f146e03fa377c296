// Requests of the era without sessions (2026-07-28): each has a conversation of its own.
#pragma once

#include "mcp/server/http/stream.hpp"
#include <iam/mcp/http.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace iam::mcp {

/// True if the head or the body of a POST names no revision with sessions, but another one.
bool is_stateless(const net::Request& request);

/// The sender of a request.
struct Sender {
    Subject subject{};
    ToolFilter has_tool{};     ///< empty: all tools
    std::string credential{};  ///< as SessionParts::credential
};

class StatelessRequest;

/// Thread-safe.
class StatelessRequests {
 public:
    struct Parts {
        Server& server;
        HttpSettings settings{};
        std::function<void()> on_wake{};
        std::function<void(const rpc::Report&)> on_report{};
        std::function<bool(std::function<void()>& job)> run{};  ///< as SessionParts::run
    };
    explicit StatelessRequests(Parts parts) : parts_(std::move(parts)) {}

    void post(const net::Request& request, const Sender& sender, net::Exchange exchange);
    /// As Endpoint::tend().
    Milliseconds tend();
    /// The end begins: functions are asked to stop, also those that wait for a client's answer.
    void stop_calls();
    bool is_quiet() const;
    void close();

 private:
    using Pointer = std::shared_ptr<StatelessRequest>;
    std::vector<Pointer> all() const;
    void end(std::uint64_t number);
    void sweep();

    const Parts parts_;
    std::stop_source ends_{};
    mutable std::mutex mutex_;
    std::uint64_t last_ = 0;
    std::map<std::uint64_t, Pointer> open_{};
    // A request cannot end within a function called by its own session.
    std::vector<Pointer> ended_{};
};

}  // namespace iam::mcp
