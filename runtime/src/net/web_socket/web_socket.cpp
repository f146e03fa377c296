// WebSockets by Beast, over any Wire.
#include "iam/net/web_socket.hpp"

#include "net/message/ascii.hpp"
#include "net/web_socket/web_socket_core.hpp"
#include "net/wire/wire_stream.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <utility>

namespace iam::net {

namespace websocket = boost::beast::websocket;
namespace http = boost::beast::http;

/// The connection. All of it belongs to the strand; pending operations keep it alive.
class WebSocketCore::Session : public std::enable_shared_from_this<Session> {
 public:
    Session(std::shared_ptr<WebSocketCore> core, std::unique_ptr<Wire> wire, OnOver on_over)
        : core_(std::move(core)), stream_(std::move(wire)), on_over_(std::move(on_over)) {}

    void accept(const Fields& fields);
    void connect(const Target& target);
    void flush();
    void flush_soon() {
        asio::post(stream_.get_executor(), [self = shared_from_this()] { self->flush(); });
    }
    void cut_soon() {
        asio::post(stream_.get_executor(), [self = shared_from_this()] {
            self->finish(fail(Errc::unavailable, "The other side does not read its messages."));
        });
    }
    void finish(Result<void> result);

 private:
    void set_limits(boost::beast::role_type role);
    void on_open(const error_code& code);
    void read();
    void on_read(const error_code& code);
    void write();
    void lose(const error_code& code);

