#include "console/api/consent/policy_requests.hpp"

#include "console/api/asked.hpp"
#include "console/api/consent/consent_views.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/question/tool_search.hpp>

#include <array>
#include <map>
#include <string>
#include <utility>

namespace iam::console {
namespace {

using Kind = Member::Kind;

constexpr std::size_t k_policies_max = 500;
constexpr std::string_view k_unset = "unset";

constexpr std::array k_listed_policies{
    Member{"search",
           Kind::text,
           false,
           k_word_max,
           {},
           "The tools with all of these words in their name, title and description."},
    Member{"limit", Kind::integer, false, k_policies_max, {}, "100 if absent."}};

constexpr std::array k_policy{
    k_origin_member, k_name_member,
    Member{"policy", Kind::text, true, k_word_max, "allow confirm deny unset",
           "unset: the policy of the program holds again."},
    Member{"was", Kind::text, true, k_word_max, "allow confirm deny unset",
           "The stored policy as the person saw it."},
    Member{"contract",
           Kind::text,
           false,
           k_contract_size,
           {},
           "The member contract of the tool as it was shown; for allow and confirm."}};

/// A policy of a row: with the tool here, or stored for a tool that is not.
struct PolicyRow {
    const Contract* contract = nullptr;
    std::optional<Policy> stored{};
};

std::string_view word_of(const std::optional<Policy>& stored) {
    return stored ? to_string(*stored) : k_unset;
}

std::optional<Policy> policy_named(std::string_view word) {
    for (const Policy policy : {Policy::allow, Policy::confirm, Policy::deny})
        if (to_string(policy) == word) return policy;
    return std::nullopt;
}

/// The decision in the place of a stored policy without effect; nullptr: it has its effect.
const consent::Decision* stronger_than(const gate::PolicyOutlook& outlook, Policy policy) {
    const consent::Decision& decision = outlook.if_stored.at(static_cast<std::size_t>(policy));
    return decision.effect == policy ? nullptr : &decision;
}

void put_outlook(JsonWriter& out, const gate::PolicyOutlook& outlook, words::Locale locale) {
    put_texts(out, "changes", outlook.changes, locale);
    out.key("locked");
    out.begin_object();
    for (const Policy policy : {Policy::allow, Policy::confirm, Policy::deny}) {
        const consent::Decision* const stronger = stronger_than(outlook, policy);
        if (stronger == nullptr) continue;
        out.key(to_string(policy));
        out.begin_object();
        put_decision(out, *stronger, locale);
        out.end_object();
    }
    out.end_object();
    put_flag(out, "looks_at_calls", outlook.looks_at_calls);
    out.key("now");
    out.begin_object();
    put_decision(out, outlook.now, locale);
    out.end_object();
    put(out, "stored", word_of(outlook.stored));
}

Result<void> put_row(JsonWriter& out, const Parts& parts, const ToolId& tool,
                     const PolicyRow& row) {
    out.begin_object();
    if (row.contract != nullptr && row.contract->policy)
        put(out, "compiled", to_string(*row.contract->policy));
    if (row.contract != nullptr) put_contract(out, *row.contract);
    put_tool(out, tool);
    if (row.contract == nullptr) {
        put(out, "stored", word_of(row.stored));
    } else {
        IAM_TRY(outlook, parts.runtime.consent().policy_outlook(tool, subject_of(parts)));
        put_outlook(out, outlook, parts.locale);
    }
    out.end_object();
    return {};
}

Result<std::string> listed_policies(const Parts& parts, const Asked& asked) {
    const auto limit = asked.integers.find("limit");
    const std::size_t most = limit == asked.integers.end() ? 100 : limit->second;
    const std::string words = asked.text("search");
    const auto catalogue = parts.registry.snapshot();
    std::map<ToolId, PolicyRow> rows;
    for (const Contract* one : question::tools_with(catalogue->contracts(), words))
        rows[one->id].contract = one;
    IAM_TRY(stored, parts.store.policies());
    for (const auto& [tool, policy] : stored) {
        const bool is_here = catalogue->find(tool) != nullptr;
        const bool is_meant = words.empty() || display_name(tool).find(words) != std::string::npos;
        if (!is_here && is_meant) rows[tool].stored = policy;
    }
    IAM_TRY(broken, broken_of(parts.store, {consent::BrokenRecord::Kind::policy}));
    JsonWriter out;
    out.begin_object();
    put_broken(out, broken);
    put_flag(out, "can_connect", static_cast<bool>(parts.connect_servers));
    put_count(out, "matched", rows.size());
    out.key("policies");
    out.begin_array();
    std::size_t count = 0;
    for (const auto& [tool, row] : rows) {
        if (count++ == most) break;
        IAM_CHECK(put_row(out, parts, tool, row));
    }
    out.end_array();
    out.end_object();
    return out.take();
}

net::Response list_policies(const ApiParts& api, const Asked& asked) {
    auto text = listed_policies(api.parts, asked);
    return text ? json_answer(*std::move(text)) : refusal(text.error());
}

bool has_broken_policy(const Parts& parts, const ToolId& tool) {
    const auto broken = broken_of(parts.store, {consent::BrokenRecord::Kind::policy});
    return broken && std::any_of(broken->begin(), broken->end(),
                                 [&](const auto& one) { return one.tool == tool; });
}

/// Refuses a change that the person did not see, or that would have no effect.
Result<void> check_policy(const Parts& parts, const ToolId& tool, std::optional<Policy> wanted,
                          std::string_view was) {
    gate::Consent consent = parts.runtime.consent();
    IAM_TRY(stored, consent.stored_policy(tool));
    if (word_of(stored) != was)
        return fail(Errc::conflict,
                    "The policy was changed elsewhere meanwhile; look at the list again.");
    if (!wanted) {
        if (stored || has_broken_policy(parts, tool)) return {};
        return fail(Errc::not_found, "No policy is stored for this tool.");
    }
    auto outlook = consent.policy_outlook(tool, subject_of(parts));
    if (!outlook) {
        if (outlook.error().code != Errc::not_found) return tl::unexpected(outlook.error());
        return fail(Errc::not_found,
                    "There is no such tool here; connect to its server, or load the list anew.");
    }
    const consent::Decision* const stronger = stronger_than(*outlook, *wanted);
    if (stronger == nullptr) return {};
    return fail(Errc::conflict,
                "This policy would have no effect: " + stronger->reason.text(parts.locale) +
                    (stronger->place.empty() ? "" : " (" + stronger->place + ")"));
}

/// The tool and its policy as the person saw them. Only a tool that was seen is allowed.
Result<gate::SeenPolicy> seen_of(const Asked& asked, std::optional<Policy> wanted) {
    IAM_TRY(contract, shown_contract(asked));
    if (!contract && (wanted == Policy::allow || wanted == Policy::confirm))
        return fail(Errc::invalid_argument, "Send \"contract\", which allow and confirm require.");
    return gate::SeenPolicy{contract, policy_named(asked.text("was"))};
}

net::Response set_policy(const ApiParts& api, const Asked& asked) {
    const Parts& parts = api.parts;
    const ToolId tool = tool_of(asked);
    const std::optional<Policy> wanted = policy_named(asked.text("policy"));
    const auto seen = seen_of(asked, wanted);
    if (!seen) return refusal(seen.error());
    if (parts.know_tool) parts.know_tool(tool);
    if (const auto fits = check_policy(parts, tool, wanted, asked.text("was")); !fits)
        return refusal(fits.error());
    const Subject by = subject_of(parts);
    if (const auto done = consent_of(parts).set_policy(tool, wanted, by, *seen); !done)
        return refused_consent(parts, tool, seen->contract, done.error());
    const auto outlook = parts.runtime.consent().policy_outlook(tool, by);
    return object_answer([&](JsonWriter& out) {
        put_tool(out, tool);
        if (outlook) {
            put_outlook(out, *outlook, parts.locale);
        } else {
            put(out, "stored", word_of(wanted));
        }
    });
}

constexpr std::array k_policy_routes{
    Route{.method = "GET",
          .path = "/api/policies",
          .respond = list_policies,
          .members = k_listed_policies,
          .summary = "Lists the policy of each tool, with the decision that holds now.",
          .answer =
              "broken, can_connect, matched, policies: changes (since the tool was allowed), "
              "compiled, contract, locked (the decision in the place of a policy without effect), "
              "looks_at_calls, name, now (absent: the tool is not here), origin, stored, "
              "tool"},
    Route{.method = "POST",
          .path = "/api/policies",
          .respond = set_policy,
          .members = k_policy,
          .summary = "Stores the policy of a tool, or ends the stored one.",
          .answer = "as a row of the list, without compiled and contract"}};

}  // namespace

std::span<const Route> policy_routes() noexcept {
    return k_policy_routes;
}

}  // namespace iam::console
