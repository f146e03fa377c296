#include "mcp/client/http/streamable_http.hpp"

#include "mcp/client/event_turns.hpp"
#include "mcp/client/http/message_facts.hpp"
#include "mcp/client/http/streamable/exchange.hpp"
#include "mcp/client/http/streamable/listen_stream.hpp"
#include "mcp/client/http/streamable/session_end.hpp"
#include "mcp/client/http/streamable/standard_fields.hpp"
#include "mcp/protocol/revision.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace iam::mcp {
namespace {

constexpr const char* k_both_types = "application/json, text/event-stream";
constexpr const char* k_event_type = "text/event-stream";

/// MCP, basic/transports#session-management.
bool is_session_id(std::string_view id) {
    return !id.empty() && id.size() <= 1024 &&
           std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

void add_all(net::Fields& to, const net::Fields& more) {
    for (const net::Field& field : more.all()) to.add(field.name, field.value);
}

class StreamableHttp final : public Transport {
 public:
    StreamableHttp(StreamableHttpParts parts, TransportEvents events)
        : parts_(std::move(parts)),
          events_(std::move(events)),
          way_{.client = parts_.client, .tokens = parts_.tokens, .fields = parts_.fields} {}
    ~StreamableHttp() override;

    bool send(rpc::Output& output) override;
    void use_revision(std::string_view revision) override;
    void listen() override;

 private:
    struct Open {
        std::shared_ptr<Exchange> exchange{};
        std::optional<rpc::Id> request{};
    };
    bool is_stateless() const { return !revision_.empty() && !revision_of(revision_); }
    bool has_room(bool is_request) const;
    void begin(std::uint64_t number, rpc::Output& output, const OutgoingFacts& facts);
    ExchangeEvents events_of(std::uint64_t number, const std::optional<rpc::Id>& request,
                             const OutgoingFacts& facts);
    net::Fields session_fields(const char* accept) const;
    net::ClientRequest post_of(std::string body, const OutgoingFacts& facts) const;
    net::ClientRequest get_of(const std::string& last_event_id) const;

    /// Own requests wait for the stream of listen() no more.
    void stop_waiting();
    /// Tells of room, if a message was refused. Not under the mutex.
    void tell_of_room();
    void take_session(const net::Response& head);
    /// Ends the exchange of this request, if there is one, without an event.
    void drop(const rpc::Id& request);
    void forget(std::uint64_t number);
    void lose_session();
    void cancel_all();
    void emit(std::function<void()> event);

    const StreamableHttpParts parts_;
    const TransportEvents events_;
    const HttpWay way_;
    EventTurns turns_{};
    bool has_told_end_ = false;  // in an event's turn

    mutable std::mutex mutex_{};
    std::string revision_{};
    std::string session_{};
    std::map<std::uint64_t, Open> open_{};
    std::uint64_t last_number_ = 0;
    std::size_t requests_ = 0;                    // among open_
    std::optional<std::uint64_t> initialized_{};  // the notification under way
    bool awaits_listener_ = false;
    bool was_refused_ = false;  // send() has returned false
    bool is_over_ = false;
    std::shared_ptr<ListenStream> listener_{};
};

StreamableHttp::~StreamableHttp() {
    cancel_all();
    way_.door->close();
    if (session_.empty()) return;
    net::ClientRequest request{.method = "DELETE", .url = parts_.url};
    request.fields = session_fields(k_both_types);
    end_session(way_, std::move(request), parts_.limits.delete_time);
}

// ---- messages of the Peer

bool StreamableHttp::send(rpc::Output& output) {
    const OutgoingFacts facts = outgoing_facts(output.text);
    std::uint64_t number = 0;
    {
        std::unique_lock lock(mutex_);
        if (is_over_) return true;
        if (is_stateless() && facts.method == "notifications/cancelled") {
            lock.unlock();
            if (const auto request = cancelled_request(facts.params)) drop(*request);
            return true;
        }
        if (!has_room(output.own_request.has_value())) {
            was_refused_ = true;
            return false;
        }
        number = ++last_number_;
    }
    begin(number, output, facts);
    return true;
}

bool StreamableHttp::has_room(bool is_request) const {
    // The server has to know that the session has begun before it gets further messages.
    if (initialized_ || (is_request && awaits_listener_)) return false;
    return is_request ? requests_ < parts_.limits.requests_max
                      : open_.size() - requests_ < parts_.limits.others_max;
}

void StreamableHttp::begin(std::uint64_t number, rpc::Output& output, const OutgoingFacts& facts) {
    Exchange::Parts parts{.way = way_,
                          .timers = parts_.timers,
                          .limits = parts_.limits,
                          .request = output.own_request};
    parts.events = events_of(number, output.own_request, facts);
    std::shared_ptr<Exchange> exchange;
    {
        const std::lock_guard lock(mutex_);
        // `facts` looks into the text, so the text is copied.
        parts.post = post_of(output.text, facts);
        parts.has_session = !session_.empty();
        if (!is_stateless())
            parts.resumption = [this](const std::string& last_event_id) {
                const std::lock_guard held(mutex_);
                return get_of(last_event_id);
            };
        exchange = std::make_shared<Exchange>(std::move(parts));
        open_.emplace(number, Open{exchange, output.own_request});
        if (output.own_request) ++requests_;
        if (facts.method == "notifications/initialized") initialized_ = number;
    }
    exchange->start();
}

ExchangeEvents StreamableHttp::events_of(std::uint64_t number,
                                         const std::optional<rpc::Id>& request,
                                         const OutgoingFacts& facts) {
    ExchangeEvents events;
    if (facts.method == "initialize")
        events.on_head = [this](const net::Response& head) { take_session(head); };
    else
        events.on_head = [](const net::Response&) {};
    events.on_message = [this](std::string_view message) {
        emit([this, text = std::string(message)] { events_.on_message(text); });
    };
    if (request)
        events.on_failed = [this, id = *request](rpc::ErrorObject error) {
            emit([this, id, error = std::move(error)] { events_.on_failed_request(id, error); });
        };
    events.on_session_lost = [this] { lose_session(); };
    std::optional<rpc::Id> cancelled;
    if (facts.method == "notifications/cancelled") cancelled = cancelled_request(facts.params);
    events.on_over = [this, number, cancelled] {
        // The server knows of the cancellation; the answer is no use any more.
        if (cancelled) drop(*cancelled);
        forget(number);
    };
    return events;
}

// ---- requests

net::Fields StreamableHttp::session_fields(const char* accept) const {
    net::Fields fields{{"Accept", accept}};
    if (!session_.empty()) fields.add("MCP-Session-Id", session_);
    if (!revision_.empty()) fields.add("MCP-Protocol-Version", revision_);
    return fields;
}

net::ClientRequest StreamableHttp::post_of(std::string body, const OutgoingFacts& facts) const {
    net::ClientRequest request{
        .method = "POST", .url = parts_.url, .fields = session_fields(k_both_types)};
    request.fields.add("Content-Type", "application/json");
    if (is_stateless() && !facts.method.empty()) {
        add_all(request.fields, standard_fields(facts.method, facts.params));
        if (facts.method == "tools/call" && parts_.parameter_fields) {
            const auto params = parse_json(facts.params, limits_of_own_text(facts.params.size()));
            add_all(request.fields, parts_.parameter_fields(params.value_or(Json{})));
        }
    }
    request.body = std::move(body);
    return request;
}

net::ClientRequest StreamableHttp::get_of(const std::string& last_event_id) const {
    net::ClientRequest request{.url = parts_.url, .fields = session_fields(k_event_type)};
    if (!last_event_id.empty()) request.fields.add("Last-Event-ID", last_event_id);
    return request;
}

// ---- state

void StreamableHttp::use_revision(std::string_view revision) {
    const std::lock_guard lock(mutex_);
    revision_ = revision;
    if (is_stateless()) session_.clear();
}

void StreamableHttp::listen() {
    std::shared_ptr<ListenStream> listener;
    bool waits = false;
    {
        const std::lock_guard lock(mutex_);
        if (is_over_ || listener_ || is_stateless()) return;
        ListenStream::Parts parts{.way = way_,
                                  .timers = parts_.timers,
                                  .event_bytes_max = parts_.limits.message_bytes_max,
                                  .waits = parts_.limits.waits};
        parts.request = [this](const std::string& last_event_id) {
            const std::lock_guard held(mutex_);
            return get_of(last_event_id);
        };
        parts.on_message = [this](std::string_view message) {
            emit([this, text = std::string(message)] { events_.on_message(text); });
        };
        parts.on_answered = [this] { stop_waiting(); };
        parts.on_session_lost = [this] { lose_session(); };
        awaits_listener_ = parts_.limits.listen_wait.count() > 0;
        waits = awaits_listener_;
        listener = listener_ = std::make_shared<ListenStream>(std::move(parts));
    }
    listener->start();
    if (waits)
        parts_.timers.after(parts_.limits.listen_wait,
                            through(way_.door, [this] { stop_waiting(); }));
}

void StreamableHttp::stop_waiting() {
    {
        const std::lock_guard lock(mutex_);
        if (!std::exchange(awaits_listener_, false)) return;
    }
    tell_of_room();
}

void StreamableHttp::tell_of_room() {
    {
        const std::lock_guard lock(mutex_);
        if (initialized_ || !std::exchange(was_refused_, false)) return;
    }
    emit([this] { events_.on_free(); });
}

void StreamableHttp::take_session(const net::Response& head) {
    const auto id = head.fields.find("MCP-Session-Id");
    const std::lock_guard lock(mutex_);
    if (id && is_session_id(*id) && !is_stateless()) session_ = *id;
}

void StreamableHttp::drop(const rpc::Id& request) {
    std::shared_ptr<Exchange> exchange;
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [at, open] : open_) {
            if (open.request != request) continue;
            exchange = open.exchange;
            number = at;
        }
    }
    if (!exchange) return;
    exchange->cancel();
    forget(number);
}

