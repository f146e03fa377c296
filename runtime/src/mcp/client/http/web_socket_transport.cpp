#include "mcp/client/http/web_socket_transport.hpp"

#include "mcp/client/door.hpp"
#include "mcp/client/event_turns.hpp"
#include "mcp/client/http/http_request.hpp"
#include "mcp/client/http/url_reference.hpp"
#include <iam/core/json.hpp>

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

class WebSocketTransport final : public Transport {
 public:
    WebSocketTransport(WebSocketParts parts, TransportEvents events)
        : parts_(std::move(parts)),
          events_(std::move(events)),
          way_{.client = parts_.client, .tokens = parts_.tokens, .fields = parts_.fields},
          attempts_(web_socket_attempts(parts_.url, parts_.protocols)) {}
    ~WebSocketTransport() override;

    bool send(rpc::Output& output) override;
    void use_revision(std::string_view) override {}

 private:
    struct Waiting {
        std::string text{};
        std::optional<rpc::Id> request{};
    };
    bool has_room(std::size_t bytes) const;
    void look_later();
    void look();

    void connect();
    net::WebSocketEvents socket_events();
    void on_open();
    void on_message(std::string message);
    void on_socket_end(const Result<void>& result);
    void give_up(const std::string& why);
    void note(std::string_view sentence) const;
    void emit(std::function<void()> event);

    const WebSocketParts parts_;
    const TransportEvents events_;
    const HttpWay way_;
    const std::vector<WebSocketAttempt> attempts_;
    EventTurns turns_{};
    bool has_told_end_ = false;  // in an event's turn

    mutable std::mutex mutex_{};
    std::size_t attempt_ = 0;
    std::string first_problem_{};  // of the attempt that the configuration names
    std::optional<net::WebSocket> socket_{};
    std::deque<Waiting> waiting_{};  // for the connection
    std::size_t waiting_bytes_ = 0;
    bool has_begun_ = false;
    bool is_open_ = false;
    bool was_refused_ = false;  // send() has returned false
    bool is_looking_ = false;   // a timer calls look()
    bool is_over_ = false;
};

WebSocketTransport::~WebSocketTransport() {
    std::optional<net::WebSocket> socket;
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
        socket.swap(socket_);
    }
    way_.door->close();
}

// ---- messages of the Peer

bool WebSocketTransport::send(rpc::Output& output) {
    bool begins = false;
    {
        const std::lock_guard lock(mutex_);
        if (is_over_) return true;
        if (!has_room(output.text.size())) {
            was_refused_ = true;
            if (is_open_) look_later();
            return false;
        }
        if (is_open_) {
            socket_->send(std::move(output.text));
            return true;
        }
        begins = !std::exchange(has_begun_, true);
        waiting_bytes_ += output.text.size();
        waiting_.push_back({std::move(output.text), output.own_request});
    }
    if (!begins) return true;
    parts_.timers.after(parts_.limits.open_time, through(way_.door, [this] {
                            {
                                const std::lock_guard lock(mutex_);
                                if (is_open_) return;
                            }
                            give_up("The server opened no WebSocket within " +
                                    std::to_string(parts_.limits.open_time.count()) +
                                    " ms; check its URL.");
                        }));
    connect();
    return true;
}

/// One message is always taken, however large.
bool WebSocketTransport::has_room(std::size_t bytes) const {
    const std::size_t unsent = is_open_ ? socket_->unsent_bytes() : waiting_bytes_;
    return unsent == 0 || unsent + bytes <= parts_.limits.unsent_bytes_max;
}

/// The socket does not tell when its messages have been taken.
void WebSocketTransport::look_later() {
    if (std::exchange(is_looking_, true)) return;
    parts_.timers.after(parts_.limits.look, through(way_.door, [this] { look(); }));
}

void WebSocketTransport::look() {
    {
        const std::lock_guard lock(mutex_);
        if (is_over_) return;
        is_looking_ = false;
        if (socket_->unsent_bytes() > parts_.limits.unsent_bytes_max / 2) return look_later();
        was_refused_ = false;
    }
    emit([this] { events_.on_free(); });
}

// ---- the connection

void WebSocketTransport::connect() {
    std::string problem;
    {
        const std::lock_guard lock(mutex_);
        if (is_over_) return;
        const WebSocketAttempt& attempt = attempts_[attempt_];
        net::WebSocketSettings settings;
        settings.message_bytes_max = parts_.limits.message_bytes_max;
        settings.idle_time = parts_.limits.idle_time;
        settings.protocol = attempt.protocol;
        // Twice the limit of send(), which takes one message of any size.
        settings.unsent_bytes_max =
            2 * std::max(parts_.limits.unsent_bytes_max, parts_.limits.message_bytes_max);
        auto socket = parts_.client.open_socket(with_way(way_, {.url = attempt.url}),
                                                std::move(settings), socket_events());
        if (socket)
            socket_ = *std::move(socket);
        else
            problem = socket.error().message;
    }
    if (!problem.empty()) give_up(problem);
}

