// Endpoints, threads and the set of connections of a server.
#include "iam/net/http_server.hpp"

#include "net/message/head_text.hpp"
#include "net/server/connection.hpp"
#include "net/server/host_rules.hpp"
#include "net/tls/tls_context.hpp"
#include "net/wire/plain_wire.hpp"
#include "net/wire/tls_wire.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/signals_blocked.hpp>
#include <iam/core/turns.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <utility>

namespace iam::net {
namespace {

// Connections beyond the maximum are told so, up to this number. The others are closed.
constexpr std::size_t k_refused_at_once = 64;

std::shared_ptr<const std::string> lines_of(const Fields& fields) {
    std::string lines;
    append_fields(lines, fields);
    return std::make_shared<const std::string>(std::move(lines));
}

}  // namespace

class HttpServer::Core {
 public:
    Core(ServerSettings settings, Handler handler)
        : settings_(std::move(settings)),
          handler_(std::move(handler)),
          io_(1),
          context_{settings_.limits, handler_, clock_, lines_of(settings_.common_fields),
                   [this](Connection& connection) { forget(connection); }} {}
    ~Core() { stop({}); }
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    Result<void> read_certificate();
    Result<void> listen();
    void run();
    bool run_next(std::function<void()>& job);
    void stop(std::chrono::milliseconds grace);
    const std::vector<Endpoint>& endpoints() const noexcept { return endpoints_; }
    std::size_t connections() const noexcept {
        const std::lock_guard lock(mutex_);
        return connections_.size();
    }

 private:
    /// A listening endpoint. Its acceptor belongs to its strand.
    struct Listener {
        Listener(const Strand& on, HostRules with)
            : acceptor(on), pause(on), rules(std::move(with)) {}
        Acceptor acceptor;
        Timer pause;
        HostRules rules;
        bool is_closed = false;
    };

    Turns::Step step();
    Result<void> listen(const Endpoint& endpoint);
    void accept(Listener& listener);
    void on_accepted(Listener& listener, const error_code& code, Socket socket);
    void tell_that_connections_wait(const error_code& code);
    void take(Listener& listener, Socket socket);
    void forget(Connection& connection);

    const ServerSettings settings_;
    const Handler handler_;
    const SystemClock clock_{};
    std::unique_ptr<SslContext> tls_{};
    asio::io_context io_;
    const ConnectionContext context_;
    std::vector<Endpoint> endpoints_{};
    std::vector<std::unique_ptr<Listener>> listeners_{};
    Turns turns_{[this] { return step(); }};
    std::function<void()> job_{};  // of the thread with the turn
    std::thread thread_{};

