#include "net/client/client_call.hpp"

#include "net/message/head_text.hpp"

#include <utility>

namespace iam::net {
namespace {

bool is_harmless(std::string_view method) {
    return method == "GET" || method == "HEAD" || method == "OPTIONS";
}

std::string request_text(const ClientRequest& request, const Url& url, bool closes) {
    std::string text;
    text.reserve(512 + request.body.size());
    text.append(request.method).append(" ").append(url.target).append(" HTTP/1.1\r\n");
    append_field(text, "Host", url.authority());
    append_fields(text, request.fields);
    if (!request.fields.find("Accept-Encoding")) append_field(text, "Accept-Encoding", "identity");
    if (!request.body.empty() || !is_harmless(request.method))
        append_field(text, "Content-Length", std::to_string(request.body.size()));
    if (closes) append_field(text, "Connection", "close");
    return text.append("\r\n").append(request.body);
}

}  // namespace

ClientCall::ClientCall(ClientContext& context, ClientRequest request, Url url,
                       ResponseEvents events, OnOver on_over)
    : context_(context),
      request_(std::move(request)),
      url_(std::move(url)),
      events_(std::move(events)),
      on_over_(std::move(on_over)),
      strand_(context.strand),
      timer_(strand_) {}

void ClientCall::start() {
    asio::post(strand_, [self = shared_from_this()] { self->open(); });
}

void ClientCall::cancel() {
    asio::post(strand_, [self = shared_from_this()] { self->lose("it was cancelled"); });
}

void ClientCall::open() {
    if (is_over_) return;
    const auto total_time = context_.settings.limits.total_time;
    if (total_time.count() > 0) total_due_ = Steady::now() + total_time;
    output_ = request_text(request_, url_, context_.settings.limits.kept_connections_max == 0);
    std::unique_ptr<Wire> kept = context_.idle.take(url_);
    if (!kept) return connect();
    is_kept_ = true;
    ask(std::move(kept));
}

void ClientCall::connect() {
    set_due(context_.settings.limits.connect_time);
    opening_ = std::make_shared<Opening>(
        context_, strand_, url_, [self = shared_from_this()](Result<std::unique_ptr<Wire>> wire) {
            self->on_open(std::move(wire));
        });
    opening_->start();
}

void ClientCall::on_open(Result<std::unique_ptr<Wire>> wire) {
    opening_.reset();
    if (!wire) return finish(tl::unexpected(std::move(wire).error()));
    ask(std::move(*wire));
}

void ClientCall::ask(std::unique_ptr<Wire> wire) {
    wire_ = std::move(wire);
    reader_.emplace(ResponseReader::Form{context_.settings.limits.header_bytes_max,
                                         request_.method == "HEAD", false},
                    [this](std::string_view bytes) { give_bytes(bytes); });
    set_due(context_.settings.limits.first_byte_time);
    write();
    // A server may answer before it has read all, for example if the body is too large.
    read();
}

void ClientCall::write() {
    has_begun_to_send_ = true;
    wire_->write(
        std::string_view(output_).substr(output_at_),
        [self = shared_from_this(), on = wire_.get()](const error_code& code, std::size_t size) {
            // If writing fails, reading tells why: an answer, or the end.
            if (self->is_over_ || code || self->wire_.get() != on) return;
            self->output_at_ += size;
            if (self->output_at_ < self->output_.size()) self->write();
        });
}

void ClientCall::read() {
    wire_->read(asio::buffer(chunk_),
                [self = shared_from_this()](const error_code& code, std::size_t size) {
                    if (self->is_over_) return;
                    try {
                        self->on_read(code, size);
                    } catch (...) {
                        self->lose("memory ran out");
                    }
                });
}

void ClientCall::on_read(const error_code& code, std::size_t size) {
    if (code) {
        if (may_repeat()) return repeat();
        // By TLS, only close_notify is an end: anything else may have cut the body off.
        const bool is_end = code == asio::error::eof;
        const Result<void> ended = reader_->end();
        if (is_end && ended) return finish({});
        return lose(is_end ? ended.error().message : code.message());
    }
    input_.append(chunk_.data(), size);
    if (has_head_) set_due(context_.settings.limits.idle_time);
    understand();
}

/// The server had closed a kept connection, perhaps before the request came. It may have seen the
/// request, too, so only requests without effects are repeated.
bool ClientCall::may_repeat() const {
    return is_kept_ && reader_->is_in_head() && input_.empty() && is_harmless(request_.method);
}

void ClientCall::repeat() {
    is_kept_ = false;
    wire_->close();
    spent_wire_ = std::move(wire_);
    output_at_ = 0;
    connect();
}

void ClientCall::keep_wire() {
    const bool is_quiet = output_at_ == output_.size() && input_.empty();
    if (is_quiet && reader_->keeps_connection()) context_.idle.put(url_, std::move(wire_));
}

void ClientCall::understand() {
    for (;;) {
        std::string_view rest = input_;
        const auto step = reader_->go_on(rest);
        input_.erase(0, input_.size() - rest.size());
        if (is_over_) return;
        if (!step) return lose(step.error().message);
        if (owner_threw_)
            return finish(fail(Errc::internal, "A function for the response of " + url_.name() +
                                                   " threw; catch its exceptions."));
        if (*step == ResponseReader::Step::more) return read();
        if (*step == ResponseReader::Step::done) {
            keep_wire();
            return finish({});
        }
        on_head();
        if (is_over_) return;
    }
}

void ClientCall::on_head() {
    has_head_ = true;
    set_due(context_.settings.limits.idle_time);
    try {
        if (events_.on_head) events_.on_head(reader_->head());
    } catch (...) {
        owner_threw_ = true;
    }
}

bool ClientCall::give_bytes(std::string_view bytes) {
    if (owner_threw_ || is_over_) return false;
    try {
        if (events_.on_bytes) events_.on_bytes(bytes);
    } catch (...) {
        owner_threw_ = true;
    }
    return !owner_threw_;
}

void ClientCall::lose(const std::string& why) {
    if (is_over_) return;
    const std::string what = "No whole answer of " + url_.name() + " to " + request_.method + ": ";
    if (has_begun_to_send_ && !is_harmless(request_.method))
        return finish(
            fail(Errc::outcome_unknown,
                 what + why + "; it may have acted on it, so look before you repeat it."));
    finish(fail(Errc::unavailable, what + why + "; try again later."));
}

void ClientCall::finish(Result<void> result) {
    if (std::exchange(is_over_, true)) return;
    const std::shared_ptr<ClientCall> self = shared_from_this();
    if (opening_) opening_->stop();
    opening_.reset();
    if (wire_) wire_->close();
    timer_.cancel();
    ResponseEvents events = std::exchange(events_, {});
    try {
        if (events.on_end) events.on_end(std::move(result));
    } catch (...) {
    }
    events = {};
    on_over_(*this);
}

// ---- time

void ClientCall::set_due(std::chrono::milliseconds in) {
    due_ = Steady::now() + in;
    if (total_due_ && *total_due_ < due_) due_ = *total_due_;
    if (!armed_ || due_ < *armed_) wait_for(due_);
}

void ClientCall::wait_for(Steady::time_point due) {
    armed_ = due;
    timer_.expires_at(due);
    timer_.async_wait([self = shared_from_this()](const error_code& code) {
        if (code || self->is_over_) return;
        self->armed_.reset();
        Steady::now() < self->due_ ? self->wait_for(self->due_) : self->on_due();
    });
}

void ClientCall::on_due() {
    const ClientLimits& limits = context_.settings.limits;
    const auto in_time = [](const std::string& what, std::chrono::milliseconds limit) {
        return what + " took longer than " + std::to_string(limit.count()) + " ms";
    };
    if (total_due_ && *total_due_ <= Steady::now())
        return lose(in_time("its whole answer", limits.total_time));
    if (opening_) return lose(in_time(opening_->under_way(), limits.connect_time));
    if (!has_head_) return lose(in_time("its first byte", limits.first_byte_time));
    lose(in_time("the next piece of its body", limits.idle_time));
}

}  // namespace iam::net
