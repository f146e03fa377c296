#include "console/api/api.hpp"

#include "console/api/entry_requests.hpp"
#include "console/asset_table.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include "console/http/request_rules.hpp"

#include <optional>
#include <utility>
#include <variant>

namespace iam::console {
namespace {

constexpr std::string_view k_bearer = "Bearer ";

void put_seconds(JsonWriter& out, std::string_view name, std::chrono::milliseconds time) {
    out.key(name);
    out.integer(std::int64_t{std::chrono::floor<std::chrono::seconds>(time).count()});
}

net::Response wrong_method(const std::string& methods) {
    net::Response response = refusal(405, "wrong_method", "The path takes: " + methods + ".");
    response.fields.add("Allow", methods);
    return response;
}

net::Response no_such_path() {
    return refusal(404, "not_found", "There is no such page; begin at the path /.");
}

net::Response asset_answer(const net::Request& request, std::string_view path) {
    const Asset* const asset = find_asset(path);
    if (asset == nullptr) return no_such_path();
    if (request.method != "GET" && request.method != "HEAD") return wrong_method("GET, HEAD");
    net::Response response;
    response.fields.add("Content-Type", std::string(asset->type));
    response.body = asset->bytes;
    return response;
}

/// The secret of the request; empty: it has none, or more than one.
std::string_view secret_of(const net::Request& request) {
    const auto field = request.fields.find("Authorization");
    if (!field || request.fields.count("Authorization") != 1 || !field->starts_with(k_bearer))
        return {};
    return field->substr(k_bearer.size());
}

struct Target {
    std::string_view path;
    std::string_view query;
};

Target target_of(const net::Request& request) {
    const std::string_view target = request.target;
    const std::size_t mark = target.find('?');
    if (mark == std::string_view::npos) return {target, {}};
    return {target.substr(0, mark), target.substr(mark + 1)};
}

/// A request to the API that may go on, or its refusal.
using Admitted = std::variant<net::Response, std::pair<const Route*, Asked>>;

Admitted admit(const net::Request& request, const Target& target, const std::string& origin,
               Sessions& sessions) {
    const FoundRoute found = find_route(request.method, target.path);
    if (found.methods.empty()) return no_such_path();
    if (found.route == nullptr) return wrong_method(found.methods);
    if (auto refused = refusal_of_signs(request, origin)) return *std::move(refused);
    const Route& route = *found.route;
    std::optional<std::string> session;
    if (route.needs_session && !(session = sessions.use(secret_of(request))))
        return refusal(401, "no_session",
                       "There is no such session, or it has ended; open the console anew with: "
                       "console --open.");
    const bool is_post = route.method == "POST";
    if (is_post && !target.query.empty())
        return refusal(400, "invalid_argument", "Send the members in the body, and no query.");
    auto asked = is_post ? read_body(route, request.body) : read_query(route, target.query);
    if (!asked) return refusal(asked.error());
    asked->id = found.id;
    asked->session = session.value_or("");
    return std::pair(&route, *std::move(asked));
}

}  // namespace

void Api::serve(const net::Request& request, net::Exchange exchange) {
    if (const auto checked = api_.check_peer(request.peer); !checked) {
        exchange.answer(refusal(403, "forbidden", checked.error().message));
        return;
    }
    const Target target = target_of(request);
    if (!target.path.starts_with("/api/")) {
        exchange.answer(asset_answer(request, target.path));
        return;
    }
    auto admitted = admit(request, target, api_.origin, api_.sessions);
    if (auto* const refused = std::get_if<net::Response>(&admitted)) {
        exchange.answer(std::move(*refused));
        return;
    }
    const auto& [route, asked] = std::get<std::pair<const Route*, Asked>>(admitted);
    if (route->id != RouteId::stream_events) {
        exchange.answer(respond(*route, asked));
        return;
    }
    const auto last_id = request.fields.find("Last-Event-ID");
    api_.events.open(asked.session, last_id.value_or(""), std::move(exchange));
}

net::Response Api::respond(const Route& route, const Asked& asked) {
    switch (route.id) {
        case RouteId::log_in:
            return log_in(asked);
        case RouteId::show_session:
            return show_session(asked);
        case RouteId::list_sessions:
            return list_sessions(asked);
        case RouteId::revoke_session:
            return revoke_session(asked);
        case RouteId::list_questions:
            return questions_.list();
        case RouteId::show_question:
            return questions_.show(asked);
        case RouteId::answer_question:
            return questions_.answer(asked);
        case RouteId::list_entries:
            return list_entries(api_.parts, asked);
        case RouteId::show_entry:
            return show_entry(api_.parts, asked);
        case RouteId::stream_events:
            break;
    }
    return no_such_path();
}

net::Response Api::log_in(const Asked& asked) {
    const auto begun = api_.sessions.log_in(asked.text("code"));
    if (!begun) {
        const bool is_paused = begun.error().code == Errc::unavailable;
        return refusal(is_paused ? 429 : 401, is_paused ? "paused" : "wrong_code",
                       begun.error().message);
    }
    JsonWriter out;
    out.begin_object();
    put_seconds(out, "idle_seconds", api_.idle_time);
    out.key("secret");
    out.string(begun->secret);
    out.key("session");
    out.string(begun->id);
    out.end_object();
    return json_answer(out.take());
}

net::Response Api::show_session(const Asked& asked) const {
    JsonWriter out;
    out.begin_object();
    put(out, "application", api_.parts.registry.application());
    put(out, "language", words::tag_of(api_.parts.locale));
    put(out, "login", api_.parts.approver.login);
    put(out, "session", asked.session);
    out.end_object();
    return json_answer(out.take());
}

net::Response Api::list_sessions(const Asked& asked) const {
    JsonWriter out;
    out.begin_object();
    out.key("sessions");
    out.begin_array();
    for (const SessionFacts& one : api_.sessions.list()) {
        out.begin_object();
        put(out, "id", one.id);
        put_seconds(out, "idle_seconds", one.idle);
        out.key("is_own");
        out.boolean(one.id == asked.session);
        put(out, "since", to_rfc3339(one.since));
        out.end_object();
    }
    out.end_array();
    out.end_object();
    return json_answer(out.take());
}

net::Response Api::revoke_session(const Asked& asked) {
    const std::string session = asked.text("session");
    if (!api_.sessions.revoke(session))
        return refusal(404, "not_found", "There is no session of that id; load the list anew.");
    api_.events.end_session(session);
    return json_answer(R"({"revoked":true})");
}

}  // namespace iam::console
