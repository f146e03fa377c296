#include "mcp/server/http/http_session.hpp"

#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

/// Since this revision clients know an event without data.
constexpr std::string_view k_has_first_event = "2025-11-25";

/// The stream of messages outside of requests.
constexpr rpc::Channel k_listening = 0;

}  // namespace

net::Response refusal(unsigned status, std::string_view message, std::int64_t code) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("jsonrpc");
    out.string("2.0");
    out.plain_key("error");
    out.begin_object();
    out.plain_key("code");
    out.integer(code);
    out.plain_key("message");
    out.string(message);
    out.end_object();
    out.end_object();
    net::Response response;
    response.status = status;
    response.fields.add("Content-Type", "application/json");
    response.body = out.take();
    return response;
}

HttpSession::HttpSession(Parts parts)
    : parts_(std::move(parts)), has_tool_(parts_.has_tool), last_used_(now()) {
    streams_.emplace(k_listening, Stream(k_listening, kept_bytes_, std::nullopt, last_used_));
    SessionParts session;
    session.subject = parts_.subject;
    session.peer = parts_.peer;
    session.credential = parts_.credential;
    if (parts_.has_tool)
        session.has_tool = [this](std::string_view tool) { return has_tool(tool); };
    session.send = [this](rpc::Output& output) { return send(output); };
    session.on_wake = parts_.on_wake;
    session.on_report = [this](const rpc::Report& report) { hear(report); };
    session.run = parts_.run;
    session_ = parts_.server.open(std::move(session));
}

HttpSession::~HttpSession() {
    close();
}

rpc::Output HttpSession::open(std::string_view message) {
    {
        const std::lock_guard lock(mutex_);
        is_opening_ = true;
    }
    session_->receive(message, ++last_channel_);
    const std::lock_guard lock(mutex_);
    is_opening_ = false;
    return std::move(first_answer_);
}

void HttpSession::set_tools(ToolFilter has_tool) {
    const std::lock_guard lock(mutex_);
    has_tool_.swap(has_tool);
}

bool HttpSession::has_tool(std::string_view tool) const {
    ToolFilter filter;
    {
        const std::lock_guard lock(mutex_);
        filter = has_tool_;
    }
    return !filter || filter(tool);
}

void HttpSession::post(std::string_view message, net::Exchange exchange) {
    rpc::Channel channel = 0;
    {
        const std::lock_guard lock(mutex_);
        last_used_ = now();
        channel = ++last_channel_;
    }
    const std::uint64_t connection = watch(exchange, channel);
    {
        const std::lock_guard lock(mutex_);
        const auto [at, is_new] = streams_.emplace(
            channel, Stream(channel, kept_bytes_, std::move(exchange), last_used_));
        at->second.connection = connection;
    }
    const rpc::Taken taken = session_->receive(message, channel);
    if (taken == rpc::Taken::answered) return;
    const std::lock_guard lock(mutex_);
    const auto stream = streams_.find(channel);
    if (stream == streams_.end()) return;
    if (taken == rpc::Taken::later) {
        stream->second.refuse(refusal(503, "The client reads its messages too slowly."));
    } else {
        stream->second.end(form());
    }
    erase_if_spent(stream);
}

void HttpSession::listen(net::Exchange exchange) {
    const std::uint64_t connection = watch(exchange, k_listening);
    const std::lock_guard lock(mutex_);
    last_used_ = now();
    const auto stream = streams_.find(k_listening);
    if (stream == streams_.end()) {
        exchange.answer(refusal(404, "The session has ended."));
        return;
    }
    stream->second.connection = connection;
    stream->second.attach(std::move(exchange), std::nullopt, form(), last_used_);
}

void HttpSession::resume(const EventId& last, net::Exchange exchange) {
    const std::uint64_t connection = watch(exchange, last.channel);
    const std::lock_guard lock(mutex_);
    last_used_ = now();
    const auto stream = streams_.find(last.channel);
    if (stream == streams_.end() || !stream->second.has_after(last.number)) {
        exchange.answer(refusal(400, "The events after this Last-Event-ID are not kept any more."));
        return;
    }
    stream->second.connection = connection;
    stream->second.attach(std::move(exchange), last.number, form(), last_used_);
}

void HttpSession::poll() {
    session_->poll();
}

