// One message on its way to a server of HTTP with SSE.
#pragma once

#include "mcp/client/http/http_request.hpp"

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

/// Called one at a time, on any thread, perhaps within SsePost::start(). One of them is called,
/// once.
struct SsePostEvents {
    /// The server has taken the message at this URL.
    std::function<void(const std::string& url)> on_taken{};
    std::function<void(rpc::ErrorObject)> on_failed{};
};

/// Tries URLs one after the other while the server has no such page (404, 405): nothing has
/// happened then. Held by its transport; functions that others hold do nothing once it has gone.
class SsePost : public std::enable_shared_from_this<SsePost> {
 public:
    SsePost(const HttpWay& way, std::string text, std::size_t error_bytes_max, SsePostEvents events)
        : way_(way),
          text_(std::move(text)),
          error_bytes_max_(error_bytes_max),
          events_(std::move(events)) {}

    /// `urls` is not empty.
    void start(std::vector<std::string> urls);
    /// Ends the post without an event.
    void cancel();

 private:
    void ask();
    void on_head(const net::Response& head);
    void on_bytes(std::string_view bytes);
    void on_end(Result<void> result);
    void fail(rpc::ErrorObject error);

    const HttpWay& way_;
    const std::string text_;
    const std::size_t error_bytes_max_;
    const SsePostEvents events_;
    std::atomic<bool> is_over_{false};
    std::mutex mutex_{};
    std::shared_ptr<HttpRequest> request_{};  // under mutex_

    // Of the responses, which come one after the other.
    std::vector<std::string> urls_{};
    std::size_t at_ = 0;  // in urls_
    unsigned status_ = 0;
    std::string body_{};
    std::optional<rpc::ErrorObject> first_error_{};  // of urls_[0], which the server has named
};

}  // namespace iam::mcp
