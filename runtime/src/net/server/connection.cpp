#include "net/server/connection.hpp"

#include "net/message/head_text.hpp"

#include <algorithm>
#include <utility>

namespace iam::net {
namespace {

// For requests received before the current one was answered.
constexpr std::size_t k_ahead_bytes_max = std::size_t{16} << 10U;
// For the client to read a last answer. If it still sends, closing at once would destroy it.
constexpr std::chrono::milliseconds k_linger_time{2000};
constexpr std::size_t k_body_bytes_per_second = std::size_t{16} << 10U;

}  // namespace

Connection::Connection(const ConnectionContext& context, const HostRules& rules,
                       std::unique_ptr<Wire> wire, PeerAddress peer)
    : context_(context),
      rules_(rules),
      strand_(wire->strand()),
      wire_(std::move(wire)),
      peer_(std::move(peer)),
      timer_(strand_) {}

Connection::~Connection() = default;

template <class Step>
void Connection::guard(Step step) noexcept {
    try {
        step();
    } catch (...) {
        cut();
    }
}

void Connection::start() {
    asio::post(strand_, [self = shared_from_this()] { self->guard([&] { self->open(false); }); });
}

void Connection::start_refusing() {
    asio::post(strand_, [self = shared_from_this()] { self->guard([&] { self->open(true); }); });
}

void Connection::stop_soon() {
    asio::post(strand_, [self = shared_from_this()] { self->stop(); });
}

void Connection::flush_soon() {
    asio::post(strand_, [self = shared_from_this()] { self->guard([&] { self->flush(); }); });
}

void Connection::cut_soon() {
    asio::post(strand_, [self = shared_from_this()] { self->cut(); });
}

void Connection::upgrade_soon(std::shared_ptr<WebSocketCore> socket) {
    asio::post(strand_,
               [self = shared_from_this(), socket = std::move(socket)] { self->upgrade(socket); });
}

std::string Connection::date() const {
    return http_date(std::chrono::floor<std::chrono::seconds>(context_.clock.now().wall));
}

void Connection::open(bool refuses) {
    if (phase_ == Phase::closed) return;
    set_due(peer_.is_tls ? context_.limits.tls_time : context_.limits.header_time);
    wire_->handshake([self = shared_from_this(), refuses](const error_code& code, std::size_t) {
        self->guard([&] { self->on_open(code, refuses); });
    });
}

void Connection::on_open(const error_code& code, bool refuses) {
    if (phase_ != Phase::opening) return;
    if (code) return cut();
    set_due(context_.limits.header_time);
    if (refuses) return refuse({503, "The server has as many connections as it takes."});
    if (is_stopping_) return cut();
    phase_ = Phase::receiving;
    read();
}

// ---- input

void Connection::read() {
    if (is_reading_ || phase_ == Phase::closed) return;
    if (phase_ == Phase::answering && input_.size() >= k_ahead_bytes_max) return;
    // Bytes behind a request for a WebSocket are the WebSocket's.
    if (phase_ == Phase::answering && !upgrade_fields_.all().empty()) return;
    is_reading_ = true;
    wire_->read(asio::buffer(chunk_),
                [self = shared_from_this()](const error_code& code, std::size_t size) {
                    self->is_reading_ = false;
                    self->guard([&] { self->on_read(code, size); });
                });
}

void Connection::on_read(const error_code& code, std::size_t size) {
    if (phase_ == Phase::closed) return;
    if (code) return cut();
    if (phase_ == Phase::refusing || phase_ == Phase::lingering) return read();
    input_.append(chunk_.data(), size);
    if (phase_ == Phase::receiving) return advance();
    read();
}

// Goes on with the next request, as far as the received bytes reach.
void Connection::advance() {
    if (!reader_)
        reader_.emplace(RequestReader::Limits{context_.limits.header_bytes_max,
                                              context_.limits.body_bytes_max});
    std::string_view bytes = input_;
    const RequestReader::Step step = reader_->go_on(bytes);
    input_.erase(0, input_.size() - bytes.size());
    switch (step) {
        case RequestReader::Step::more:
            set_receiving_due();
            return read();
        case RequestReader::Step::head:
            return on_head();
        case RequestReader::Step::done:
            return dispatch();
        case RequestReader::Step::refused:
            return refuse(reader_->refusal());
    }
}

void Connection::set_receiving_due() {
    if (!reader_->is_in_head()) {
        const std::chrono::seconds for_size(reader_->request().body.size() /
                                            k_body_bytes_per_second);
        set_due(std::chrono::duration_cast<std::chrono::milliseconds>(
            body_began_ + context_.limits.body_time + for_size - Steady::now()));
    } else if (!request_has_begun_) {
        // The time of a head does not begin anew with each of its bytes.
        request_has_begun_ = true;
        set_due(context_.limits.header_time);
    }
}

void Connection::on_head() {
    if (const auto refusal = rules_.check(reader_->request(), reader_->is_http_1_0()))
        return refuse(*refusal);
    body_began_ = Steady::now();
    if (reader_->expects_continue() && input_.empty()) say("HTTP/1.1 100 Continue\r\n\r\n");
    advance();
}

// ---- the answer

void Connection::dispatch() {
    phase_ = Phase::answering;
    set_never_due();
    closes_ = reader_->closes() || is_stopping_;
    ExchangeCore::Form form;
    form.is_head = reader_->request().method == "HEAD";
    form.is_http_1_0 = reader_->is_http_1_0();
    form.closes = closes_;
    upgrade_fields_ = {};
    if (wants_web_socket(reader_->request()) && input_.empty() && !reader_->is_http_1_0()) {
        form.may_upgrade = true;
        upgrade_fields_ = reader_->request().fields;
    }
    form.common_fields = context_.common_fields;
    form.unsent_bytes_max = context_.limits.unsent_bytes_max;
    exchange_ = std::make_shared<ExchangeCore>(shared_from_this(), form);
    call_handler();
    // If the client goes away before it has its answer, reading ends.
    read();
}

void Connection::call_handler() {
    const std::shared_ptr<ExchangeCore> exchange = exchange_;
    Request request = std::move(reader_->request());
    request.peer = peer_;
    reader_.reset();
    request_has_begun_ = false;
    try {
        context_.handler(std::move(request), Exchange(exchange));
    } catch (...) {
        exchange->fail();
    }
}

void Connection::refuse(const Refusal& refusal) {
    phase_ = Phase::refusing;
    std::string text;
    append_status_line(text, refusal.status);
    append_field(text, "Content-Type", "text/plain");
    append_field(text, "Content-Length", std::to_string(refusal.text.size() + 1));
    append_field(text, "Date", date());
    append_field(text, "Connection", "close");
    text += *context_.common_fields;
    text.append("\r\n").append(refusal.text).append("\n");
    say(text);
    read();
}

void Connection::say(std::string_view text) {
    if (is_writing_) {
        waiting_output_ += text;
        return;
    }
    output_ = text;
    output_is_answer_ = false;
    write();
}

void Connection::flush() {
    if (is_writing_ || !exchange_) return;
    ExchangeCore::Bytes bytes = exchange_->take();
    is_last_ = bytes.is_last;
    output_ = std::move(bytes.text);
    output_is_answer_ = true;
    if (output_.empty()) return on_all_written();
    write();
}

void Connection::write() {
    if (is_writing_) return;
    is_writing_ = true;
    set_due(context_.limits.send_time);
    wire_->write(std::string_view(output_).substr(output_at_),
                 [self = shared_from_this()](const error_code& code, std::size_t size) {
                     self->is_writing_ = false;
                     self->guard([&] { self->on_written(code, size); });
                 });
}

void Connection::on_written(const error_code& code, std::size_t size) {
    if (phase_ == Phase::closed) return;
    if (code) return cut();
    output_at_ += size;
    if (exchange_ && output_is_answer_) exchange_->note_sent(size);
    if (output_at_ < output_.size()) return write();
    output_at_ = 0;
    output_ = std::exchange(waiting_output_, {});
    output_is_answer_ = false;
    output_.empty() ? on_all_written() : write();
}

void Connection::on_all_written() {
    if (phase_ == Phase::refusing) return linger();
    if (phase_ == Phase::receiving) return set_receiving_due();  // 100 has gone
    if (phase_ != Phase::answering) return;
    if (is_last_) return finish_exchange();
    set_never_due();
    if (exchange_->has_more()) flush();
}

void Connection::finish_exchange() {
    is_last_ = false;
    exchange_->end(true);
    exchange_.reset();
    if (closes_) return linger();
    if (is_stopping_) return cut();
    phase_ = Phase::receiving;
    set_due(context_.limits.idle_time);
    if (input_.empty()) return read();
    advance();
}

// ---- the end

void Connection::upgrade(std::shared_ptr<WebSocketCore> socket) {
    if (phase_ != Phase::answering || is_stopping_) {
        socket->cut("The server stops; open the WebSocket anew later.");
        return cut();
    }
    phase_ = Phase::upgraded;
    exchange_->end(true);
    exchange_.reset();
    set_never_due();
    web_socket_ = std::move(socket);
    web_socket_->accept(std::move(wire_), upgrade_fields_,
                        [self = shared_from_this()] { self->cut(); });
}

void Connection::linger() {
    phase_ = Phase::lingering;
    wire_->end_writing([self = shared_from_this()](const error_code&, std::size_t) {
        if (self->is_stopping_) self->cut();
    });
    set_due(k_linger_time);
    read();
}

void Connection::stop() {
    is_stopping_ = true;
    if (phase_ == Phase::answering)
        closes_ = true;
    else if (phase_ == Phase::upgraded)
        web_socket_->close();
    else if (phase_ == Phase::receiving || phase_ == Phase::lingering)
        cut();
}

void Connection::cut() {
    if (phase_ == Phase::closed) return;
    phase_ = Phase::closed;
    const std::shared_ptr<Connection> self = shared_from_this();
    if (wire_) wire_->close();
    timer_.cancel();
    if (const auto socket = std::exchange(web_socket_, nullptr))
        socket->cut("The server stops; open the WebSocket anew later.");
    if (exchange_) {
        const std::function<void()> gone = exchange_->end(false);
        exchange_.reset();
        try {
            if (gone) gone();
        } catch (...) {
        }
    }
    context_.on_closed(*this);
}

// ---- time

void Connection::set_due(std::chrono::milliseconds in) {
    due_ = Steady::now() + in;
    if (!armed_ || *due_ < *armed_) wait_for(*due_);
}

void Connection::set_never_due() {
    due_.reset();
}

void Connection::wait_for(Steady::time_point due) {
    armed_ = due;
    timer_.expires_at(due);
    timer_.async_wait([self = shared_from_this()](const error_code& code) {
        if (!code) self->guard([&] { self->on_timer(); });
    });
}

void Connection::on_timer() {
    armed_.reset();
    if (!due_ || phase_ == Phase::closed) return;
    if (Steady::now() < *due_) return wait_for(*due_);
    due_.reset();
    on_due();
}

void Connection::on_due() {
    if (phase_ != Phase::receiving || is_writing_) return cut();
    if (!reader_ || (reader_->is_in_head() && input_.empty())) return cut();  // idle
    refuse({408, reader_->is_in_head() ? "The head of the request took too long."
                                       : "The body of the request took too long."});
}

}  // namespace iam::net
