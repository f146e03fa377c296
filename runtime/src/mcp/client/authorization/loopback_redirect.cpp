#include "mcp/client/authorization/loopback_redirect.hpp"

#include "mcp/client/authorization/values/form_parameters.hpp"
#include "mcp/client/authorization/values/secret_text.hpp"
#include <iam/core/digest.hpp>
#include <iam/net/http_server.hpp>

#include <charconv>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_callback_path = "/callback";
constexpr std::string_view k_taken_page =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Done</title>"
    "<p>The answer has arrived. You can close this window.</p></html>\n";
constexpr std::string_view k_not_taken_page =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not used</title>"
    "<p>This answer belongs to no open request. You can close this window.</p></html>\n";
/// For the page to reach the browser before the server ends.
constexpr std::chrono::milliseconds k_page_time{1000};

net::Response redirect_page(unsigned status, std::string_view text) {
    net::Response response;
    response.status = status;
    // The address of the page has the code: nothing of it may be kept, or told to others.
    response.fields = {{"Content-Type", "text/html; charset=utf-8"},
                       {"Cache-Control", "no-store"},
                       {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
                       {"Referrer-Policy", "no-referrer"},
                       {"X-Content-Type-Options", "nosniff"}};
    response.body = text;
    return response;
}

/// The port of a redirect URI that open() has given before; 0: it is none of them.
unsigned port_of_callback(std::string_view uri, const std::string& host) {
    const std::string start = "http://" + host + ":";
    if (!uri.starts_with(start) || !uri.ends_with(k_callback_path)) return 0;
    uri.remove_prefix(start.size());
    uri.remove_suffix(std::min(k_callback_path.size(), uri.size()));
    unsigned port = 0;
    const auto read = std::from_chars(uri.data(), uri.data() + uri.size(), port);
    const bool is_port = read.ec == std::errc{} && read.ptr == uri.data() + uri.size();
    return is_port && port <= 65535 ? port : 0;
}

}  // namespace

class LoopbackRedirect::Core {
 public:
    Core(LoopbackSettings settings, OpenBrowser open_browser)
        : settings_(std::move(settings)), open_browser_(std::move(open_browser)) {}

    Result<std::string> open(const std::string& wanted) {
        close();
        unsigned port = settings_.port;
        if (port == 0) port = port_of_callback(wanted, settings_.host);
        auto server = listen(port);
        if (!server && settings_.port == 0) server = listen(0);
        if (!server) return tl::unexpected(std::move(server).error());
        server_ = *std::move(server);
        redirect_uri_ = "http://" + settings_.host + ":" +
                        std::to_string(server_->endpoints().front().port) +
                        std::string(k_callback_path);
        return redirect_uri_;
    }

    Result<std::string> obtain(const std::string& url, const std::string& state,
                               const std::stop_token& stop) {
        {
            const std::lock_guard lock(mutex_);
            state_ = state;
        }
        auto result = open_browser_(url, stop).and_then([&] { return wait(stop); });
        close();
        return result;
    }

 private:
    Result<std::unique_ptr<net::HttpServer>> listen(unsigned port) {
        net::ServerSettings settings;
        settings.endpoints = {{"127.0.0.1", port}};
        settings.limits.connections_max = 16;
        settings.limits.body_bytes_max = 1024;
        return net::HttpServer::start(
            std::move(settings), [this](const net::Request& request, net::Exchange exchange) {
                exchange.answer(take(request) ? redirect_page(200, k_taken_page)
                                              : redirect_page(400, k_not_taken_page));
            });
    }

    /// True if the request is the awaited redirect.
    bool take(const net::Request& request) {
        const std::string_view target(request.target);
        const std::size_t query = target.find('?');
        if (request.method != "GET" || query == std::string_view::npos ||
            target.substr(0, query) != k_callback_path)
            return false;
        const auto parameters = read_form(target.substr(query + 1));
        if (!parameters) return false;
        const auto state = parameters->find("state");
        const std::lock_guard lock(mutex_);
        if (state == parameters->end() || state_.empty() ||
            !equal_constant_time(state->second, state_))
            return false;
        wipe(state_);
        redirect_ = redirect_uri_ + std::string(target.substr(query));
        taken_.notify_all();
        return true;
    }

    Result<std::string> wait(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        taken_.wait_for(lock, stop, settings_.time_max, [this] { return redirect_.has_value(); });
        if (redirect_) return *std::exchange(redirect_, std::nullopt);
        if (stop.stop_requested())
            return fail(Errc::unavailable, "The authorization was ended before the answer came.");
        return fail(Errc::unavailable,
                    "The browser brought no answer in time; begin again, and agree in the "
                    "browser.");
    }

    void close() {
        if (server_) server_->stop(k_page_time);
        server_.reset();
        const std::lock_guard lock(mutex_);
        wipe(state_);
        redirect_.reset();
    }

    const LoopbackSettings settings_;
    const OpenBrowser open_browser_;
    std::string redirect_uri_{};  // changes only while no server runs
    std::mutex mutex_;
    std::condition_variable_any taken_;
    std::string state_{};  // empty: no redirect is awaited
    std::optional<std::string> redirect_{};
    std::unique_ptr<net::HttpServer> server_{};  // last: ends before the others
};

LoopbackRedirect::LoopbackRedirect(std::unique_ptr<Core> core) noexcept : core_(std::move(core)) {}
LoopbackRedirect::~LoopbackRedirect() = default;

Result<std::unique_ptr<LoopbackRedirect>> LoopbackRedirect::make(LoopbackSettings settings,
                                                                 OpenBrowser open_browser) {
    if (settings.host != "127.0.0.1" && settings.host != "localhost") {
        return fail(Errc::invalid_argument,
                    "The host of the redirect is 127.0.0.1 or localhost, so that the answer stays "
                    "on this machine.");
    }
    if (settings.port > 65535)
        return fail(Errc::invalid_argument, "The port of the redirect is at most 65535.");
    auto core = std::make_unique<Core>(std::move(settings), std::move(open_browser));
    return std::unique_ptr<LoopbackRedirect>(new LoopbackRedirect(std::move(core)));
}

Result<std::string> LoopbackRedirect::open(const std::string& wanted) {
    return core_->open(wanted);
}

Result<std::string> LoopbackRedirect::obtain(const std::string& authorization_url,
                                             const std::string& state, std::stop_token stop) {
    return core_->obtain(authorization_url, state, stop);
}

}  // namespace iam::mcp