    const std::shared_ptr<WebSocketCore> core_;
    websocket::stream<WireStream, false> stream_;
    OnOver on_over_;
    boost::beast::flat_buffer input_{};
    http::request<http::empty_body> request_{};
    websocket::response_type response_{};
    Message output_{};
    bool is_open_ = false;
    bool is_writing_ = false;
    bool is_closing_ = false;
    bool is_over_ = false;
};

void WebSocketCore::Session::set_limits(boost::beast::role_type role) {
    auto times = websocket::stream_base::timeout::suggested(role);
    times.idle_timeout = core_->settings_.idle_time;
    times.keep_alive_pings = true;
    stream_.set_option(times);
    stream_.read_message_max(core_->settings_.message_bytes_max);
    stream_.auto_fragment(false);
}

void WebSocketCore::Session::accept(const Fields& fields) {
    set_limits(boost::beast::role_type::server);
    request_.method(http::verb::get);
    request_.target("/");
    request_.version(11);
    for (const Field& field : fields.all()) request_.insert(field.name, field.value);
    stream_.set_option(websocket::stream_base::decorator(
        [protocol = core_->settings_.protocol](websocket::response_type& response) {
            response.erase(http::field::server);
            if (!protocol.empty()) response.set(http::field::sec_websocket_protocol, protocol);
        }));
    stream_.async_accept(
        request_, [self = shared_from_this()](const error_code& code) { self->on_open(code); });
}

void WebSocketCore::Session::connect(const Target& target) {
    set_limits(boost::beast::role_type::client);
    stream_.set_option(websocket::stream_base::decorator(
        [fields = target.fields,
         protocol = core_->settings_.protocol](websocket::request_type& request) {
            request.erase(http::field::user_agent);
            for (const Field& field : fields.all()) request.insert(field.name, field.value);
            if (!protocol.empty()) request.set(http::field::sec_websocket_protocol, protocol);
        }));
    stream_.async_handshake(
        response_, target.host, target.target, [self = shared_from_this()](error_code code) {
            const auto& wanted = self->core_->settings_.protocol;
            const auto chosen = self->response_[http::field::sec_websocket_protocol];
            if (!code && chosen != wanted) code = websocket::error::upgrade_declined;
            self->on_open(code);
        });
}

void WebSocketCore::Session::on_open(const error_code& code) {
    if (is_over_) return;
    if (code) return lose(code);
    is_open_ = true;
    try {
        if (core_->events_.on_open) core_->events_.on_open();
    } catch (...) {
        return finish(
            fail(Errc::internal, "A function for a WebSocket threw; catch its exceptions."));
    }
    read();
    flush();
}

void WebSocketCore::Session::read() {
    stream_.async_read(input_, [self = shared_from_this()](const error_code& code, std::size_t) {
        if (!self->is_over_) self->on_read(code);
    });
}

void WebSocketCore::Session::on_read(const error_code& code) {
    if (code == websocket::error::closed) return finish({});
    if (code) return lose(code);
    const auto bytes = input_.data();
    std::string message(static_cast<const char*>(bytes.data()), bytes.size());
    input_.consume(input_.size());
    try {
        if (core_->events_.on_message)
            core_->events_.on_message(std::move(message), stream_.got_text());
    } catch (...) {
        return finish(
            fail(Errc::internal, "A function for a WebSocket threw; catch its exceptions."));
    }
    read();
}

void WebSocketCore::Session::flush() {
    if (!is_open_ || is_writing_ || is_closing_ || is_over_) return;
    if (core_->next(output_)) return write();
    if (!core_->wants_close()) return;
    is_closing_ = true;
    stream_.async_close(websocket::close_code::normal,
                        [self = shared_from_this()](const error_code& code) {
                            if (code)
                                self->lose(code);
                            else
                                self->finish({});
                        });
}

void WebSocketCore::Session::write() {
    is_writing_ = true;
    stream_.text(output_.is_text);
    stream_.async_write(asio::buffer(output_.bytes),
                        [self = shared_from_this()](const error_code& code, std::size_t) {
                            self->is_writing_ = false;
                            if (self->is_over_ || code) return;  // reading tells why
                            self->core_->note_sent(self->output_.bytes.size());
                            self->flush();
                        });
}

void WebSocketCore::Session::lose(const error_code& code) {
    finish(
        fail(Errc::unavailable, "The WebSocket has ended: " + code.message() + "; open it anew."));
}

void WebSocketCore::Session::finish(Result<void> result) {
    if (std::exchange(is_over_, true)) return;
    const std::shared_ptr<Session> self = shared_from_this();
    stream_.next_layer().wire().close();
    core_->end(std::move(result));
    if (const OnOver on_over = std::exchange(on_over_, nullptr)) on_over();
}

// ---- shared by the holder and the connection

WebSocketCore::WebSocketCore(WebSocketSettings settings, WebSocketEvents events)
    : settings_(std::move(settings)), events_(std::move(events)) {}

void WebSocketCore::attach(const std::shared_ptr<Session>& session) {
    const std::lock_guard lock(mutex_);
    session_ = session;
}

void WebSocketCore::accept(std::unique_ptr<Wire> wire, const Fields& fields, OnOver on_over) {
    const auto session =
        std::make_shared<Session>(shared_from_this(), std::move(wire), std::move(on_over));
    attach(session);
    session->accept(fields);
}

void WebSocketCore::connect(std::unique_ptr<Wire> wire, const Target& target, OnOver on_over) {
    const auto session =
        std::make_shared<Session>(shared_from_this(), std::move(wire), std::move(on_over));
    attach(session);
    session->connect(target);
}

void WebSocketCore::cut(const std::string& why) {
    std::shared_ptr<Session> session;
    {
        const std::lock_guard lock(mutex_);
        session = session_;
    }
    if (session)
        session->finish(fail(Errc::unavailable, why));
    else
        end(fail(Errc::unavailable, why));
}

bool WebSocketCore::send(std::string message, bool is_text) {
    const std::lock_guard lock(mutex_);
    if (has_ended_ || closes_) return false;
    if (unsent_bytes_ + message.size() > settings_.unsent_bytes_max) {
        closes_ = true;
        if (session_) session_->cut_soon();
        return false;
    }
    unsent_bytes_ += message.size();
    waiting_.push_back({std::move(message), is_text});
    if (session_ && waiting_.size() == 1) session_->flush_soon();
    return true;
}

void WebSocketCore::close() {
    const std::lock_guard lock(mutex_);
    closes_ = true;
    if (session_) session_->flush_soon();
}

std::size_t WebSocketCore::unsent_bytes() const noexcept {
    const std::lock_guard lock(mutex_);
    return unsent_bytes_;
}

bool WebSocketCore::next(Message& message) {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return false;
    message = std::move(waiting_.front());
    waiting_.pop_front();
    return true;
}

void WebSocketCore::note_sent(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    unsent_bytes_ -= bytes;
}

bool WebSocketCore::wants_close() const {
    const std::lock_guard lock(mutex_);
    return closes_;
}

// The functions of the owner are called and destroyed outside of the mutex.
void WebSocketCore::end(Result<void> result) {
    std::shared_ptr<Session> session;
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(has_ended_, true)) return;
        session.swap(session_);
        waiting_.clear();
        unsent_bytes_ = 0;
    }
    WebSocketEvents events = std::exchange(events_, {});
    try {
        if (events.on_end) events.on_end(std::move(result));
    } catch (...) {
    }
}

WebSocket::WebSocket(std::shared_ptr<WebSocketCore> core) noexcept : core_(std::move(core)) {}

WebSocket& WebSocket::operator=(WebSocket&& other) noexcept {
    const WebSocket old(std::exchange(core_, std::exchange(other.core_, nullptr)));
    return *this;
}

WebSocket::~WebSocket() {
    close();
}

bool WebSocket::send(std::string message, bool is_text) {
    try {
        return core_ && core_->send(std::move(message), is_text);
    } catch (...) {
        return false;
    }
}

void WebSocket::close() {
    try {
        if (core_) core_->close();
    } catch (...) {
    }
}

std::size_t WebSocket::unsent_bytes() const noexcept {
    return core_ ? core_->unsent_bytes() : 0;
}

bool wants_web_socket(const Request& request) {
    const auto upgrade = request.fields.find("Upgrade");
    const auto connection = request.fields.find("Connection");
    return request.method == "GET" && upgrade && has_token(*upgrade, "websocket") && connection &&
           has_token(*connection, "upgrade");
}

}  // namespace iam::net
