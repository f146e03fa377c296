#include "console/api/consent/grant_requests.hpp"

#include "console/api/asked.hpp"
#include "console/api/consent/consent_views.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/consent/risk.hpp>
#include <iam/question/duration.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace iam::console {
namespace {

using Kind = Member::Kind;
using BrokenKind = consent::BrokenRecord::Kind;
using consent::Grant;
using consent::Permission;
using gate::HeldConsent;

constexpr std::string_view k_never = "never";
constexpr std::size_t k_grant_arguments_max = std::size_t{64} << 10U;
constexpr std::size_t k_uses_max = 1'000'000;
// Of one answer. Older records stay in the list of the commands.
constexpr std::size_t k_listed_records_max = 500;

constexpr std::array k_new_grant{
    k_origin_member,
    k_name_member,
    Member{"contract",
           Kind::text,
           true,
           k_contract_size,
           {},
           "The member contract of the tool as it was shown."},
    Member{"for",
           Kind::text,
           true,
           k_word_max,
           {},
           "How long from now: 90s, 15m, 2h, 7d; never: until it is revoked."},
    Member{"uses", Kind::integer, false, k_uses_max, {}, "Calls at most; absent: any number."},
    Member{"arguments",
           Kind::text,
           false,
           k_grant_arguments_max,
           {},
           "JSON: for calls with exactly these arguments."}};

constexpr std::array k_consent_id{Member{
    "id", Kind::text, true, k_word_max, {}, "Of the grant, the permission or the broken record."}};

constexpr std::array k_permission_end{
    Member{"id", Kind::text, true, k_word_max, {}, "Of an \"allow always\"."},
    Member{"for",
           Kind::text,
           true,
           k_word_max,
           {},
           "How long from now: 12h, 30d; never: it has no end."},
    Member{"was",
           Kind::text,
           true,
           k_word_max,
           {},
           "Its end (until) as the person saw it; never: it had none."}};

void put_match(JsonWriter& out, const consent::Match& match) {
    put(out, "match", to_string(match.kind));
}

void put_owner(JsonWriter& out, const std::string& user, const std::string& workspace) {
    put(out, "user", user);
    put(out, "workspace", spelled_workspace(workspace));
}

void put_grant(JsonWriter& out, const Grant& grant) {
    if (grant.agent) put(out, "agent", *grant.agent);
    put(out, "granted_by", grant.granted_by);
    put(out, "id", grant.id);
    put_match(out, grant.match);
    put(out, "risk", to_string(grant.risk));
    if (grant.session) put(out, "session", *grant.session);
    put_tool(out, grant.tool);
    put_until(out, grant.deadline);
    put_owner(out, grant.user, grant.workspace);
    if (grant.uses) put_count(out, "uses", *grant.uses);
}

void put_permission(JsonWriter& out, const Permission& permission) {
    put(out, "effect", permission.allow ? "allow" : "deny");
    put(out, "granted_by", permission.granted_by);
    put(out, "id", permission.id);
    put_match(out, permission.match);
    put_tool(out, permission.tool);
    put_until(out, permission.expires);
    put_owner(out, permission.user, permission.workspace);
}

template <class Record, class Put>
void put_held(JsonWriter& out, const HeldConsent<Record>& held, words::Locale locale, Put put_one) {
    out.begin_object();
    put_texts(out, "changes", held.changes, locale);
    if (held.lapses_at) put(out, "lapses_at", to_rfc3339(*held.lapses_at));
    put(out, "state", to_string(held.state));
    put_one(out, held.record);
    out.end_object();
}

template <class Record, class Put>
net::Response list_answer(const Parts& parts, std::string_view name,
                          const Result<std::vector<HeldConsent<Record>>>& records, BrokenKind kind,
                          Put put_one) {
    if (!records) return refusal(records.error());
    const auto broken = broken_of(parts.store, {kind});
    if (!broken) return refusal(broken.error());
    const std::size_t left_out = records->size() - std::min(records->size(), k_listed_records_max);
    return object_answer([&](JsonWriter& out) {
        put_broken(out, *broken);
        put_count(out, "left_out", left_out);
        out.key(name);
        out.begin_array();
        for (std::size_t i = left_out; i < records->size(); ++i)
            put_held(out, (*records)[i], parts.locale, put_one);
        out.end_array();
    });
}

net::Response list_grants(const ApiParts& api, const Asked&) {
    return list_answer(api.parts, "grants", api.parts.runtime.consent().held_grants(),
                       BrokenKind::grant, put_grant);
}

net::Response list_permissions(const ApiParts& api, const Asked&) {
    return list_answer(api.parts, "permissions", api.parts.runtime.consent().held_permissions(),
                       BrokenKind::permission, put_permission);
}

/// Nothing: "never".
Result<std::optional<std::chrono::milliseconds>> duration_of(const Asked& asked) {
    const std::string text = asked.text("for");
    if (text == k_never) return std::nullopt;
    const auto duration = question::parse_duration(text);
    if (duration) return *duration;
    return fail(Errc::invalid_argument,
                "\"for\" must be a duration of at most 3650 days, e.g. 15m, 2h or 7d, or never.");
}

net::Response give_grant(const ApiParts& api, const Asked& asked) {
    const Parts& parts = api.parts;
    const auto duration = duration_of(asked);
    if (!duration) return refusal(duration.error());
    const auto shown = shown_contract(asked);
    if (!shown) return refusal(shown.error());
    gate::GrantTerms terms;
    terms.duration = *duration;
    terms.seen_contract = *shown;
    if (const auto uses = asked.integers.find("uses"); uses != asked.integers.end())
        terms.uses = static_cast<std::uint32_t>(uses->second);
    if (asked.texts.count("arguments") != 0) terms.arguments = asked.text("arguments");
    const ToolId tool = tool_of(asked);
    if (parts.know_tool) parts.know_tool(tool);
    const auto given = consent_of(parts).grant(tool, terms, subject_of(parts));
    if (given) return object_answer([&](JsonWriter& out) { put_grant(out, *given); });
    // The tool's sentence about its arguments may repeat them.
    if (given.error().code == Errc::invalid_argument)
        return refusal(400, "invalid_argument",
                       "The tool does not take these arguments; explain the call to see why.");
    return refused_consent(parts, tool, *shown, given.error());
}

template <class Records, class Put>
void put_ended(JsonWriter& out, std::string_view name, const Records& records, Put put_one) {
    out.key(name);
    out.begin_array();
    for (std::size_t i = 0; i < records.size() && i < k_listed_records_max; ++i) {
        out.begin_object();
        put_one(out, records[i]);
        out.end_object();
    }
    out.end_array();
}

net::Response ended_answer(const Result<gate::Revoked>& revoked) {
    if (!revoked) {
        if (revoked.error().code != Errc::not_found) return refusal(revoked.error());
        return refusal(404, "not_found",
                       "It is not there any more: it has ended, was used up, or was revoked "
                       "elsewhere.");
    }
    return object_answer([&](JsonWriter& out) {
        put_broken(out, revoked->broken);
        put_ended(out, "grants", revoked->grants, put_grant);
        put_ended(out, "permissions", revoked->permissions, put_permission);
        put_count(out, "revoked", revoked->count());
    });
}

net::Response revoke_one(const ApiParts& api, const Asked& asked) {
    return ended_answer(consent_of(api.parts).revoke(asked.text("id"), subject_of(api.parts)));
}

net::Response revoke_allowed(const ApiParts& api, const Asked&) {
    return ended_answer(consent_of(api.parts).revoke_all(subject_of(api.parts)));
}

std::string end_text(const Permission& permission) {
    return permission.expires ? to_rfc3339(permission.expires->wall) : std::string(k_never);
}

Result<Permission> move_end(const Parts& parts, const Asked& asked,
                            std::optional<std::chrono::milliseconds> duration) {
    IAM_TRY(all, parts.store.permissions());
    const std::string id = asked.text("id");
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Permission& one) { return one.id == id; });
    if (found == all.end())
        return fail(Errc::not_found,
                    "It is not there any more: it was replaced, or revoked elsewhere.");
    if (end_text(*found) != asked.text("was"))
        return fail(Errc::conflict,
                    "Its end was changed elsewhere meanwhile; look at the list again.");
    if (parts.know_tool) parts.know_tool(found->tool);
    gate::Consent consent = consent_of(parts);
    const auto now = parts.clock.now().wall;
    const bool is_sooner =
        duration && (!found->expires || saturating_add(now, *duration) < found->expires->wall);
    return is_sooner ? consent.shorten(id, *duration, subject_of(parts), *found)
                     : consent.extend(id, duration, subject_of(parts), *found);
}

