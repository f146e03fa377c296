#include "iam/mcp/http.hpp"

#include "mcp/server/http/endpoint.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace iam::mcp {
namespace {

// How long clients may take for the last answers.
constexpr Milliseconds k_last_answers{2000};
// How often the end is looked for.
constexpr Milliseconds k_look_for_quiet{5};

/// True for an address of loopback.
bool is_own_machine(const std::string& address) {
    in_addr v4{};
    in6_addr v6{};
    if (::inet_pton(AF_INET, address.c_str(), &v4) == 1) return ntohl(v4.s_addr) >> 24U == 127U;
    return ::inet_pton(AF_INET6, address.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

/// Wakes the thread that tends the endpoint.
class Alarm {
 public:
    void ring() {
        {
            const std::lock_guard lock(mutex_);
            rings_ = true;
        }
        rung_.notify_all();
    }
    /// Waits until it rings, or for so long.
    void wait(std::optional<Milliseconds> time) {
        std::unique_lock lock(mutex_);
        const auto rings = [this] { return rings_; };
        if (time) {
            rung_.wait_for(lock, *time, rings);
        } else {
            rung_.wait(lock, rings);
        }
        rings_ = false;
    }

 private:
    std::mutex mutex_;
    std::condition_variable rung_;
    bool rings_ = false;
};

/// An endpoint behind an HTTP server. The server's threads end before the endpoint does.
class Http {
 public:
    Http(Server& server, HttpParts parts, HttpSettings settings)
        : parts_(std::move(parts)),
          clock_(server.clock()),
          endpoint_({.server = server,
                     .subject = parts_.subject,
                     .authorizer = parts_.authorizer,
                     .settings = std::move(settings),
                     .on_wake = [this] { alarm_.ring(); },
                     .on_report = parts_.on_report,
                     .run = [this](std::function<void()>& job) { return keep(job); }}),
          stop_(parts_.stop, [this] { alarm_.ring(); }) {}

    Result<void> run() {
        IAM_TRY(listening, net::HttpServer::start(
                               parts_.listen, [this](net::Request request, net::Exchange exchange) {
                                   handle(std::move(request), std::move(exchange));
                               }));
        listening_ = listening.get();
        if (parts_.on_listening) parts_.on_listening(listening->endpoints());
        while (!parts_.stop.stop_requested()) alarm_.wait(time_until(endpoint_.tend()));
        endpoint_.begin_end();
        wait_for_end();
        endpoint_.close();
        listening->stop(k_last_answers);
        return {};
    }

 private:
    void handle(net::Request request, net::Exchange exchange) {
        handler_ = std::this_thread::get_id();
        endpoint_.handle(std::move(request), std::move(exchange));
        handler_ = std::thread::id();
    }
    /// The function for a request runs on the thread that has read the request.
    bool keep(std::function<void()>& job) {
        if (handler_ != std::this_thread::get_id()) return false;
        net::HttpServer* const listening = listening_;
        return listening != nullptr && listening->run_next(job);
    }

    std::optional<Milliseconds> time_until(std::optional<Milliseconds> due) const {
        if (!due) return std::nullopt;
        return std::max(*due - clock_.boot(), Milliseconds(0));
    }

    /// Polls: an end is no event, and it comes once.
    void wait_for_end() {
        const Milliseconds until = clock_.boot() + k_last_answers;
        while (!endpoint_.is_quiet() && clock_.boot() < until) {
            alarm_.wait(k_look_for_quiet);
            endpoint_.tend();
        }
    }

    const HttpParts parts_;
    const Clock& clock_;
    Alarm alarm_{};
    std::atomic<std::thread::id> handler_{};
    std::atomic<net::HttpServer*> listening_{nullptr};
    Endpoint endpoint_;
    std::stop_callback<std::function<void()>> stop_;
};

Result<void> check_addresses(const HttpParts& parts) {
    for (const net::Endpoint& endpoint : parts.listen.endpoints) {
        if (parts.authorizer != nullptr || is_own_machine(endpoint.address)) continue;
        return fail(Errc::invalid_argument,
                    "other machines may reach \"" + endpoint.address +
                        "\"; give tokens or an issuer of tokens (an authorizer), or listen at "
                        "127.0.0.1 or ::1");
    }
    return {};
}

}  // namespace

Result<void> serve_http(Server& server, HttpParts parts, HttpSettings settings) {
    IAM_CHECK(check_addresses(parts));
    return Http(server, std::move(parts), std::move(settings)).run();
}

}  // namespace iam::mcp
