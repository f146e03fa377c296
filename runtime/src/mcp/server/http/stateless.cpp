#include "mcp/server/http/stateless.hpp"

#include "mcp/protocol/revision.hpp"
#include "mcp/server/http/http_session.hpp"
#include "mcp/server/http/request_head.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/net/sse.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::int64_t k_header_mismatch = -32020;
constexpr std::int64_t k_missing_capability = -32021;
constexpr std::int64_t k_unsupported_revision = -32022;

/// The statuses of MCP 2026-07-28, basic/transports/streamable-http.
unsigned status_of(std::int64_t error, bool has_meta) {
    switch (error) {
        case rpc::code::parse_error:
        case rpc::code::invalid_request:
        case k_header_mismatch:
        case k_missing_capability:
        case k_unsupported_revision:
            return 400;
        case rpc::code::method_not_found:
            return 404;
        case rpc::code::invalid_params:
            return has_meta ? 200 : 400;
        default:
            return 200;
    }
}

bool has_sessions(std::string_view revision) {
    return revision_of(revision).has_value();
}

std::string mismatch_text(const Json& body, std::string_view why) {
    JsonWriter out;
    out.begin_object();
    out.plain_member("jsonrpc", "2.0");
    const auto id = body.find("id");
    if (id != body.end() && (id->is_string() || id->is_number_integer())) {
        out.plain_key("id");
        out.raw(id->dump());
    }
    out.plain_key("error");
    out.begin_object();
    out.plain_key("code");
    out.integer(k_header_mismatch);
    out.plain_key("message");
    out.string(why);
    out.end_object();
    out.end_object();
    return out.take();
}

}  // namespace

/// One POST and its conversation.
class StatelessRequest : public std::enable_shared_from_this<StatelessRequest> {
 public:
    struct Parts {
        Server& server;
        Sender sender{};
        std::string peer{};
        HttpSettings settings{};
        std::stop_source ends{};  ///< as SessionParts::client_gone
        bool has_meta = false;    ///< true: it has the metadata of every request
        std::function<void()> on_end{};
        std::function<void()> on_wake{};
        std::function<void(const rpc::Report&)> on_report{};
        std::function<bool(std::function<void()>& job)> run{};
    };
    explicit StatelessRequest(Parts parts)
        : parts_(std::move(parts)), last_sent_(parts_.server.clock().boot()) {
        SessionParts session;
        session.subject = parts_.sender.subject;
        session.has_tool = parts_.sender.has_tool;
        session.credential = parts_.sender.credential;
        session.peer = parts_.peer;
        session.is_stateless = true;
        session.client_gone = parts_.ends;
        session.send = [this](rpc::Output& output) { return send(output); };
        session.on_wake = parts_.on_wake;
        session.on_report = [this](const rpc::Report& report) { hear(report); };
        session.run = parts_.run;
        session_ = parts_.server.open(std::move(session));
    }

    void take(std::string_view message, net::Exchange exchange) {
        // The end of the stream is the end of the request.
        exchange.on_gone([weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->cancel();
        });
        {
            const std::lock_guard lock(mutex_);
            exchange_ = std::move(exchange);
        }
        const rpc::Taken taken = session_->receive(message);
        if (taken == rpc::Taken::answered) return;
        refuse(taken == rpc::Taken::done ? net::Response{.status = 202}
                                         : refusal(503, "The server is busy."));
    }

    Milliseconds tend(Milliseconds now) {
        session_->poll();
        const std::lock_guard lock(mutex_);
        if (!exchange_) return Milliseconds::max();
        const Milliseconds due =
            last_sent_ + (is_begun_ ? parts_.settings.sign_of_life : parts_.settings.begin_stream);
        if (due > now) return due;
        is_begun_ ? write(net::sse_comment()) : begin();
        last_sent_ = now;
        return now + parts_.settings.sign_of_life;
    }

    void stop_calls() { session_->stop_calls(); }
    bool is_quiet() const {
        const rpc::Load load = session_->load();
        return load.running == 0 && load.waiting == 0;
    }

 private:
    void cancel() {
        session_->close();
        drop();
    }

    void refuse(net::Response response) {
        {
            const std::lock_guard lock(mutex_);
            if (!exchange_) return;
            exchange_->answer(std::move(response));
        }
        drop();
    }

    void drop() {
        {
            const std::lock_guard lock(mutex_);
            exchange_.reset();
        }
        parts_.on_end();
    }

