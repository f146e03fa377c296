#include "mcp/server/http/endpoint.hpp"

#include "mcp/server/http/checks.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_session_field = "MCP-Session-Id";

net::Response not_allowed() {
    net::Response response = refusal(405, "The methods of this path are POST, GET and DELETE.");
    response.fields.add("Allow", "POST, GET, DELETE");
    return response;
}

}  // namespace

struct Endpoint::Door {
    std::shared_mutex mutex{};
    Endpoint* endpoint = nullptr;
};

Endpoint::Endpoint(Parts parts)
    : parts_(std::move(parts)),
      door_(std::make_shared<Door>()),
      sessions_(parts_.settings.sessions_max),
      stateless_({.server = parts_.server,
                  .settings = parts_.settings,
                  .on_wake = parts_.on_wake,
                  .on_report = parts_.on_report,
                  .run = parts_.run}) {
    door_->endpoint = this;
}

Endpoint::~Endpoint() {
    const std::lock_guard lock(door_->mutex);
    door_->endpoint = nullptr;
}

void Endpoint::handle(net::Request request, net::Exchange exchange) {
    auto metadata = parts_.authorizer != nullptr ? parts_.authorizer->metadata(request)
                                                 : std::optional<net::Response>();
    if (metadata) {
        exchange.answer(*std::move(metadata));
    } else if (path_of(request.target) != parts_.settings.path) {
        exchange.answer(refusal(404, "The path of this server is " + parts_.settings.path + "."));
    } else if (ends_) {
        exchange.answer(refusal(503, "The server ends."));
    } else if (parts_.authorizer != nullptr) {
        authorize(std::move(request), std::move(exchange));
    } else {
        serve(request, {.subject = parts_.subject}, std::move(exchange));
    }
}

void Endpoint::authorize(net::Request request, net::Exchange exchange) {
    struct Waiting {
        net::Request request;
        net::Exchange exchange;
    };
    auto waiting = std::make_shared<Waiting>(Waiting{std::move(request), std::move(exchange)});
    parts_.authorizer->authorize(waiting->request.fields, [door = door_, waiting](
                                                              const Authorization& authorization) {
        const std::shared_lock lock(door->mutex);
        if (door->endpoint == nullptr) return;
        door->endpoint->authorized(waiting->request, authorization, std::move(waiting->exchange));
    });
}

void Endpoint::authorized(const net::Request& request, const Authorization& authorization,
                          net::Exchange exchange) {
    if (!authorization) {
        exchange.answer(authorization.error());
        return;
    }
    if (request.method == "POST") {
        if (auto refused = parts_.authorizer->refuse_call(*authorization, request.body)) {
            exchange.answer(*std::move(refused));
            return;
        }
    }
    Sender sender{.subject = parts_.subject,
                  .has_tool = parts_.authorizer->tools_of(*authorization),
                  .credential = authorization->credential};
    sender.subject.user = authorization->user;
    serve(request, sender, std::move(exchange));
}

void Endpoint::serve(const net::Request& request, const Sender& sender, net::Exchange exchange) {
    if (request.method == "POST") {
        post(request, sender, std::move(exchange));
    } else if (request.method == "GET") {
        get(request, sender, std::move(exchange));
    } else if (request.method == "DELETE") {
        remove(request, sender, std::move(exchange));
    } else {
        exchange.answer(not_allowed());
    }
}

void Endpoint::post(const net::Request& request, const Sender& sender, net::Exchange exchange) {
    if (auto refused = check_post(request)) {
        exchange.answer(*std::move(refused));
        return;
    }
    is_used_ = true;
    plan(parts_.server.clock().boot() + parts_.settings.begin_stream);
    const Eras eras = parts_.server.eras();
    const bool stands_alone =
        eras == Eras::stateless || (eras == Eras::both && is_stateless(request));
    if (stands_alone) return stateless_.post(request, sender, std::move(exchange));
    if (!request.fields.find(k_session_field))
        return open_session(request, sender, std::move(exchange));
    if (const auto session = session_of(request, sender, exchange))
        session->post(request.body, std::move(exchange));
}

