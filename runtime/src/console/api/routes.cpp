#include "console/api/routes.hpp"

#include <iam/consent/prompter.hpp>
#include <iam/tool/input.hpp>

#include <array>

namespace iam::console {
namespace {

using Kind = Member::Kind;

constexpr std::size_t k_word = 256;
constexpr std::size_t k_entries_max = 500;

constexpr std::array k_log_in{
    Member{"code", Kind::text, true, k_word, {}, "The text behind \"#\" of the login address."}};

constexpr std::array k_revoke{
    Member{"session", Kind::text, true, k_word, {}, "The id of a session of the list."}};

constexpr std::array k_answer{
    Member{"nonce", Kind::text, true, k_word, {}, "Of the question as it was shown; counts once."},
    Member{"shown_digest",
           Kind::text,
           true,
           64,
           {},
           "SHA-256, in hexadecimal digits, of \"iam/prompt/1\", a byte 0, and the shown text."},
    Member{"answer", Kind::text, true, k_word, "allow_once allow_always deny_once deny_always",
           "The person's decision."},
    Member{"scope", Kind::text, false, k_word, "tool keys arguments",
           "The calls that an \"always\", or an allowance until a time, is about; tool if absent."},
    Member{"until",
           Kind::text,
           false,
           k_word,
           {},
           "With allow_once: further calls are allowed until this time (RFC 3339), as shown."},
    Member{"uses",
           Kind::integer,
           false,
           99,
           {},
           "With until: the number of further calls; any number if absent."},
    Member{"reason",
           Kind::text,
           false,
           consent::k_reason_bytes_max,
           {},
           "With a denial: the reason, for the proposer of the call."},
    Member{"inputs",
           Kind::texts,
           false,
           k_input_bytes_max,
           {},
           "With allow_once: a text for each of the question's inputs."}};

constexpr std::array k_entries{
    Member{"limit", Kind::integer, false, k_entries_max, {}, "How many; 50 if absent."},
    Member{"before", Kind::text, false, k_word, {}, "Older than this entry: the next page."},
    Member{
        "since", Kind::text, false, k_word, {}, "Not older: 2h, 2026-01-02, 2026-01-02T03:04:05Z."},
    Member{"until", Kind::text, false, k_word, {}, "Older than this."},
    Member{"tool", Kind::text, false, k_word, {}, "Of this tool: name, or origin/name."},
    Member{"subject",
           Kind::text,
           false,
           k_word,
           {},
           "Of this user, workspace, session or agent; \"-\" is no workspace."},
    Member{"outcome", Kind::text, false, k_word, {}, "done, failed, refused, unknown, or a code."},
    Member{"risk", Kind::text, false, k_word, "low medium high", "Of this risk."},
    Member{"text", Kind::text, false, k_word, {}, "Holds this text in its facts or values."}};

constexpr std::array k_routes{
    Route{RouteId::log_in, "POST", "/api/login", false, k_log_in,
          "Begins a session by a code, which counts once.", "session, secret, idle_seconds"},
    Route{RouteId::show_session,
          "GET",
          "/api/session",
          true,
          {},
          "Names the application, the language and the person of this console.",
          "application, language, login, session"},
    Route{RouteId::list_sessions,
          "GET",
          "/api/sessions",
          true,
          {},
          "Lists the sessions of this console.",
          "sessions: id, idle_seconds, is_own, since"},
    Route{RouteId::revoke_session, "POST", "/api/sessions/revoke", true, k_revoke,
          "Ends a session, and its streams.", "revoked"},
    Route{RouteId::list_questions,
          "GET",
          "/api/questions",
          true,
          {},
          "Lists the open questions of all processes on this state, the oldest first.",
          "questions: arguments (if at most 4 KiB), id, inputs, session, tool, until, user, "
          "workspace"},
    Route{RouteId::show_question,
          "GET",
          "/api/questions/{id}",
          true,
          {},
          "Gives all that a person needs for an answer.",
          "card, default_answer, deny_only_because, details, edit_refused_because, further, "
          "further_refused_because, inputs, labels, nonce, question (its row of the list), texts "
          "(for each scope)"},
    Route{RouteId::answer_question, "POST", "/api/questions/{id}/answer", true, k_answer,
          "Records a person's answer. One answer counts.", "id, state"},
    Route{RouteId::list_entries, "GET", "/api/entries", true, k_entries,
          "Lists entries of the ledger, the newest first.",
          "entries, looked_at, matched, next (for before; absent at the end)"},
    Route{RouteId::show_entry,
          "GET",
          "/api/entries/{id}",
          true,
          {},
          "Gives one entry, with the entries of its call.",
          "the entry as audit show --json prints it"},
    Route{RouteId::stream_events,
          "GET",
          "/api/events",
          true,
          {},
          "Streams changes as server-sent events: snapshot, question, entry.",
          "text/event-stream; goes on after the field Last-Event-ID"}};

}  // namespace

std::span<const Route> routes() noexcept {
    return k_routes;
}

namespace {

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
    // Ids of questions are hexadecimal, ids of entries have a point.
    if (id.find_first_not_of("0123456789abcdef.") != std::string_view::npos) return std::nullopt;
    return std::string(id);
}

}  // namespace

FoundRoute find_route(std::string_view method, std::string_view path) {
    FoundRoute found;
    for (const Route& route : k_routes) {
        auto id = match(route.path, path);
        if (!id) continue;
        found.methods += (found.methods.empty() ? "" : ", ") + std::string(route.method);
        if (route.method != method) continue;
        found.route = &route;
        found.id = *std::move(id);
    }
    return found;
}

}  // namespace iam::console