    bool send(rpc::Output& output) {
        {
            const std::lock_guard lock(mutex_);
            if (!exchange_) return true;
            if (!output.is_answer || is_begun_) {
                begin();
                write(net::sse_text({.data = std::move(output.text)}));
                last_sent_ = parts_.server.clock().boot();
                if (!output.is_answer) return true;
                exchange_->finish();
            } else {
                answer(output);
            }
        }
        drop();
        return true;
    }

    void hear(const rpc::Report& report) {
        if (parts_.on_report) parts_.on_report(report);
        if (report.kind == rpc::Report::Kind::unanswered) refuse({.status = 202});
    }

    // Under the mutex, with an exchange.
    void answer(rpc::Output& output) {
        net::Response response;
        response.status = status_of(output.error_code, parts_.has_meta);
        response.fields = {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}};
        response.body = std::move(output.text);
        exchange_->answer(std::move(response));
    }
    void begin() {
        if (is_begun_) return;
        is_begun_ = true;
        net::Response head;
        head.fields = {{"Content-Type", "text/event-stream"},
                       {"Cache-Control", "no-store"},
                       {"X-Accel-Buffering", "no"}};
        exchange_->begin(std::move(head));
    }
    void write(std::string_view text) { exchange_->write(text); }

    const Parts parts_;
    std::mutex mutex_;
    std::optional<net::Exchange> exchange_{};
    bool is_begun_ = false;
    Milliseconds last_sent_;
    std::unique_ptr<Session> session_;  // ends first: its threads use the members above
};

bool is_stateless(const net::Request& request) {
    const auto named = request.fields.find("MCP-Protocol-Version");
    if (named && !has_sessions(*named) && !request.fields.find("MCP-Session-Id")) return true;
    // Most bodies are not read here.
    if (request.body.find("io.modelcontextprotocol/protocolVersion") == std::string::npos)
        return false;
    const auto body = parse_json(request.body, {.allow_nul = true});
    return body && revision_in(*body).has_value();
}

void StatelessRequests::post(const net::Request& request, const Sender& sender,
                             net::Exchange exchange) {
    sweep();
    const auto body = parse_json(request.body, {.allow_nul = true});
    if (body) {
        if (const auto why = head_mismatch(request, *body)) {
            net::Response response;
            response.status = 400;
            response.fields.add("Content-Type", "application/json");
            response.body = mismatch_text(*body, *why);
            exchange.answer(std::move(response));
            return;
        }
    }
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(mutex_);
        number = ++last_;
    }
    auto opened = std::make_shared<StatelessRequest>(
        StatelessRequest::Parts{.server = parts_.server,
                                .sender = sender,
                                .peer = request.peer.address,
                                .settings = parts_.settings,
                                .ends = ends_,
                                .has_meta = body && has_whole_meta(*body),
                                .on_end = [this, number] { end(number); },
                                .on_wake = parts_.on_wake,
                                .on_report = parts_.on_report,
                                .run = parts_.run});
    {
        const std::lock_guard lock(mutex_);
        open_.emplace(number, opened);
    }
    opened->take(request.body, std::move(exchange));
}

Milliseconds StatelessRequests::tend() {
    sweep();
    const Milliseconds now = parts_.server.clock().boot();
    Milliseconds next = Milliseconds::max();
    for (const Pointer& request : all()) next = std::min(next, request->tend(now));
    return next;
}

void StatelessRequests::stop_calls() {
    ends_.request_stop();
    for (const Pointer& request : all()) request->stop_calls();
}

bool StatelessRequests::is_quiet() const {
    const auto requests = all();
    return std::all_of(requests.begin(), requests.end(),
                       [](const Pointer& request) { return request->is_quiet(); });
}

void StatelessRequests::close() {
    std::map<std::uint64_t, Pointer> open;
    {
        const std::lock_guard lock(mutex_);
        open.swap(open_);
    }
    open.clear();
    sweep();
}

std::vector<StatelessRequests::Pointer> StatelessRequests::all() const {
    const std::lock_guard lock(mutex_);
    std::vector<Pointer> requests;
    requests.reserve(open_.size());
    for (const auto& [number, request] : open_) requests.push_back(request);
    return requests;
}

void StatelessRequests::end(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(number);
    if (found == open_.end()) return;
    ended_.push_back(std::move(found->second));
    open_.erase(found);
}

void StatelessRequests::sweep() {
    std::vector<Pointer> ended;
    {
        const std::lock_guard lock(mutex_);
        ended.swap(ended_);
    }
    ended.clear();
}

}  // namespace iam::mcp