net::WebSocketEvents WebSocketTransport::socket_events() {
    net::WebSocketEvents events;
    events.on_open = through(way_.door, [this] { on_open(); });
    events.on_message = through(way_.door, [this](std::string message, bool is_text) {
        // The text of a frame has been checked.
        if (!is_text && !is_valid_utf8(message))
            return note("The server sent a binary frame that is no UTF-8; it is ignored.");
        if (!is_text) note("The server sends messages in binary frames.");
        on_message(std::move(message));
    });
    events.on_end =
        through(way_.door, [this](const Result<void>& result) { on_socket_end(result); });
    return events;
}

void WebSocketTransport::on_open() {
    std::string sentence;
    {
        const std::lock_guard lock(mutex_);
        if (is_over_ || !socket_) return;
        is_open_ = true;
        for (Waiting& waiting : waiting_) socket_->send(std::move(waiting.text));
        waiting_.clear();
        waiting_bytes_ = 0;
        if (was_refused_) look_later();
        const WebSocketAttempt& attempt = attempts_[attempt_];
        if (attempt_ > 0)
            sentence =
                "The server takes a WebSocket at " + attempt.url +
                (attempt.protocol.empty() ? " without a subprotocol."
                                          : " with the subprotocol " + attempt.protocol + ".");
    }
    if (!sentence.empty()) note(sentence);
}

void WebSocketTransport::on_message(std::string message) {
    emit([this, message = std::move(message)] { events_.on_message(message); });
}

void WebSocketTransport::on_socket_end(const Result<void>& result) {
    bool tries_again = false;
    std::string problem;
    {
        const std::lock_guard lock(mutex_);
        if (is_over_) return;
        if (!is_open_ && first_problem_.empty() && !result) first_problem_ = result.error().message;
        tries_again = !is_open_ && attempt_ + 1 < attempts_.size();
        if (tries_again) ++attempt_;
        problem = is_open_ && !result ? result.error().message : first_problem_;
    }
    if (tries_again) return connect();
    if (problem.empty())
        problem = "The server has closed the connection, and with it the session; begin a new one.";
    give_up(problem);
}

void WebSocketTransport::give_up(const std::string& why) {
    std::deque<Waiting> waiting;
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(is_over_, true)) return;
        waiting.swap(waiting_);
        if (socket_) socket_->close();
    }
    for (const Waiting& one : waiting) {
        if (!one.request) continue;
        emit([this, id = *one.request, why] {
            events_.on_failed_request(id, {.code = k_not_sent_code, .message = why});
        });
    }
    emit([this, why] {
        has_told_end_ = true;
        events_.on_end({.code = Errc::unavailable, .message = why});
    });
}

void WebSocketTransport::note(std::string_view sentence) const {
    if (parts_.on_note) parts_.on_note(sentence);
}

void WebSocketTransport::emit(std::function<void()> event) {
    turns_.run([this, event = std::move(event)] {
        if (!has_told_end_) event();
    });
}

}  // namespace

std::vector<WebSocketAttempt> web_socket_attempts(const std::string& url,
                                                  const std::vector<std::string>& protocols) {
    const std::string given = http_url_of(url);
    const std::string origin = origin_of(given);
    std::vector<std::string> urls{given};
    if (!origin.empty()) {
        const std::size_t slash = given.find('/', given.find("://") + 3);
        const bool has_path = slash != std::string::npos && slash + 1 < given.size();
        if (!has_path) urls.clear();
        for (const char* path : {"/ws", "/mcp"}) {
            if (std::find(urls.begin(), urls.end(), origin + path) == urls.end())
                urls.push_back(origin + path);
        }
        if (!has_path) urls.push_back(given);
    }
    std::vector<std::string> offers = protocols;
    if (offers.empty()) offers = {"jsonrpc-2.0", "jsonrpc", "", "mcp"};
    if (std::find(offers.begin(), offers.end(), "") == offers.end()) offers.emplace_back();
    std::vector<WebSocketAttempt> attempts;
    for (const std::string& one : urls) {
        for (const std::string& offer : offers) attempts.push_back({one, offer});
    }
    return attempts;
}

std::unique_ptr<Transport> make_web_socket(WebSocketParts parts, TransportEvents events) {
    return std::make_unique<WebSocketTransport>(std::move(parts), std::move(events));
}

}  // namespace iam::mcp