Milliseconds HttpSession::tend_streams() {
    const std::lock_guard lock(mutex_);
    const Milliseconds at = now();
    Milliseconds next = Milliseconds::max();
    for (auto& [channel, stream] : streams_) {
        if (!stream.is_attached()) continue;
        const Milliseconds due =
            stream.last_sent() +
            (stream.is_begun() ? parts_.settings.sign_of_life : parts_.settings.begin_stream);
        if (due <= at) {
            stream.is_begun() ? stream.give_sign(at) : stream.begin(form(), at);
            next = std::min(next, at + parts_.settings.sign_of_life);
        } else {
            next = std::min(next, due);
        }
    }
    return next;
}

std::optional<Milliseconds> HttpSession::idle_since() const {
    if (!is_quiet()) return std::nullopt;
    const std::lock_guard lock(mutex_);
    for (const auto& [channel, stream] : streams_) {
        if (stream.is_attached()) return std::nullopt;
    }
    return last_used_;
}

bool HttpSession::is_quiet() const {
    const rpc::Load load = session_->load();
    return load.running == 0 && load.waiting == 0;
}

void HttpSession::close() {
    session_->close();
    const std::lock_guard lock(mutex_);
    for (auto& [channel, stream] : streams_) stream.end(form());
    streams_.clear();
}

/// Called by one thread at a time.
bool HttpSession::send(rpc::Output& output) {
    const std::lock_guard lock(mutex_);
    if (is_opening_) {
        if (output.is_answer) first_answer_ = std::move(output);
        return true;
    }
    Stream* const stream = stream_for(output);
    if (stream == nullptr) return true;
    put(*stream, output);
    return true;
}

void HttpSession::put(Stream& stream, const rpc::Output& output) {
    stream.put(output.text, output.is_answer, form(), now());
    if (!erase_if_spent(streams_.find(output.channel))) trim();
}

/// Returns true if it has erased the stream: nobody can come back to it.
bool HttpSession::erase_if_spent(Streams::iterator stream) {
    if (stream == streams_.end() || !stream->second.is_over() || stream->second.has_events())
        return false;
    streams_.erase(stream);
    return true;
}

/// Nothing if the stream of the answered request is gone.
Stream* HttpSession::stream_for(const rpc::Output& output) {
    auto found = streams_.find(output.channel);
    if (found == streams_.end() && !output.is_answer) found = streams_.find(k_listening);
    return found == streams_.end() ? nullptr : &found->second;
}

/// Forgets events; the oldest streams lose theirs first.
void HttpSession::trim() {
    auto at = streams_.begin();
    while (kept_bytes_ > parts_.settings.kept_bytes_max && at != streams_.end()) {
        if (at->second.forget_oldest()) continue;
        const auto spent = at++;
        erase_if_spent(spent);
    }
}

void HttpSession::hear(const rpc::Report& report) {
    if (report.kind == rpc::Report::Kind::unanswered) {
        const std::lock_guard lock(mutex_);
        const auto stream = streams_.find(report.channel);
        if (stream != streams_.end()) {
            stream->second.end(form());
            erase_if_spent(stream);
        }
    }
    if (parts_.on_report) parts_.on_report(report);
}

/// Calls nobody under the mutex, since on_gone() may call back at once.
std::uint64_t HttpSession::watch(net::Exchange& exchange, rpc::Channel channel) {
    const std::uint64_t connection = ++last_connection_;
    exchange.on_gone([weak = weak_from_this(), channel, connection] {
        if (const auto session = weak.lock()) session->client_is_gone(channel, connection);
    });
    return connection;
}

/// A disconnect cancels nothing (MCP, basic/transports#sending-messages-to-the-server).
void HttpSession::client_is_gone(rpc::Channel channel, std::uint64_t connection) {
    const std::lock_guard lock(mutex_);
    const auto stream = streams_.find(channel);
    if (stream == streams_.end() || stream->second.connection != connection) return;
    stream->second.leave();
    // Without an event the client has no way back.
    if (!stream->second.is_begun() && channel != k_listening) streams_.erase(stream);
}

StreamForm HttpSession::form() const {
    const auto revision = session_->revision();
    return {.fields = {{"MCP-Session-Id", parts_.id}},
            .has_first_event = revision && *revision >= k_has_first_event,
            .come_back = parts_.settings.come_back};
}

}  // namespace iam::mcp
