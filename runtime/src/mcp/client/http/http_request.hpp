// One request to a server at a URL, with its authorization and its redirects.
#pragma once

#include "mcp/client/door.hpp"
#include "mcp/client/token_source.hpp"
#include <iam/net/http_client.hpp>
#include <iam/rpc/message.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// Shared by all requests to one server. Outlives them; its parts are used while the door is open.
struct HttpWay {
    net::HttpClient& client;
    TokenSource* tokens = nullptr;  ///< null: a refusal is final
    net::Fields fields{};           ///< sent with each request, unless it has its own
    std::shared_ptr<Door> door = std::make_shared<Door>();
    /// The statuses of redirects that are followed, at the same origin.
    std::vector<unsigned> redirects{307, 308};
};

/// The request with the authorization and the fields of the way.
net::ClientRequest with_way(const HttpWay& way, net::ClientRequest request);

/// Redirects that one request follows.
inline constexpr unsigned k_redirects_max = 5;
/// Of the body of a redirect or a refusal; beyond it the connection is cut.
inline constexpr std::size_t k_passed_bytes_max = std::size_t{64} << 10U;

/// Called one at a time, on any thread, perhaps within HttpRequest::start().
struct HttpRequestEvents {
    std::function<void(net::Response head)> on_head{};
    std::function<void(std::string_view)> on_bytes{};
    /// As of net::ResponseEvents, and invalid_argument.
    std::function<void(Result<void>)> on_end{};
    /// The response was a redirect that is not followed, or a refusal that no token changes. Called
    /// in place of the others. The code is the status.
    std::function<void(rpc::ErrorObject)> on_refused{};
};

/// After 401 or 403 it seeks another token and sends the request again, once for each of both.
/// Thread-safe.
class HttpRequest : public std::enable_shared_from_this<HttpRequest> {
 public:
    HttpRequest(const HttpWay& way, net::ClientRequest request, HttpRequestEvents events)
        : way_(way), request_(std::move(request)), events_(std::move(events)) {}

    void start();
    /// Of the last redirect that was followed. For event functions.
    const std::string& url() const noexcept { return request_.url; }
    /// Ends the request. Its events are called no more, except by a thread that is about to.
    void cancel();

 private:
    enum class Next { give, redirect, renew, refuse };
    net::ResponseEvents response_events();
    void on_head(net::Response head);
    void judge_redirect(const net::Response& head);
    void on_bytes(std::string_view bytes);
    void on_end(Result<void> result);
    void renew();
    void cut();

    const HttpWay& way_;
    net::ClientRequest request_;
    const HttpRequestEvents events_;
    std::atomic<bool> is_cancelled_{false};

    // Of the response under way. The client calls its functions one after the other.
    Next next_ = Next::give;
    unsigned redirects_ = 0;
    bool has_renewed_401_ = false;
    bool has_renewed_403_ = false;
    std::size_t passed_bytes_ = 0;
    TokenRefusal refusal_{};
    rpc::ErrorObject error_{};

    std::mutex mutex_{};
    unsigned attempt_ = 0;                    // under mutex_
    std::optional<net::PendingCall> call_{};  // under mutex_
};

}  // namespace iam::mcp