void StreamableHttp::forget(std::uint64_t number) {
    Open open;
    {
        const std::lock_guard lock(mutex_);
        const auto found = open_.find(number);
        if (found == open_.end()) return;
        open = std::move(found->second);
        open_.erase(found);
        if (open.request) --requests_;
        if (initialized_ == number) initialized_.reset();
    }
    tell_of_room();
}

void StreamableHttp::lose_session() {
    {
        const std::lock_guard lock(mutex_);
        if (is_over_) return;
        session_.clear();
    }
    cancel_all();
    emit([this] {
        has_told_end_ = true;
        events_.on_end({.code = Errc::unavailable,
                        .message = "The server does not know the session any more (HTTP 404); "
                                   "begin a new one."});
    });
}

void StreamableHttp::cancel_all() {
    std::map<std::uint64_t, Open> open;
    std::shared_ptr<ListenStream> listener;
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
        open.swap(open_);
        requests_ = 0;
        listener = listener_;
    }
    for (const auto& [number, one] : open) one.exchange->cancel();
    if (listener) listener->cancel();
}

void StreamableHttp::emit(std::function<void()> event) {
    turns_.run([this, event = std::move(event)] {
        if (!has_told_end_) event();
    });
}

}  // namespace

std::unique_ptr<Transport> make_streamable_http(StreamableHttpParts parts, TransportEvents events) {
    return std::make_unique<StreamableHttp>(std::move(parts), std::move(events));
}

}  // namespace iam::mcp
