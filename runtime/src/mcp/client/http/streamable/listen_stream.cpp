#include "mcp/client/http/streamable/listen_stream.hpp"

#include "mcp/client/http/bad_response.hpp"

#include <utility>

namespace iam::mcp {

ListenStream::ListenStream(Parts parts)
    : parts_(std::move(parts)), events_(parts_.event_bytes_max, parts_.waits) {}

void ListenStream::start() {
    is_open_ = false;
    events_.begin();
    HttpRequestEvents events;
    const auto with = [weak = weak_from_this()](auto run) {
        return [weak, run](auto&& value) {
            if (const auto self = weak.lock()) run(*self, std::forward<decltype(value)>(value));
        };
    };
    events.on_head =
        with([](ListenStream& self, const net::Response& head) { self.on_head(head); });
    events.on_bytes =
        with([](ListenStream& self, std::string_view bytes) { self.on_bytes(bytes); });
    events.on_end = with([](ListenStream& self, const Result<void>&) { self.on_end(); });
    // The stream is no must, so a refusal is quiet.
    events.on_refused =
        with([](ListenStream& self, const rpc::ErrorObject&) { self.parts_.on_answered(); });
    const auto request = std::make_shared<HttpRequest>(
        parts_.way, parts_.request(events_.last_id()), std::move(events));
    {
        const std::lock_guard lock(mutex_);
        if (is_cancelled_) return;
        request_ = request;
    }
    request->start();
}

void ListenStream::cancel() {
    const std::lock_guard lock(mutex_);
    is_cancelled_ = true;
    if (request_) request_->cancel();
}

void ListenStream::on_head(const net::Response& head) {
    is_open_ = head.status == 200 &&
               media_type_of(head.fields.find("Content-Type").value_or("")) == "text/event-stream";
    is_refused_ = !is_open_ && head.status < 500 && head.status != 429;
    // A server without the stream may answer 404, too.
    const bool is_lost = head.status == 404 && was_open_;
    was_open_ = was_open_ || is_open_;
    parts_.on_answered();
    if (!is_lost && !is_refused_) return;
    cancel();
    if (is_lost) parts_.on_session_lost();
}

void ListenStream::on_bytes(std::string_view bytes) {
    if (!is_open_) return;
    const auto added = events_.add(bytes, parts_.on_message);
    if (added) return;
    // An event over the limit comes again if the stream goes on, so it ends here.
    cancel();
}

void ListenStream::on_end() {
    parts_.on_answered();
    if (!is_refused_) ask_later();
}

void ListenStream::ask_later() {
    parts_.timers.after(events_.next_wait(), through(parts_.way.door, [weak = weak_from_this()] {
                            if (const auto self = weak.lock()) self->start();
                        }));
}

}  // namespace iam::mcp
