#include "mcp/client/http/sse.hpp"

#include "mcp/client/event_turns.hpp"
#include "mcp/client/http/bad_response.hpp"
#include "mcp/client/http/endpoint_finder.hpp"
#include "mcp/client/http/envelope.hpp"
#include "mcp/client/http/message_facts.hpp"
#include "mcp/client/http/sse_post.hpp"
#include "mcp/client/http/url_reference.hpp"
#include <iam/net/sse.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace iam::mcp {
namespace {

class HttpSse final : public Transport {
 public:
    HttpSse(SseParts parts, TransportEvents events)
        : parts_(std::move(parts)),
          events_(std::move(events)),
          way_{.client = parts_.client,
               .tokens = parts_.tokens,
               .fields = parts_.fields,
               .redirects = {301, 302, 307, 308}},
          stream_urls_(stream_urls(parts_.url)),
          reader_({.line_bytes_max = parts_.limits.event_bytes_max + 64,
                   .event_bytes_max = parts_.limits.event_bytes_max}) {}
    ~HttpSse() override {
        close();
        way_.door->close();
    }

    bool send(rpc::Output& output) override;
    void use_revision(std::string_view) override {}

 private:
    struct Post {
        std::shared_ptr<SsePost> post{};
        std::optional<rpc::Id> request{};
        bool is_started = false;
    };
    bool has_room(bool is_request) const;
    SsePostEvents events_of(std::uint64_t number, const std::optional<rpc::Id>& request);
    void start_waiting();
    std::vector<std::string> urls_for_post() const;
    void on_taken(std::uint64_t number, const std::string& url);
    void on_failed(std::uint64_t number, const std::optional<rpc::Id>& request,
                   rpc::ErrorObject error);
    void forget(std::uint64_t number);

    void open_stream();
    void on_head(const net::Response& head);
    /// Ends the transport if the server has not named the URL for messages.
    void judge_session();
    void on_bytes(std::string_view bytes);
    void on_stream_end(const Result<void>& result);
    void on_event(const net::SseEvent& event);
    void give_messages(std::string_view data);
    void take_endpoint(std::string_view text);
    void note(std::string_view sentence);

    /// Ends the transport; messages that have not been sent fail with this error.
    void end(const rpc::ErrorObject& error);
    std::map<std::uint64_t, Post> close();
    void emit(std::function<void()> event);

    const SseParts parts_;
    const TransportEvents events_;
    const HttpWay way_;
    EventTurns turns_{};
    bool has_told_end_ = false;  // in an event's turn

    // Of the stream, whose functions are called one after the other.
    const std::vector<std::string> stream_urls_;
    std::size_t stream_at_ = 0;
    bool is_stream_ = false;
    bool has_endpoint_ = false;
    unsigned status_ = 0;
    std::string body_{};
    BareLines bare_lines_{};
    net::SseReader reader_;
    std::set<std::string, std::less<>> noted_{};

