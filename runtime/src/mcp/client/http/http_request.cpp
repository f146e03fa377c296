#include "mcp/client/http/http_request.hpp"

#include "mcp/client/http/url_reference.hpp"

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

bool is_redirect(unsigned status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

}  // namespace

net::ClientRequest with_way(const HttpWay& way, net::ClientRequest request) {
    if (way.tokens != nullptr) {
        std::string authorization = way.tokens->authorization();
        if (!authorization.empty())
            request.fields.add(way.tokens->field(), std::move(authorization));
    }
    for (const net::Field& field : way.fields.all()) {
        if (!request.fields.find(field.name)) request.fields.add(field.name, field.value);
    }
    return request;
}

void HttpRequest::start() {
    next_ = Next::give;
    passed_bytes_ = 0;
    unsigned attempt = 0;
    {
        const std::lock_guard lock(mutex_);
        attempt = ++attempt_;
    }
    net::ClientRequest request = with_way(way_, request_);
    if (way_.tokens != nullptr) {
        // Another request may renew the tokens meanwhile.
        refusal_.sent = std::string(request.fields.find(way_.tokens->field()).value_or(""));
    }
    auto call = way_.client.start(std::move(request), response_events());
    if (!call) {
        if (!is_cancelled_) events_.on_end(tl::unexpected(std::move(call).error()));
        return;
    }
    const std::lock_guard lock(mutex_);
    if (attempt != attempt_) return;  // the response was quicker, and the next one is under way
    call_ = *std::move(call);
    if (is_cancelled_) call_->cancel();
}

void HttpRequest::cancel() {
    is_cancelled_ = true;
    cut();
}

void HttpRequest::cut() {
    const std::lock_guard lock(mutex_);
    if (call_) call_->cancel();
}

net::ResponseEvents HttpRequest::response_events() {
    net::ResponseEvents events;
    events.on_head = through(way_.door, [self = shared_from_this()](net::Response head) {
        if (!self->is_cancelled_) self->on_head(std::move(head));
    });
    events.on_bytes = through(way_.door, [self = shared_from_this()](std::string_view bytes) {
        if (!self->is_cancelled_) self->on_bytes(bytes);
    });
    events.on_end = through(way_.door, [self = shared_from_this()](Result<void> result) {
        if (!self->is_cancelled_) self->on_end(std::move(result));
    });
    return events;
}

void HttpRequest::on_head(net::Response head) {
    if (is_redirect(head.status)) return judge_redirect(head);
    bool& has_renewed = head.status == 401 ? has_renewed_401_ : has_renewed_403_;
    const bool is_refusal = head.status == 401 || head.status == 403;
    if (!is_refusal || way_.tokens == nullptr || has_renewed)
        return events_.on_head(std::move(head));
    has_renewed = true;
    refusal_.status = head.status;
    refusal_.challenge = std::string(head.fields.find("WWW-Authenticate").value_or(""));
    refusal_.url = request_.url;
    next_ = Next::renew;
}

void HttpRequest::judge_redirect(const net::Response& head) {
    const auto refuse = [&](const std::string& why) {
        next_ = Next::refuse;
        error_.code = static_cast<std::int64_t>(head.status);
        error_.message = "The redirect (HTTP " + std::to_string(head.status) + ") of " +
                         request_.url + " is not followed: " + why;
    };
    const std::string_view location = head.fields.find("Location").value_or("");
    if (location.empty()) return refuse("it names no URL; check the server.");
    const auto url = resolve_at_origin(request_.url, location);
    if (!url) return refuse(url.error().message);
    if (std::find(way_.redirects.begin(), way_.redirects.end(), head.status) ==
        way_.redirects.end())
        return refuse("this status changes requests; configure the URL " + *url + ".");
    if (redirects_ == k_redirects_max)
        return refuse("it is one after " + std::to_string(k_redirects_max) +
                      " others; configure the last URL.");
    ++redirects_;
    next_ = Next::redirect;
    request_.url = *url;
}

void HttpRequest::on_bytes(std::string_view bytes) {
    if (next_ == Next::give) return events_.on_bytes(bytes);
    passed_bytes_ += bytes.size();
    if (passed_bytes_ > k_passed_bytes_max) cut();
}

void HttpRequest::on_end(Result<void> result) {
    switch (next_) {
        case Next::give:
            return events_.on_end(std::move(result));
        case Next::redirect:
            return start();
        case Next::renew:
            return renew();
        case Next::refuse:
            return events_.on_refused(std::move(error_));
    }
}

void HttpRequest::renew() {
    way_.tokens->renew(
        refusal_, through(way_.door, [self = shared_from_this()](Result<void> done) {
            if (self->is_cancelled_) return;
            if (done) return self->start();
            self->events_.on_refused({.code = static_cast<std::int64_t>(self->refusal_.status),
                                      .message = std::move(done).error().message});
        }));
}

}  // namespace iam::mcp
