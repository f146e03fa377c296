#include "console/api/session_requests.hpp"

#include "console/access/sessions.hpp"
#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"

#include <array>

namespace iam::console {
namespace {

using Kind = Member::Kind;

constexpr std::array k_log_in{Member{
    "code", Kind::text, true, k_word_max, {}, "The text behind \"#\" of the login address."}};

constexpr std::array k_revoke{
    Member{"session", Kind::text, true, k_word_max, {}, "The id of a session of the list."}};

void put_seconds(JsonWriter& out, std::string_view name, std::chrono::milliseconds time) {
    out.key(name);
    out.integer(std::int64_t{std::chrono::floor<std::chrono::seconds>(time).count()});
}

net::Response log_in(const ApiParts& api, const Asked& asked) {
    const auto begun = api.sessions.log_in(asked.text("code"));
    if (!begun) {
        const bool is_paused = begun.error().code == Errc::unavailable;
        return refusal(is_paused ? 429 : 401, is_paused ? "paused" : "wrong_code",
                       begun.error().message);
    }
    JsonWriter out;
    out.begin_object();
    put_seconds(out, "idle_seconds", api.idle_time);
    out.key("secret");
    out.string(begun->secret);
    out.key("session");
    out.string(begun->id);
    out.end_object();
    return json_answer(out.take());
}

net::Response show_session(const ApiParts& api, const Asked& asked) {
    JsonWriter out;
    out.begin_object();
    put(out, "application", api.parts.registry.application());
    put(out, "language", words::tag_of(api.parts.locale));
    put(out, "login", api.parts.approver.login);
    put(out, "session", asked.session);
    out.end_object();
    return json_answer(out.take());
}

net::Response list_sessions(const ApiParts& api, const Asked& asked) {
    JsonWriter out;
    out.begin_object();
    out.key("sessions");
    out.begin_array();
    for (const SessionFacts& one : api.sessions.list()) {
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

net::Response revoke_session(const ApiParts& api, const Asked& asked) {
    const std::string session = asked.text("session");
    if (!api.sessions.revoke(session))
        return refusal(404, "not_found", "There is no session of that id; load the list anew.");
    api.events.end_session(session);
    return json_answer(R"({"revoked":true})");
}

constexpr std::array k_session_routes{
    Route{.method = "POST",
          .path = "/api/login",
          .respond = log_in,
          .members = k_log_in,
          .summary = "Begins a session by a code, which counts once.",
          .answer = "session, secret, idle_seconds",
          .needs_session = false},
    Route{.method = "GET",
          .path = "/api/session",
          .respond = show_session,
          .summary = "Names the application, the language and the person of this console.",
          .answer = "application, language, login, session"},
    Route{.method = "GET",
          .path = "/api/sessions",
          .respond = list_sessions,
          .summary = "Lists the sessions of this console.",
          .answer = "sessions: id, idle_seconds, is_own, since"},
    Route{.method = "POST",
          .path = "/api/sessions/revoke",
          .respond = revoke_session,
          .members = k_revoke,
          .summary = "Ends a session, and its streams.",
          .answer = "revoked"}};

}  // namespace

std::span<const Route> session_routes() noexcept {
    return k_session_routes;
}

}  // namespace iam::console