    mutable std::mutex mutex_{};
    std::shared_ptr<HttpRequest> stream_{};
    std::string endpoint_{};   // empty: not yet known
    std::string taken_url_{};  // has taken a message; no other URL is tried afterwards
    std::map<std::uint64_t, Post> posts_{};
    std::uint64_t last_number_ = 0;
    std::size_t requests_ = 0;                    // among posts_
    std::optional<std::uint64_t> initialized_{};  // the notification under way
    bool was_refused_ = false;
    bool is_over_ = false;
};

// ---- messages of the Peer

bool HttpSse::send(rpc::Output& output) {
    bool is_first = false;
    {
        const std::lock_guard lock(mutex_);
        if (is_over_) return true;
        if (!has_room(output.own_request.has_value())) {
            was_refused_ = true;
            return false;
        }
        const std::uint64_t number = ++last_number_;
        if (outgoing_facts(output.text).method == "notifications/initialized")
            initialized_ = number;
        auto post =
            std::make_shared<SsePost>(way_, std::move(output.text), parts_.limits.error_bytes_max,
                                      events_of(number, output.own_request));
        posts_.emplace(number, Post{std::move(post), output.own_request});
        if (output.own_request) ++requests_;
        is_first = number == 1;
    }
    is_first ? open_stream() : start_waiting();
    return true;
}

bool HttpSse::has_room(bool is_request) const {
    // The server has to know that the session has begun before it gets further messages.
    if (initialized_) return false;
    return is_request ? requests_ < parts_.limits.requests_max
                      : posts_.size() - requests_ < parts_.limits.others_max;
}

SsePostEvents HttpSse::events_of(std::uint64_t number, const std::optional<rpc::Id>& request) {
    SsePostEvents events;
    events.on_taken = [this, number](const std::string& url) { on_taken(number, url); };
    events.on_failed = [this, number, request](rpc::ErrorObject error) {
        on_failed(number, request, std::move(error));
    };
    return events;
}

void HttpSse::start_waiting() {
    std::vector<std::shared_ptr<SsePost>> starting;
    std::vector<std::string> urls;
    {
        const std::lock_guard lock(mutex_);
        if (endpoint_.empty()) return;
        urls = urls_for_post();
        for (auto& [number, post] : posts_) {
            if (!std::exchange(post.is_started, true)) starting.push_back(post.post);
        }
    }
    for (const auto& post : starting) post->start(urls);
}

std::vector<std::string> HttpSse::urls_for_post() const {
    if (!taken_url_.empty()) return {taken_url_};
    return post_urls(parts_.url, endpoint_);
}

void HttpSse::on_taken(std::uint64_t number, const std::string& url) {
    bool is_other = false;
    {
        const std::lock_guard lock(mutex_);
        taken_url_ = url;
        is_other = url != endpoint_;
    }
    if (is_other) note("The server takes messages at another URL than it names.");
    forget(number);
}

void HttpSse::on_failed(std::uint64_t number, const std::optional<rpc::Id>& request,
                        rpc::ErrorObject error) {
    bool is_lost = false;
    {
        const std::lock_guard lock(mutex_);
        is_lost = error.code == 404 && !taken_url_.empty();
    }
    if (request) emit([this, id = *request, error] { events_.on_failed_request(id, error); });
    forget(number);
    if (is_lost)
        end({.code = k_not_sent_code,
             .message = "The server does not know the session any more (HTTP 404); begin a new "
                        "one."});
}

void HttpSse::forget(std::uint64_t number) {
    Post post;
    {
        const std::lock_guard lock(mutex_);
        const auto found = posts_.find(number);
        if (found == posts_.end()) return;
        post = std::move(found->second);
        posts_.erase(found);
        if (post.request) --requests_;
        if (initialized_ == number) initialized_.reset();
        if (initialized_ || !std::exchange(was_refused_, false)) return;
    }
    emit([this] { events_.on_free(); });
}

// ---- the stream

void HttpSse::open_stream() {
    status_ = 0;
    body_.clear();
    HttpRequestEvents events;
    events.on_head = [this](const net::Response& head) { on_head(head); };
    events.on_bytes = [this](std::string_view bytes) { on_bytes(bytes); };
    events.on_end = [this](const Result<void>& result) { on_stream_end(result); };
    events.on_refused = [this](const rpc::ErrorObject& error) { end(error); };
    net::ClientRequest request{.url = stream_urls_[stream_at_]};
    request.fields.add("Accept", "text/event-stream");
    const auto stream = std::make_shared<HttpRequest>(way_, std::move(request), std::move(events));
    {
        const std::lock_guard lock(mutex_);
        if (is_over_) return;
        stream_ = stream;
    }
    stream->start();
}

void HttpSse::on_head(const net::Response& head) {
    status_ = head.status;
    is_stream_ =
        head.status == 200 &&
        media_type_of(head.fields.find("Content-Type").value_or("")) == "text/event-stream";
    if (!is_stream_) return;
    parts_.timers.after(parts_.limits.session_time,
                        through(way_.door, [this] { judge_session(); }));
}

void HttpSse::judge_session() {
    {
        const std::lock_guard lock(mutex_);
        if (!endpoint_.empty()) return;
    }
    end({.code = k_not_sent_code,
         .message = "The server named no URL for messages within " +
                    std::to_string(parts_.limits.session_time.count()) +
                    " ms; check that it speaks HTTP with SSE."});
}

void HttpSse::on_bytes(std::string_view bytes) {
    if (!is_stream_) {
        // A server of something else may send without end.
        body_ += bytes.substr(0, parts_.limits.error_bytes_max - body_.size());
        if (body_.size() < parts_.limits.error_bytes_max) return;
        {
            const std::lock_guard lock(mutex_);
            stream_->cancel();
        }
        return on_stream_end({});
    }
    if (!has_endpoint_) {
        if (const auto line = bare_lines_.add(bytes)) {
            note("The server names its session outside of an event.");
            take_endpoint(*line);
        }
    }
    const auto added = reader_.add(bytes, [this](const net::SseEvent& event) { on_event(event); });
    if (!added)
        end({.message = "The server sent an event of more than " +
                        std::to_string(parts_.limits.event_bytes_max) +
                        " bytes, so the session was ended; ask for less."});
}

void HttpSse::on_stream_end(const Result<void>& result) {
    if (is_stream_)
        return end({.code = k_not_sent_code,
                    .message = "The server has ended its stream, and with it the session; begin a "
                               "new one."});
    if (!result) return end({.code = k_not_sent_code, .message = result.error().message});
    // A refusal of this program says nothing about the URL.
    const bool is_refusal = status_ == 401 || status_ == 403 || status_ >= 500;
    if (!is_refusal && ++stream_at_ < stream_urls_.size()) return open_stream();
    rpc::ErrorObject error = error_of_status(status_, body_);
    if (status_ < 300)
        error = {.code = k_not_sent_code,
                 .message = "The server has no event stream at " + parts_.url +
                            "; check the URL of this server."};
    end(error);
}

void HttpSse::on_event(const net::SseEvent& event) {
    if (event.type == "endpoint") return take_endpoint(event.data);
    if (!event.type.empty() && event.type != "message") return;
    if (!has_endpoint_ && names_session(event.data)) {
        note("The server names its session in an event of another type.");
        return take_endpoint(event.data);
    }
    give_messages(event.data);
}

void HttpSse::give_messages(std::string_view data) {
    const Unwrapped unwrapped = unwrap_messages(data);
    for (const EnvelopeNote one : unwrapped.notes) note(to_string(one));
    for (const std::string& message : unwrapped.messages)
        emit([this, message] { events_.on_message(message); });
}

void HttpSse::take_endpoint(std::string_view text) {
    if (std::exchange(has_endpoint_, true)) return;
    std::string base;
    {
        const std::lock_guard lock(mutex_);
        base = stream_->url();
    }
    const auto url = resolve_at_origin(base, endpoint_reference(text));
    if (!url) return end({.code = k_not_sent_code, .message = url.error().message});
    {
        const std::lock_guard lock(mutex_);
        endpoint_ = *url;
    }
    start_waiting();
}

void HttpSse::note(std::string_view sentence) {
    {
        const std::lock_guard lock(mutex_);
        if (!noted_.emplace(sentence).second) return;
    }
    if (parts_.on_note) parts_.on_note(sentence);
}

// ---- the end

void HttpSse::end(const rpc::ErrorObject& error) {
    const auto posts = close();
    for (const auto& [number, post] : posts) {
        if (!post.is_started && post.request)
            emit([this, id = *post.request, error] { events_.on_failed_request(id, error); });
    }
    emit([this, error] {
        has_told_end_ = true;
        events_.on_end({.code = Errc::unavailable, .message = error.message});
    });
}

std::map<std::uint64_t, HttpSse::Post> HttpSse::close() {
    std::map<std::uint64_t, Post> posts;
    std::shared_ptr<HttpRequest> stream;
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
        posts.swap(posts_);
        requests_ = 0;
        stream = stream_;
    }
    for (const auto& [number, post] : posts) post.post->cancel();
    if (stream) stream->cancel();
    return posts;
}

void HttpSse::emit(std::function<void()> event) {
    turns_.run([this, event = std::move(event)] {
        if (!has_told_end_) event();
    });
}

}  // namespace

std::unique_ptr<Transport> make_http_sse(SseParts parts, TransportEvents events) {
    return std::make_unique<HttpSse>(std::move(parts), std::move(events));
}

}  // namespace iam::mcp
