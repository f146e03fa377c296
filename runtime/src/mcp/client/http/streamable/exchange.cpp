#include "mcp/client/http/streamable/exchange.hpp"

#include "mcp/client/http/bad_response.hpp"
#include "mcp/client/http/message_facts.hpp"

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

constexpr unsigned k_not_found = 404;

bool is_good(unsigned status) {
    return status >= 200 && status < 300;
}

std::string over_limit(const char* thing, std::size_t bytes_max) {
    return std::string("The server's ") + thing + " is larger than " + std::to_string(bytes_max) +
           " bytes, so it is not read; ask for less.";
}

}  // namespace

Exchange::Exchange(Parts parts)
    : parts_(std::move(parts)), events_(parts_.limits.message_bytes_max, parts_.limits.waits) {}

void Exchange::start() {
    ask(parts_.post);
}

void Exchange::cancel() {
    is_over_ = true;
    const std::lock_guard lock(mutex_);
    if (request_) request_->cancel();
}

void Exchange::ask(net::ClientRequest request) {
    has_head_ = false;
    body_ = Body::none;
    text_.clear();
    events_.begin();
    HttpRequestEvents events;
    const auto with = [weak = weak_from_this()](auto run) {
        return [weak, run](auto&& value) {
            const auto self = weak.lock();
            if (self && !self->is_over_) run(*self, std::forward<decltype(value)>(value));
        };
    };
    events.on_head = with([](Exchange& self, const net::Response& head) { self.on_head(head); });
    events.on_bytes = with([](Exchange& self, std::string_view bytes) { self.on_bytes(bytes); });
    events.on_end =
        with([](Exchange& self, Result<void> result) { self.on_end(std::move(result)); });
    events.on_refused = with([](Exchange& self, rpc::ErrorObject error) {
        if (self.parts_.request) self.parts_.events.on_failed(std::move(error));
        self.finish();
    });
    const auto started =
        std::make_shared<HttpRequest>(parts_.way, std::move(request), std::move(events));
    {
        const std::lock_guard lock(mutex_);
        if (is_over_) return;
        request_ = started;
    }
    started->start();
}

void Exchange::on_head(const net::Response& head) {
    has_head_ = true;
    status_ = head.status;
    body_ = body_of(head);
    if (is_good(status_) && !is_resumed_) parts_.events.on_head(head);
}

Exchange::Body Exchange::body_of(const net::Response& head) const {
    if (!parts_.request) return Body::none;
    const std::string type = media_type_of(head.fields.find("Content-Type").value_or(""));
    if (!is_good(head.status)) return Body::error;
    if (type == "text/event-stream") return Body::events;
    return type == "application/json" && !is_resumed_ ? Body::json : Body::error;
}

void Exchange::on_bytes(std::string_view bytes) {
    stream_bytes_ += bytes.size();
    if (body_ == Body::events) return add_events(bytes);
    const bool is_json = body_ == Body::json;
    const std::size_t most = body_ == Body::none ? 0
                             : is_json           ? parts_.limits.message_bytes_max
                                                 : parts_.limits.error_bytes_max;
    const std::size_t room = most - text_.size();
    text_ += bytes.substr(0, room);
    if (bytes.size() <= room) return;
    if (is_json) return fail(rpc::code::internal_error, over_limit("answer", most));
    if (body_ == Body::error) return give_error();
    if (stream_bytes_ > k_passed_bytes_max) finish();
}

void Exchange::add_events(std::string_view bytes) {
    if (is_answered_) return;
    if (stream_bytes_ > parts_.limits.stream_bytes_max)
        return fail(rpc::code::internal_error,
                    over_limit("stream", parts_.limits.stream_bytes_max));
    const auto added = events_.add(bytes, [this](std::string_view data) { on_event(data); });
    if (!added && !is_over_)
        fail(rpc::code::internal_error, over_limit("event", parts_.limits.message_bytes_max));
}

void Exchange::on_event(std::string_view data) {
    if (is_over_ || is_answered_) return;
    is_answered_ = answer_kind(data, *parts_.request) == AnswerKind::answer;
    parts_.events.on_message(data);
    if (!is_answered_) return;
    parts_.timers.after(parts_.limits.linger, through(parts_.way.door, [weak = weak_from_this()] {
                            if (const auto self = weak.lock()) self->finish();
                        }));
}

void Exchange::on_end(Result<void> result) {
    if (!parts_.request) {
        if (status_ == k_not_found && parts_.has_session) return lose_session();
        return finish();
    }
    if (is_answered_) return finish();
    if (!result && (is_resumed_ || body_ == Body::events)) return resume(result.error().message);
    if (!result) {
        const bool is_sent = has_head_ || result.error().code == Errc::outcome_unknown;
        return fail(is_sent ? rpc::code::internal_error : k_not_sent_code,
                    std::move(result).error().message);
    }
    if (body_ == Body::events) return resume("The server's stream ended before the answer");
    body_ == Body::json ? give_body() : give_error();
}

void Exchange::give_body() {
    const AnswerKind kind = answer_kind(text_, *parts_.request);
    if (kind == AnswerKind::not_json)
        return fail(rpc::code::internal_error, "The server's answer is no JSON: \"" +
                                                   shown_body(text_) +
                                                   "\"; check the URL of this server.");
    parts_.events.on_message(text_);
    if (kind == AnswerKind::answer) return finish();
    fail(rpc::code::internal_error,
         "The server's answer is none to this request; it may have acted on it, so look before you "
         "repeat it.");
}

void Exchange::give_error() {
    if (status_ == k_not_found && parts_.has_session) return lose_session();
    if (is_resumed_ && status_ >= 500) return resume("HTTP " + std::to_string(status_));
    if (answer_kind(text_, *parts_.request) == AnswerKind::answer) {
        parts_.events.on_message(text_);
        return finish();
    }
    if (is_good(status_))
        return fail(rpc::code::internal_error,
                    "The server answered with HTTP " + std::to_string(status_) +
                        " and no message: \"" + shown_body(text_) +
                        "\"; it may have acted on the request, so look before you repeat it.");
    parts_.events.on_failed(error_of_response(status_, text_));
    finish();
}

void Exchange::resume(const std::string& why) {
    const std::string& id = events_.last_id();
    if (id.empty() || !parts_.resumption)
        return fail(rpc::code::internal_error,
                    why +
                        "; the server may have acted on the request, so look before you repeat "
                        "it.");
    const auto wait = events_.next_wait();
    if (events_.vain_attempts() > parts_.limits.resumptions_max)
        return fail(rpc::code::internal_error,
                    "The answer cannot be had, after " +
                        std::to_string(parts_.limits.resumptions_max) + " attempts (" + why +
                        "); the server may have acted on the request, so look before you repeat "
                        "it.");
    is_resumed_ = true;
    parts_.timers.after(wait, through(parts_.way.door, [weak = weak_from_this()] {
                            const auto self = weak.lock();
                            if (!self || self->is_over_) return;
                            self->ask(self->parts_.resumption(self->events_.last_id()));
                        }));
}

void Exchange::fail(std::int64_t code, std::string message) {
    if (parts_.request) parts_.events.on_failed({.code = code, .message = std::move(message)});
    finish();
}

void Exchange::lose_session() {
    if (parts_.request) parts_.events.on_failed(error_of_response(status_, text_));
    parts_.events.on_session_lost();
    finish();
}

void Exchange::finish() {
    if (is_over_.exchange(true)) return;
    cancel();
    parts_.events.on_over();
}

}  // namespace iam::mcp
