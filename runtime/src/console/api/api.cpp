#include "console/api/api.hpp"

#include "console/api/asked.hpp"
#include "console/asset_table.hpp"
#include "console/http/answers.hpp"
#include "console/http/request_rules.hpp"
#include <iam/core/split_words.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace iam::console {
namespace {

constexpr std::string_view k_bearer = "Bearer ";

net::Response wrong_method(const std::string& methods) {
    net::Response response = refusal(405, "wrong_method", "The path takes: " + methods + ".");
    response.fields.add("Allow", methods);
    return response;
}

net::Response no_such_path() {
    return refusal(404, "not_found", "There is no such page; begin at the path /.");
}

/// The request names gzip among its codings, as all browsers do. A coding with a weight counts as
/// none.
bool reads_gzip(const net::Request& request) {
    const auto field = request.fields.find("Accept-Encoding");
    if (!field) return false;
    const auto codings = split_words(*field, ", ");
    return std::find(codings.begin(), codings.end(), "gzip") != codings.end();
}

net::Response asset_answer(const net::Request& request, std::string_view path) {
    const Asset* const asset = find_asset(path);
    if (asset == nullptr) return no_such_path();
    if (request.method != "GET" && request.method != "HEAD") return wrong_method("GET, HEAD");
    net::Response response;
    response.fields.add("Content-Type", std::string(asset->type));
    const bool is_gzip = reads_gzip(request);
    if (is_gzip) response.fields.add("Content-Encoding", "gzip");
    response.body = is_gzip ? asset->gzip : asset->bytes;
    return response;
}

/// The secret of the request; empty: it has none, or more than one.
std::string_view secret_of(const net::Request& request) {
    const auto field = request.fields.find("Authorization");
    if (!field || request.fields.count("Authorization") != 1 || !field->starts_with(k_bearer))
        return {};
    return field->substr(k_bearer.size());
}

/// A page says so if nobody has touched it for a while. Then its own requests, as after events,
/// keep no session open.
bool is_attended(const net::Request& request) {
    return !request.fields.find("Iam-Unattended");
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
    if (route.needs_session && !(session = sessions.use(secret_of(request), is_attended(request))))
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

consent::Approver web_approver(const Parts& parts) {
    consent::Approver approver = parts.approver;
    approver.kind = consent::ApproverKind::person;
    approver.channel = "web";
    approver.locale = words::tag_of(parts.locale);
    return approver;
}

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
    if (route->respond != nullptr) {
        exchange.answer(route->respond(api_, asked));
        return;
    }
    const auto last_id = request.fields.find("Last-Event-ID");
    api_.events.open(asked.session, last_id.value_or(""), std::move(exchange));
}

}  // namespace iam::console
