// The thread of a client and the set of its calls.
#include "iam/net/http_client.hpp"

#include "net/client/client_call.hpp"
#include "net/client/socket_job.hpp"
#include "net/message/head_text.hpp"
#include <iam/core/signals_blocked.hpp>

#include <boost/asio/executor_work_guard.hpp>

#include <condition_variable>
#include <exception>
#include <future>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>

namespace iam::net {

class HttpClient::Core {
 public:
    explicit Core(ClientSettings settings) : settings_(std::move(settings)) {}
    ~Core();
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    Result<void> open();
    Result<PendingCall> start(ClientRequest request, ResponseEvents events);
    Result<WebSocket> open_socket(ClientRequest request, WebSocketSettings settings,
                                  WebSocketEvents events);
    const ClientSettings& settings() const noexcept { return settings_; }

 private:
    Result<Url> check(const ClientRequest& request) const;
    void keep(std::shared_ptr<ClientJob> job);
    void forget(ClientJob& job);

    const ClientSettings settings_;
    ProxyRule proxy_{};
    std::unique_ptr<Trust> trust_{};
    asio::io_context io_{1};
    std::optional<IdleWires> idle_{};
    std::optional<ClientContext> context_{};
    std::optional<asio::executor_work_guard<Executor>> work_{};
    std::thread thread_{};

