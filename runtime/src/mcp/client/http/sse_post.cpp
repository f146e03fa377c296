#include "mcp/client/http/sse_post.hpp"

#include "mcp/client/http/bad_response.hpp"
#include "mcp/client/transport.hpp"

#include <utility>

namespace iam::mcp {

void SsePost::start(std::vector<std::string> urls) {
    urls_ = std::move(urls);
    ask();
}

void SsePost::cancel() {
    is_over_ = true;
    const std::lock_guard lock(mutex_);
    if (request_) request_->cancel();
}

void SsePost::ask() {
    status_ = 0;
    body_.clear();
    HttpRequestEvents events;
    const auto with = [weak = weak_from_this()](auto run) {
        return [weak, run](auto&& value) {
            const auto self = weak.lock();
            if (self && !self->is_over_) run(*self, std::forward<decltype(value)>(value));
        };
    };
    events.on_head = with([](SsePost& self, const net::Response& head) { self.on_head(head); });
    events.on_bytes = with([](SsePost& self, std::string_view bytes) { self.on_bytes(bytes); });
    events.on_end =
        with([](SsePost& self, Result<void> result) { self.on_end(std::move(result)); });
    events.on_refused =
        with([](SsePost& self, rpc::ErrorObject error) { self.fail(std::move(error)); });
    net::ClientRequest request{.method = "POST", .url = urls_[at_], .body = text_};
    request.fields.add("Content-Type", "application/json");
    const auto started = std::make_shared<HttpRequest>(way_, std::move(request), std::move(events));
    {
        const std::lock_guard lock(mutex_);
        if (is_over_) return;
        request_ = started;
    }
    started->start();
}

void SsePost::on_head(const net::Response& head) {
    status_ = head.status;
}

void SsePost::on_bytes(std::string_view bytes) {
    body_ += bytes.substr(0, error_bytes_max_ - body_.size());
    if (body_.size() == error_bytes_max_) on_end({});
}

void SsePost::on_end(Result<void> result) {
    const bool is_taken = status_ >= 200 && status_ < 300;
    if (!result && !is_taken) {
        const bool is_sent = result.error().code == Errc::outcome_unknown;
        return fail({.code = is_sent ? rpc::code::internal_error : k_not_sent_code,
                     .message = std::move(result).error().message});
    }
    if (is_taken) {
        if (is_over_.exchange(true)) return;
        const std::string url = urls_[at_];
        cancel();
        return events_.on_taken(url);
    }
    rpc::ErrorObject error = error_of_status(status_, body_);
    const bool is_no_page = status_ == 404 || status_ == 405;
    if (!is_no_page) return fail(std::move(error));
    if (!first_error_) first_error_ = std::move(error);
    if (++at_ == urls_.size()) return fail(*first_error_);
    {
        // Its body may go on.
        const std::lock_guard lock(mutex_);
        if (request_) request_->cancel();
    }
    ask();
}

void SsePost::fail(rpc::ErrorObject error) {
    if (is_over_.exchange(true)) return;
    cancel();
    events_.on_failed(std::move(error));
}

}  // namespace iam::mcp