    std::atomic<bool> has_told_{false};
    mutable std::mutex mutex_{};
    std::condition_variable has_changed_{};
    std::unordered_set<std::shared_ptr<Connection>> connections_{};
    bool is_stopping_ = false;
};

Result<void> HttpServer::Core::read_certificate() {
    if (!settings_.tls) return {};
    IAM_TRY(context, server_context(*settings_.tls));
    tls_ = std::move(context);
    return {};
}

Result<void> HttpServer::Core::listen() {
    if (!can_be_sent(settings_.common_fields))
        return fail(Errc::invalid_argument,
                    "A common field of the answers cannot be sent; give a name and a value without "
                    "line breaks, and no field about the length of a message.");
    if (settings_.endpoints.empty())
        return fail(Errc::invalid_argument,
                    "A server needs an endpoint; give an address and a port.");
    for (const Endpoint& endpoint : settings_.endpoints) IAM_CHECK(listen(endpoint));
    return {};
}

Result<void> HttpServer::Core::listen(const Endpoint& endpoint) {
    const std::string name = endpoint.address + " port " + std::to_string(endpoint.port);
    error_code code;
    const asio::ip::address address = asio::ip::make_address(endpoint.address, code);
    if (code || endpoint.port > 65535)
        return fail(Errc::invalid_argument,
                    name +
                        " is no address; give an IPv4 or IPv6 address, e.g. 127.0.0.1, and a "
                        "port up to 65535.");
    if (!address.is_loopback() && !settings_.tls && !settings_.allows_plain_text)
        return fail(Errc::invalid_argument, name +
                                                " can be reached by other machines; give a "
                                                "certificate for TLS, or listen on 127.0.0.1.");
    const Strand strand = asio::make_strand(io_);
    Acceptor acceptor(strand);
    const bool shares_port = settings_.has_one_port && endpoint.port == 0 && !endpoints_.empty();
    const unsigned port = shares_port ? endpoints_.front().port : endpoint.port;
    const Tcp::endpoint at(address, static_cast<unsigned short>(port));
    acceptor.open(at.protocol(), code);
    if (!code) acceptor.set_option(asio::socket_base::reuse_address(true), code);
    if (!code && address.is_v6()) acceptor.set_option(asio::ip::v6_only(true), code);
    if (!code) acceptor.bind(at, code);
    if (!code) acceptor.listen(asio::socket_base::max_listen_connections, code);
    if (code)
        return fail(Errc::unavailable, "Cannot listen on " + name + ": " + code.message() +
                                           "; choose another port, or 0 for a free one.");
    endpoints_.push_back({endpoint.address, acceptor.local_endpoint().port()});
    listeners_.push_back(std::make_unique<Listener>(
        strand, HostRules(settings_, endpoints_.back(), address.is_loopback())));
    listeners_.back()->acceptor = std::move(acceptor);
    return {};
}

void HttpServer::Core::run() {
    for (const auto& listener : listeners_)
        asio::post(listener->acceptor.get_executor(), [this, at = listener.get()] { accept(*at); });
    const SignalsBlocked blocked;
    thread_ = std::thread([this] { turns_.run([] {}); });
}

Turns::Step HttpServer::Core::step() {
    bool is_over = false;
    try {
        is_over = io_.run_one() == 0;
    } catch (...) {  // memory ran out in one connection
    }
    return {.job = std::exchange(job_, {}), .is_last = is_over};
}

bool HttpServer::Core::run_next(std::function<void()>& job) {
    if (job_) return false;
    job_.swap(job);
    return true;
}

void HttpServer::Core::accept(Listener& listener) {
    if (listener.is_closed) return;
    const Strand strand = asio::make_strand(io_);
    listener.acceptor.async_accept(strand,
                                   [this, at = &listener](const error_code& code, Socket socket) {
                                       on_accepted(*at, code, std::move(socket));
                                   });
}

void HttpServer::Core::on_accepted(Listener& listener, const error_code& code, Socket socket) {
    if (listener.is_closed) return;
    if (!code) {
        try {
            take(listener, std::move(socket));
        } catch (...) {  // memory ran out; the next one may have some
        }
        return accept(listener);
    }
    if (code == asio::error::connection_aborted) return accept(listener);
    // The connection stays there to be taken, so trying again at once would use a whole CPU.
    tell_that_connections_wait(code);
    listener.pause.expires_after(settings_.limits.accept_pause);
    listener.pause.async_wait([this, at = &listener](const error_code&) { accept(*at); });
}

void HttpServer::Core::tell_that_connections_wait(const error_code& code) {
    if (has_told_.exchange(true) || !settings_.on_problem) return;
    settings_.on_problem("New connections wait, since the system gives none (" + code.message() +
                         "); close others, or raise the limit of open files (ulimit -n).");
}

void HttpServer::Core::take(Listener& listener, Socket socket) {
    error_code code;
    const Tcp::endpoint from = socket.remote_endpoint(code);
    if (code) return;
    socket.set_option(Tcp::no_delay(true), code);
    const Strand strand = socket.get_executor();
    std::unique_ptr<Wire> wire;
    if (tls_)
        wire = std::make_unique<TlsWire>(std::move(socket), strand, *tls_, TlsWire::Side::server);
    else
        wire = std::make_unique<PlainWire>(std::move(socket), strand);
    PeerAddress peer{from.address().to_string(), from.port(), settings_.tls.has_value()};
    const auto connection =
        std::make_shared<Connection>(context_, listener.rules, std::move(wire), std::move(peer));
    const std::lock_guard lock(mutex_);
    const std::size_t max = settings_.limits.connections_max;
    if (is_stopping_ || connections_.size() >= max + k_refused_at_once) return;
    connections_.insert(connection);
    if (connections_.size() > max)
        connection->start_refusing();
    else
        connection->start();
}

void HttpServer::Core::forget(Connection& connection) {
    const std::shared_ptr<Connection> last = connection.shared_from_this();
    const std::lock_guard lock(mutex_);
    connections_.erase(last);
    if (connections_.empty()) has_changed_.notify_all();
}

void HttpServer::Core::stop(std::chrono::milliseconds grace) {
    for (const auto& listener : listeners_) {
        asio::post(listener->acceptor.get_executor(), [at = listener.get()] {
            error_code ignored;
            at->is_closed = true;
            at->acceptor.close(ignored);
            at->pause.cancel();
        });
    }
    {
        std::unique_lock lock(mutex_);
        is_stopping_ = true;
        for (const auto& connection : connections_) connection->stop_soon();
        if (thread_.joinable()) {
            const auto is_empty = [this] { return connections_.empty(); };
            if (!has_changed_.wait_for(lock, grace, is_empty)) {
                for (const auto& connection : connections_) connection->cut_soon();
                has_changed_.wait(lock, is_empty);
            }
        }
    }
    if (thread_.joinable()) thread_.join();
}

HttpServer::HttpServer(std::unique_ptr<Core> core) noexcept : core_(std::move(core)) {}
HttpServer::~HttpServer() = default;

Result<std::unique_ptr<HttpServer>> HttpServer::start(ServerSettings settings, Handler handler) {
    try {
        auto core = std::make_unique<Core>(std::move(settings), std::move(handler));
        IAM_CHECK(core->read_certificate());
        IAM_CHECK(core->listen());
        core->run();
        return std::unique_ptr<HttpServer>(new HttpServer(std::move(core)));
    } catch (const std::exception& error) {
        return fail(Errc::unavailable,
                    std::string("The server cannot start: ") + error.what() + "; try again later.");
    }
}

const std::vector<Endpoint>& HttpServer::endpoints() const noexcept {
    return core_->endpoints();
}
std::size_t HttpServer::connections() const noexcept {
    return core_->connections();
}
bool HttpServer::run_next(std::function<void()>& job) {
    return core_->run_next(job);
}
void HttpServer::stop(std::chrono::milliseconds grace) {
    core_->stop(grace);
}

}  // namespace iam::net