net::Response set_permission_end(const ApiParts& api, const Asked& asked) {
    const auto duration = duration_of(asked);
    if (!duration) return refusal(duration.error());
    const auto moved = move_end(api.parts, asked, *duration);
    if (!moved) return refusal(moved.error());
    return object_answer([&](JsonWriter& out) { put_permission(out, *moved); });
}

constexpr std::array k_grant_routes{
    Route{.method = "GET",
          .path = "/api/grants",
          .respond = list_grants,
          .summary = "Lists the grants of all users in the state.",
          .answer = "broken, left_out (beyond the newest 500), grants: agent, changes, granted_by, "
                    "id, match, name, origin, risk, "
                    "session, state, tool, until, user, uses, workspace"},
    Route{.method = "POST",
          .path = "/api/grants",
          .respond = give_grant,
          .members = k_new_grant,
          .summary = "Allows calls of a tool beforehand.",
          .answer = "the grant"},
    Route{.method = "GET",
          .path = "/api/permissions",
          .respond = list_permissions,
          .summary = "Lists the answers with \"always\" of all users in the state.",
          .answer = "broken, left_out (beyond the newest 500), permissions: changes, effect, "
                    "granted_by, id, lapses_at, match, name, "
                    "origin, state, tool, until, user, workspace"},
    Route{.method = "POST",
          .path = "/api/permissions/end",
          .respond = set_permission_end,
          .members = k_permission_end,
          .summary = "Ends an \"allow always\" sooner, later, or never.",
          .answer = "the permission"},
    Route{.method = "POST",
          .path = "/api/revoke",
          .respond = revoke_one,
          .members = k_consent_id,
          .summary = "Ends a grant or a permission, also a \"deny always\".",
          .answer = "broken, grants, permissions, revoked"},
    Route{.method = "POST",
          .path = "/api/revoke-all",
          .respond = revoke_allowed,
          .summary = "Ends every grant and every \"allow always\" of every user.",
          .answer = "broken, grants, permissions, revoked"}};

}  // namespace

std::span<const Route> grant_routes() noexcept {
    return k_grant_routes;
}

}  // namespace iam::console
