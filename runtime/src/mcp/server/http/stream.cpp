#include "mcp/server/http/stream.hpp"

#include <iam/net/sse.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace iam::mcp {
namespace {

net::Response response_of(const StreamForm& form, std::string_view media_type) {
    net::Response response;
    response.fields = form.fields;
    response.fields.add("Content-Type", std::string(media_type));
    response.fields.add("Cache-Control", "no-store");
    return response;
}

net::Response head_of_events(const StreamForm& form) {
    net::Response head = response_of(form, "text/event-stream");
    // nginx would hold events back.
    head.fields.add("X-Accel-Buffering", "no");
    return head;
}

std::optional<std::uint64_t> number_of(std::string_view text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, fault] = std::from_chars(text.data(), end, number);
    if (fault != std::errc() || rest != end || text.empty()) return std::nullopt;
    return number;
}

}  // namespace

Stream::Stream(rpc::Channel channel, std::size_t& kept_bytes, std::optional<net::Exchange> exchange,
               Milliseconds now)
    : channel_(channel),
      exchange_(std::move(exchange)),
      kept_bytes_(&kept_bytes),
      last_sent_(now) {}

void Stream::put(std::string_view message, bool is_last, const StreamForm& form, Milliseconds now) {
    if (is_last && !is_begun_) {
        is_over_ = true;
        if (!exchange_) return;
        net::Response response = response_of(form, "application/json");
        response.body = message;
        exchange_->answer(std::move(response));
        exchange_.reset();
        return;
    }
    begin(form, now);
    add_event(message);
    is_over_ = is_over_ || is_last;
    send_events(now);
    finish_if_over();
}

void Stream::end(const StreamForm& form) {
    is_over_ = true;
    if (!exchange_) return;
    if (is_begun_) return finish_if_over();
    exchange_->answer({.status = 202, .fields = form.fields});
    exchange_.reset();
}

void Stream::refuse(net::Response response) {
    is_over_ = true;
    if (!exchange_) return;
    exchange_->answer(std::move(response));
    exchange_.reset();
}

void Stream::begin(const StreamForm& form, Milliseconds now) {
    if (is_begun_) return;
    is_begun_ = true;
    if (form.has_first_event) add_event({});
    if (!exchange_) return;
    exchange_->begin(head_of_events(form));
    if (form.has_first_event) exchange_->write(net::sse_retry(form.come_back));
    send_events(now);
}

void Stream::give_sign(Milliseconds now) {
    if (!exchange_ || !is_begun_) return;
    if (!exchange_->write(net::sse_comment())) return leave();
    last_sent_ = now;
}

bool Stream::has_after(std::uint64_t number) const noexcept {
    return number + 1 >= first_ && number < first_ + events_.size();
}

void Stream::attach(net::Exchange exchange, std::optional<std::uint64_t> number,
                    const StreamForm& form, Milliseconds now) {
    if (exchange_ && is_begun_) exchange_->finish();
    exchange_ = std::move(exchange);
    if (number) unsent_ = *number + 1;
    if (!is_begun_) return begin(form, now);
    exchange_->begin(head_of_events(form));
    if (form.has_first_event) exchange_->write(net::sse_retry(form.come_back));
    send_events(now);
    finish_if_over();
}

bool Stream::forget_oldest() {
    if (events_.empty()) return false;
    *kept_bytes_ -= events_.front().size();
    events_.pop_front();
    ++first_;
    return true;
}

void Stream::add_event(std::string_view data) {
    const EventId id{channel_, first_ + events_.size()};
    events_.push_back(net::sse_text({.id = to_string(id), .data = std::string(data)}));
    *kept_bytes_ += events_.back().size();
}

void Stream::send_events(Milliseconds now) {
    if (!exchange_) return;
    std::string text;
    for (std::uint64_t at = std::max(unsent_, first_); at < first_ + events_.size(); ++at)
        text += events_[at - first_];
    if (text.empty()) return;
    if (!exchange_->write(text)) return leave();
    unsent_ = first_ + events_.size();
    last_sent_ = now;
}

void Stream::finish_if_over() {
    if (!exchange_ || !is_over_) return;
    exchange_->finish();
    exchange_.reset();
}

std::string to_string(const EventId& id) {
    return std::to_string(id.channel) + "-" + std::to_string(id.number);
}

std::optional<EventId> event_id_of(std::string_view text) {
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    const auto channel = number_of(text.substr(0, dash));
    const auto number = number_of(text.substr(dash + 1));
    if (!channel || !number) return std::nullopt;
    return EventId{*channel, *number};
}

}  // namespace iam::mcp