void Endpoint::get(const net::Request& request, const Sender& sender, net::Exchange exchange) {
    if (auto refused = check_get(request)) {
        exchange.answer(*std::move(refused));
        return;
    }
    const auto session = session_of(request, sender, exchange);
    if (!session) return;
    plan(parts_.server.clock().boot() + parts_.settings.sign_of_life);
    const auto last = request.fields.find("Last-Event-ID");
    if (!last) return session->listen(std::move(exchange));
    if (const auto event = event_id_of(*last)) return session->resume(*event, std::move(exchange));
    exchange.answer(refusal(400, "This Last-Event-ID is none of this server."));
}

void Endpoint::remove(const net::Request& request, const Sender& sender, net::Exchange exchange) {
    const auto session = session_of(request, sender, exchange);
    if (!session) return;
    sessions_.remove(session);
    exchange.answer({.status = 204});
}

void Endpoint::open_session(const net::Request& request, const Sender& sender,
                            net::Exchange exchange) {
    auto session =
        std::make_shared<HttpSession>(HttpSession::Parts{.server = parts_.server,
                                                         .id = random_id(parts_.server.entropy()),
                                                         .subject = sender.subject,
                                                         .has_tool = sender.has_tool,
                                                         .credential = sender.credential,
                                                         .peer = request.peer.address,
                                                         .settings = parts_.settings,
                                                         .on_wake = parts_.on_wake,
                                                         .on_report = parts_.on_report,
                                                         .run = parts_.run});
    const rpc::Output answer = session->open(request.body);
    net::Response response;
    response.fields.add("Content-Type", "application/json");
    response.body = answer.text;
    if (!session->revision()) {
        response.status = 400;
        if (answer.error_code == 0)
            response = refusal(400, "MCP-Session-Id is missing; the first message is initialize.");
    } else if (sessions_.add(session)) {
        response.fields.add(std::string(k_session_field), session->id());
    } else {
        response = refusal(503, "There are too many sessions; none of them is idle.");
    }
    exchange.answer(std::move(response));
}

HttpSessions::Pointer Endpoint::session_of(const net::Request& request, const Sender& sender,
                                           net::Exchange& exchange) {
    const auto id = request.fields.find(k_session_field);
    if (!id) {
        exchange.answer(refusal(400, "MCP-Session-Id is missing."));
        return nullptr;
    }
    if (request.fields.count(k_session_field) > 1) {
        exchange.answer(refusal(400, "MCP-Session-Id stands more than once; send it once."));
        return nullptr;
    }
    auto session = sessions_.find(*id, sender.subject);
    if (!session) {
        exchange.answer(refusal(404, "There is no such session; begin one with initialize."));
        return nullptr;
    }
    if (auto refused = check_revision(request)) {
        exchange.answer(*std::move(refused));
        return nullptr;
    }
    session->set_tools(sender.has_tool);
    return session;
}

/// Wakes the owner if tend() is planned later than this.
void Endpoint::plan(Milliseconds due) {
    if (planned_.load() <= due) return;
    planned_ = due;
    parts_.on_wake();
}

std::optional<Milliseconds> Endpoint::tend() {
    const Milliseconds now = parts_.server.clock().boot();
    Milliseconds next = stateless_.tend();
    for (const auto& session : sessions_.all()) {
        session->poll();
        const auto idle = session->idle_since();
        if (idle && *idle + parts_.settings.session_idle <= now) {
            sessions_.remove(session);
            continue;
        }
        next = std::min(next, session->tend_streams());
        if (idle) next = std::min(next, *idle + parts_.settings.session_idle);
        if (const auto deadline = session->next_deadline()) next = std::min(next, *deadline);
    }
    // While requests come, it is looked at so often that none of them has to wake the owner.
    if (is_used_.exchange(false)) next = std::min(next, now + parts_.settings.begin_stream);
    planned_ = next;
    if (next == Milliseconds::max()) return std::nullopt;
    return next;
}

void Endpoint::begin_end() {
    ends_ = true;
    for (const auto& session : sessions_.all()) session->stop_calls();
    stateless_.stop_calls();
}

bool Endpoint::is_quiet() const {
    const auto sessions = sessions_.all();
    return stateless_.is_quiet() &&
           std::all_of(sessions.begin(), sessions.end(),
                       [](const auto& session) { return session->is_quiet(); });
}

void Endpoint::close() {
    for (const auto& session : sessions_.all()) sessions_.remove(session);
    stateless_.close();
}

}  // namespace iam::mcp
