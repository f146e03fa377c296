#include "net/client/opening.hpp"

#include "net/wire/tls_wire.hpp"

#include <algorithm>
#include <utility>

namespace iam::net {
namespace {

constexpr std::size_t k_proxy_head_bytes_max = std::size_t{16} << 10U;

}  // namespace

Opening::Opening(ClientContext& context, Strand strand, Url url, Done done)
    : context_(context),
      strand_(std::move(strand)),
      url_(std::move(url)),
      by_(context.proxy.find(url_)),
      done_(std::move(done)),
      resolver_(strand_),
      attempt_(strand_) {}

std::string Opening::hop_name() const {
    return (by_ ? "the proxy " : "the server ") + next_hop().name();
}

std::string Opening::under_way() const {
    if (reader_) return "the answer of " + hop_name();
    return wire_ ? "TLS with " + url_.name() : "the connection to " + hop_name();
}

void Opening::stop() {
    done_ = nullptr;
    resolver_.cancel();
    attempt_.cancel();
    error_code ignored;
    if (socket_) socket_->close(ignored);
    if (wire_) wire_->close();
}

void Opening::finish(Result<std::unique_ptr<Wire>> result) {
    attempt_.cancel();
    if (const Done done = std::exchange(done_, nullptr)) done(std::move(result));
}

void Opening::fail_with(const std::string& what, const std::string& why,
                        const std::string& way_out) {
    finish(fail(Errc::unavailable, what + ": " + why + "; " + way_out + "."));
}

void Opening::start() {
    resolver_.async_resolve(next_hop().host, std::to_string(next_hop().port),
                            [self = shared_from_this()](const error_code& code,
                                                        const Tcp::resolver::results_type& found) {
                                if (self->done_) self->on_resolved(code, found);
                            });
}

void Opening::on_resolved(const error_code& code, const Tcp::resolver::results_type& found) {
    if (code)
        return fail_with("The name of " + hop_name() + " has no address", code.message(),
                         "check its spelling and the network");
    const bool needs_loopback = !url_.is_https && !context_.settings.allows_plain_text;
    for (const auto& entry : found)
        if (!needs_loopback || entry.endpoint().address().is_loopback())
            endpoints_.push_back(entry.endpoint());
    if (endpoints_.empty())
        return fail_with("Without TLS only servers on this machine are asked",
                         url_.host + " is none", "use https");
    connect_next();
}

// Each address has its part of the time, so a silent address leaves some to the next.
void Opening::connect_next() {
    if (next_ == endpoints_.size())
        return fail_with("Cannot connect to " + hop_name(), last_problem_,
                         "check the address, and that it runs");
    const Tcp::endpoint to = endpoints_[next_++];
    socket_.emplace(strand_);
    attempt_.expires_after(context_.settings.limits.connect_time /
                           static_cast<int>(endpoints_.size() + 1));
    attempt_.async_wait([self = shared_from_this(), at = next_](const error_code& code) {
        error_code ignored;
        if (!code && self->next_ == at && self->socket_ && self->endpoints_.size() > at)
            self->socket_->close(ignored);
    });
    socket_->async_connect(to, [self = shared_from_this()](const error_code& code) {
        if (self->done_) self->on_connected(code);
    });
}

void Opening::on_connected(const error_code& code) {
    attempt_.cancel();
    if (code) {
        last_problem_ = code.message();
        return connect_next();
    }
    error_code ignored;
    socket_->set_option(Tcp::no_delay(true), ignored);
    Socket socket = std::move(*socket_);
    socket_.reset();
    if (by_) {
        wire_ = std::make_unique<PlainWire>(std::move(socket), strand_);
        return ask_proxy();
    }
    if (url_.is_https) return begin_tls(std::move(socket));
    finish(std::make_unique<PlainWire>(std::move(socket), strand_));
}

// ---- the proxy

void Opening::ask_proxy() {
    text_ = context_.proxy.connect_text(url_);
    reader_ = std::make_unique<ResponseReader>(
        ResponseReader::Form{k_proxy_head_bytes_max, false, true}, [](std::string_view) {});
    // It fits into the buffer of a new connection.
    wire_->write(text_, [self = shared_from_this()](const error_code& code, std::size_t size) {
        if (!self->done_) return;
        if (code || size != self->text_.size())
            return self->fail_with("Cannot ask " + self->hop_name(), code.message(), "try again");
        self->text_.clear();
        self->read_proxy();
    });
}

void Opening::read_proxy() {
    wire_->read(asio::buffer(chunk_),
                [self = shared_from_this()](const error_code& code, std::size_t size) {
                    if (!self->done_) return;
                    if (code)
                        return self->fail_with(self->hop_name() +
                                                   " closed the connection before "
                                                   "it answered",
                                               code.message(), "check that it is a proxy");
                    self->on_proxy_bytes(size);
                });
}

void Opening::on_proxy_bytes(std::size_t size) {
    text_.append(chunk_.data(), size);
    std::string_view rest = text_;
    const auto step = reader_->go_on(rest);
    if (!step)
        return fail_with("The answer of " + hop_name() + " is not one of a proxy",
                         step.error().message, "check its address");
    if (*step == ResponseReader::Step::more) {
        text_.erase(0, text_.size() - rest.size());
        return read_proxy();
    }
    on_proxy_answer(reader_->head(), !rest.empty());
}

void Opening::on_proxy_answer(const Response& head, bool has_more) {
    const std::string status = std::to_string(head.status);
    if (head.status == 407)
        return fail_with(hop_name() + " wants a user and a password", status,
                         "give them in its URL, as http://user:password@host:port");
    if (head.status / 100 != 2)
        return fail_with(hop_name() + " does not lead to " + url_.name(), "it answered " + status,
                         "ask its operator, or except this name from it");
    // The server speaks only after us: these bytes would be the proxy's.
    if (has_more)
        return fail_with(hop_name() + " sent more than its answer", status,
                         "check that it is a proxy");
    Socket socket = static_cast<PlainWire&>(*wire_).release();
    reader_.reset();
    begin_tls(std::move(socket));
}

// ---- TLS

void Opening::begin_tls(Socket socket) {
    auto wire = std::make_unique<TlsWire>(std::move(socket), strand_, context_.trust.context(),
                                          TlsWire::Side::client);
    TlsWire& tls = *wire;
    wire_ = std::move(wire);
    if (const auto prepared = context_.trust.prepare(tls.native(), url_.host); !prepared)
        return finish(tl::unexpected(prepared.error()));
    tls.handshake([self = shared_from_this(), &tls](const error_code& code, std::size_t) {
        if (!self->done_) return;
        if (code)
            return self->fail_with("No secure connection to " + self->url_.name(),
                                   Trust::problem(tls.native(), code.message()),
                                   "ask the operator of the server, or give its CA or its pin");
        if (const auto pinned = self->context_.trust.check_pins(tls.native()); !pinned)
            return self->fail_with("No secure connection to " + self->url_.name(),
                                   pinned.error().message, "compare the pins with its operator's");
        self->finish(std::move(self->wire_));
    });
}

}  // namespace iam::net
