#include "console/api/routes.hpp"

#include "console/api/calls/call_requests.hpp"
#include "console/api/chats/chat_requests.hpp"
#include "console/api/chats/chat_settings_requests.hpp"
#include "console/api/consent/freeze_requests.hpp"
#include "console/api/consent/grant_requests.hpp"
#include "console/api/consent/policy_requests.hpp"
#include "console/api/consent/rule_requests.hpp"
#include "console/api/entries/entry_requests.hpp"
#include "console/api/program/profile_requests.hpp"
#include "console/api/program/server_requests.hpp"
#include "console/api/program/status_requests.hpp"
#include "console/api/program/task_requests.hpp"
#include "console/api/program/traffic_requests.hpp"
#include "console/api/question_requests.hpp"
#include "console/api/session_requests.hpp"
#include "console/api/tools/tool_requests.hpp"

#include <array>

namespace iam::console {
namespace {

constexpr std::array k_events{
    Route{.method = "GET",
          .path = "/api/events",
          .summary = "Streams changes as server-sent events: snapshot, question, entry, chat.",
          .answer = "text/event-stream; goes on after the field Last-Event-ID"}};

auto areas() {
    return std::array<std::span<const Route>, 17>{
        session_routes(), question_routes(), entry_routes(),  call_routes(),
        policy_routes(),  grant_routes(),    rule_routes(),   freeze_routes(),
        tool_routes(),    server_routes(),   status_routes(), profile_routes(),
        task_routes(),    traffic_routes(),  chat_routes(),   chat_settings_routes(),
        k_events};
}

/// Ids of questions are hexadecimal, and ids of entries have a point.
std::string_view signs_of_ids(std::string_view pattern) {
    if (!pattern.starts_with("/api/chats/")) return "0123456789abcdef.";
    return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
}

/// The segment of the path in the place of "{id}"; nothing: the path is another one.
std::optional<std::string> match(std::string_view pattern, std::string_view path) {
    const std::size_t open = pattern.find("{id}");
    if (open == std::string_view::npos)
        return pattern == path ? std::optional<std::string>("") : std::nullopt;
    const std::string_view before = pattern.substr(0, open);
    const std::string_view behind = pattern.substr(open + 4);
    if (path.size() <= before.size() + behind.size() || !path.starts_with(before) ||
        !path.ends_with(behind))
        return std::nullopt;
    const std::string_view id =
        path.substr(before.size(), path.size() - before.size() - behind.size());
    if (id.find_first_not_of(signs_of_ids(pattern)) != std::string_view::npos) return std::nullopt;
    return std::string(id);
}

}  // namespace

std::vector<Route> routes() {
    std::vector<Route> all;
    for (const auto area : areas()) all.insert(all.end(), area.begin(), area.end());
    return all;
}

FoundRoute find_route(std::string_view method, std::string_view path) {
    FoundRoute found;
    for (const auto area : areas()) {
        for (const Route& route : area) {
            auto id = match(route.path, path);
            if (!id) continue;
            found.methods += (found.methods.empty() ? "" : ", ") + std::string(route.method);
            if (route.method != method) continue;
            found.route = &route;
            found.id = *std::move(id);
        }
    }
    return found;
}

}  // namespace iam::console