    std::mutex mutex_{};
    std::condition_variable has_changed_{};
    std::unordered_map<ClientJob*, std::shared_ptr<ClientJob>> jobs_{};
};

Result<void> HttpClient::Core::open() {
    IAM_TRY(proxy, ProxyRule::make(settings_.proxy));
    proxy_ = std::move(proxy);
    IAM_TRY(trust, Trust::make(settings_.tls));
    trust_ = std::move(trust);
    const Strand strand = asio::make_strand(io_);
    idle_.emplace(strand, settings_.limits);
    context_.emplace(ClientContext{io_, settings_, proxy_, *trust_, strand, *idle_});
    work_.emplace(io_.get_executor());
    const SignalsBlocked blocked;
    thread_ = std::thread([this] {
        // The only exception here is memory running out in one call.
        for (;;) {
            try {
                io_.run();
                return;
            } catch (...) {
            }
        }
    });
    return {};
}

HttpClient::Core::~Core() {
    {
        std::unique_lock lock(mutex_);
        for (const auto& [key, job] : jobs_) job->cancel();
        has_changed_.wait(lock, [this] { return jobs_.empty(); });
    }
    if (context_) asio::post(context_->strand, [this] { idle_->close(); });
    work_.reset();
    if (thread_.joinable()) thread_.join();
}

namespace {

/// The URL of a request. The user of a URL would stand in logs, so it is refused.
Result<Url> client_url(std::string_view text, bool allows_plain_text) {
    IAM_TRY(url, read_url(text));
    if (!url.user.empty())
        return fail(Errc::invalid_argument,
                    "The URL has a user; send an Authorization field instead.");
    if (!url.is_https && !allows_plain_text && !is_loopback_name(url.host))
        return fail(Errc::invalid_argument,
                    "Without TLS only servers on this machine are asked, and " + url.host +
                        " is none; use https.");
    return std::move(url);
}

}  // namespace

Result<void> check_client_url(std::string_view url, bool allows_plain_text) {
    IAM_CHECK(client_url(url, allows_plain_text));
    return {};
}

Result<Url> HttpClient::Core::check(const ClientRequest& request) const {
    IAM_TRY(url, client_url(request.url, settings_.allows_plain_text));
    if (!can_be_sent(request.fields) || request.fields.find("Host") ||
        !is_field(request.method, ""))
        return fail(Errc::invalid_argument,
                    "A request to " + url.name() +
                        " has a method or a field that cannot be sent; leave out Host, Connection, "
                        "Content-Length, Transfer-Encoding, Date, and line breaks.");
    return std::move(url);
}

Result<PendingCall> HttpClient::Core::start(ClientRequest request, ResponseEvents events) {
    IAM_TRY(url, check(request));
    const auto call =
        std::make_shared<ClientCall>(*context_, std::move(request), std::move(url),
                                     std::move(events), [this](ClientJob& over) { forget(over); });
    keep(call);
    call->start();
    return PendingCall(call);
}

Result<WebSocket> HttpClient::Core::open_socket(ClientRequest request, WebSocketSettings settings,
                                                WebSocketEvents events) {
    IAM_TRY(url, check(request));
    auto core = std::make_shared<WebSocketCore>(std::move(settings), std::move(events));
    const auto job =
        std::make_shared<SocketJob>(*context_, std::move(url), std::move(request.fields), core,
                                    [this](ClientJob& over) { forget(over); });
    keep(job);
    job->start();
    return WebSocket(std::move(core));
}

void HttpClient::Core::keep(std::shared_ptr<ClientJob> job) {
    const std::lock_guard lock(mutex_);
    ClientJob* const key = job.get();
    jobs_.emplace(key, std::move(job));
}

void HttpClient::Core::forget(ClientJob& job) {
    std::shared_ptr<ClientJob> last;
    const std::lock_guard lock(mutex_);
    const auto at = jobs_.find(&job);
    last = std::move(at->second);
    jobs_.erase(at);
    if (jobs_.empty()) has_changed_.notify_all();
}

void PendingCall::cancel() noexcept {
    try {
        if (const auto call = call_.lock()) call->cancel();
    } catch (...) {
    }
}

HttpClient::HttpClient(std::unique_ptr<Core> core) noexcept : core_(std::move(core)) {}
HttpClient::~HttpClient() = default;

Result<std::unique_ptr<HttpClient>> HttpClient::make(ClientSettings settings) {
    try {
        auto core = std::make_unique<Core>(std::move(settings));
        IAM_CHECK(core->open());
        return std::unique_ptr<HttpClient>(new HttpClient(std::move(core)));
    } catch (const std::exception& error) {
        return fail(Errc::unavailable,
                    std::string("The client cannot start: ") + error.what() + "; try again later.");
    }
}

Result<PendingCall> HttpClient::start(ClientRequest request, ResponseEvents events) {
    try {
        return core_->start(std::move(request), std::move(events));
    } catch (const std::exception& error) {
        return fail(Errc::unavailable, std::string("The request cannot start: ") + error.what() +
                                           "; try again later.");
    }
}

Result<WebSocket> HttpClient::open_socket(ClientRequest request, WebSocketSettings settings,
                                          WebSocketEvents events) {
    try {
        return core_->open_socket(std::move(request), std::move(settings), std::move(events));
    } catch (const std::exception& error) {
        return fail(Errc::unavailable, std::string("The WebSocket cannot be opened: ") +
                                           error.what() + "; try again later.");
    }
}

namespace {

/// A whole response, as it comes.
struct Gathered {
    Response response{};
    std::size_t body_bytes_max = 0;
    bool is_too_large = false;
    std::promise<Result<void>> ended{};
    std::mutex mutex{};
    std::optional<PendingCall> call{};  // under the mutex
};

void gather(Gathered& gathered, std::string_view bytes) {
    std::string& body = gathered.response.body;
    if (gathered.is_too_large) return;
    if (bytes.size() <= gathered.body_bytes_max - body.size()) {
        body += bytes;
        return;
    }
    gathered.is_too_large = true;
    const std::lock_guard lock(gathered.mutex);
    if (gathered.call) gathered.call->cancel();
}

}  // namespace

Result<Response> HttpClient::fetch(ClientRequest request, std::stop_token stop) {
    if (stop.stop_requested())
        return fail(Errc::unavailable,
                    "The request was cancelled before it was sent; send it anew.");
    Gathered gathered;
    gathered.body_bytes_max = core_->settings().limits.body_bytes_max;
    auto ended = gathered.ended.get_future();
    ResponseEvents events;
    events.on_head = [&](Response head) { gathered.response = std::move(head); };
    events.on_bytes = [&](std::string_view bytes) { gather(gathered, bytes); };
    events.on_end = [&](Result<void> result) { gathered.ended.set_value(std::move(result)); };
    Result<void> result;
    {
        std::unique_lock lock(gathered.mutex);
        IAM_TRY(call, start(std::move(request), std::move(events)));
        gathered.call = std::move(call);
        lock.unlock();
        const std::stop_callback cancels(stop, [&] { gathered.call->cancel(); });
        result = ended.get();
    }
    if (gathered.is_too_large)
        return fail(Errc::unavailable, "The response is larger than " +
                                           std::to_string(gathered.body_bytes_max) +
                                           " bytes; raise the limit, or read it as a stream.");
    IAM_CHECK(std::move(result));
    return std::move(gathered.response);
}

}  // namespace iam::net
