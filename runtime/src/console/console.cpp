// The parts of a console, in the order of their making.
#include "iam/console/console.hpp"

#include "console/access/peer_check.hpp"
#include "console/access/sessions.hpp"
#include "console/api/api.hpp"
#include "console/events/chat_feed.hpp"
#include "console/events/events.hpp"
#include "console/http/answers.hpp"
#include <iam/core/digest.hpp>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <span>
#include <stop_token>
#include <utility>

namespace iam::console {
namespace {

// For answers under way when the console ends.
constexpr std::chrono::milliseconds k_last_answers{500};
// The system chooses ports for 127.0.0.1; each may be taken on [::1].
constexpr int k_port_tries = 16;
constexpr std::size_t k_name_bytes = 8;

/// "iam-0123456789abcdef.localhost": the same for a state always, and another one for each state.
std::string own_name(const ledger::Store& store) {
    const Digest digest = hmac_sha256(store.key(), domain_tag("iam/console/name/1"), {});
    return "iam-" + to_hex(std::span(digest.bytes).first<k_name_bytes>()) + ".localhost";
}

bool has_v6_loopback() {
    const int socket = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0) return false;
    sockaddr_in6 at{};
    at.sin6_family = AF_INET6;
    at.sin6_addr = in6addr_loopback;
    const bool is_bound = ::bind(socket, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0;
    ::close(socket);
    return is_bound;
}

Result<void> check_remote(const RemotePlace& place) {
    if (!place.address.empty() && !place.host.empty() &&
        !place.tls.certificate_chain_file.empty() && !place.tls.key_file.empty())
        return {};
    return fail(Errc::invalid_argument,
                "A console that other machines reach needs an address, a host name and a "
                "certificate with its key (RemotePlace).");
}

net::ServerSettings listen_settings(const Settings& settings, const std::string& host) {
    net::ServerSettings listen;
    listen.endpoints = {{"127.0.0.1", settings.port}};
    if (settings.remote) {
        listen.endpoints = {{settings.remote->address, settings.port}};
        listen.tls = settings.remote->tls;
    } else if (has_v6_loopback()) {
        listen.endpoints.push_back({"::1", settings.port});
    }
    listen.has_one_port = true;
    listen.hosts = {host};
    listen.has_listed_hosts_only = true;
    listen.common_fields = security_fields();
    listen.limits = settings.limits;
    return listen;
}

std::string host_of(const Parts& parts, const Settings& settings) {
    if (settings.remote) return settings.remote->host;
    return settings.has_own_name ? own_name(parts.store) : "127.0.0.1";
}

}  // namespace

class Console::Core {
 public:
    Core(Parts parts, Settings settings)
        : parts_(std::move(parts)),
          settings_(std::move(settings)),
          peers_(settings_.allows_own_process),
          sessions_(parts_.clock, parts_.entropy, settings_.sessions),
          events_(parts_, sessions_, settings_.events),
          chat_feed_(events_) {
        if (parts_.chats != nullptr)
            parts_.chats->listen([this](const ChatChange& change) { chat_feed_.take(change); });
    }
    ~Core() {
        if (parts_.chats != nullptr) parts_.chats->listen({});
        stop_.request_stop();
        events_.stop();
        if (server_) server_->stop(k_last_answers);
    }
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    Result<void> start() {
        if (settings_.remote) IAM_CHECK(check_remote(*settings_.remote));
        IAM_CHECK(events_.start());
        const std::string host = host_of(parts_, settings_);
        IAM_CHECK(listen(host));
        port_ = server_->endpoints().front().port;
        const std::string origin =
            (settings_.remote ? "https://" : "http://") + host + ":" + std::to_string(port_);
        url_ = origin + "/";
        api_ = std::make_unique<Api>(
            ApiParts{.parts = parts_,
                     .sessions = sessions_,
                     .events = events_,
                     .showings = showings_,
                     .chat_feed = chat_feed_,
                     .origin = origin,
                     .idle_time = settings_.sessions.idle_time,
                     .stop = stop_.get_token(),
                     .check_peer = [this](const net::PeerAddress& peer) { return check(peer); }});
        is_ready_ = true;
        return {};
    }

    const std::string& url() const noexcept { return url_; }
    Sessions& sessions() noexcept { return sessions_; }
    const Sessions& sessions() const noexcept { return sessions_; }
    PeerCheck& peers() noexcept { return peers_; }

 private:
    Result<void> listen(const std::string& host) {
        const net::ServerSettings listen = listen_settings(settings_, host);
        for (int tries = 1;; ++tries) {
            auto server = net::HttpServer::start(
                listen, [this](net::Request request, net::Exchange exchange) {
                    handle(std::move(request), std::move(exchange));
                });
            if (server) {
                server_ = *std::move(server);
                return {};
            }
            // Another program has the port on [::1]. Browsers would ask it.
            const bool is_chosen = settings_.port != 0 || listen.endpoints.size() == 1;
            if (is_chosen || tries == k_port_tries) return tl::unexpected(server.error());
        }
    }

    void handle(net::Request request, net::Exchange exchange) {
        if (!is_ready_) {
            exchange.answer(refusal(503, "unavailable", "The console begins; try again."));
            return;
        }
        const auto shared = std::make_shared<std::pair<net::Request, net::Exchange>>(
            std::move(request), std::move(exchange));
        std::function<void()> job = [this, shared] {
            api_->serve(shared->first, std::move(shared->second));
        };
        if (!server_->run_next(job)) job();
    }

    Result<void> check(const net::PeerAddress& peer) const {
        if (settings_.remote) return {};
        return parts_.check_peer ? parts_.check_peer(peer, port_) : peers_.check(peer, port_);
    }

    const Parts parts_;
    const Settings settings_;
    PeerCheck peers_;
    Sessions sessions_;
    Events events_;
    ChatFeed chat_feed_;
    Showings showings_{};
    std::stop_source stop_{};
    std::unique_ptr<Api> api_{};
    std::string url_{};
    unsigned port_ = 0;
    std::atomic<bool> is_ready_{false};
    std::unique_ptr<net::HttpServer> server_{};  // the last: its threads use all others
};

Console::Console(std::unique_ptr<Core> core) noexcept : core_(std::move(core)) {}
Console::~Console() = default;

Result<std::unique_ptr<Console>> Console::start(Parts parts, Settings settings) {
    auto core = std::make_unique<Core>(std::move(parts), std::move(settings));
    IAM_CHECK(core->start());
    return std::unique_ptr<Console>(new Console(std::move(core)));
}

const std::string& Console::url() const noexcept {
    return core_->url();
}

std::string Console::login_url() {
    return core_->url() + "#" + core_->sessions().new_code();
}

void Console::note_browser(pid_t process) {
    core_->peers().note_browser(process);
}

bool Console::is_used(const std::string& login_url) const {
    const std::size_t mark = login_url.find('#');
    return mark != std::string::npos && core_->sessions().is_used(login_url.substr(mark + 1));
}

}  // namespace iam::console
