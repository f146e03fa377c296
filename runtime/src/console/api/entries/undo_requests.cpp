// An undo is asked for by its plan: if anything of the plan has changed since the person read it,
// nothing is undone.
#include "console/api/entries/undo_requests.hpp"

#include "console/api/api.hpp"
#include "console/api/entries/entry_views.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/core/digest.hpp>
#include <iam/gate/undo_series.hpp>
#include <iam/question/tool_name.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::console {
namespace {

using Entries = std::vector<ledger::EntryId>;

// Of the list of later calls; their number is told always.
constexpr std::size_t k_later_max = 100;

/// The effect of an undo, as the person reads it.
struct Plan {
    std::string text{};    ///< members of a JSON object
    std::string digest{};  ///< empty: the call cannot be undone
    Entries later{};
};

void put_value(JsonWriter& out, std::string_view name, std::string_view value) {
    out.key(name);
    out.begin_object();
    put_part(out, text_of_value(value), 0, k_first_part_bytes);
    out.end_object();
}

void put_ids(JsonWriter& out, std::string_view name, const Entries& entries) {
    out.key(name);
    out.begin_array();
    for (const ledger::EntryId& entry : entries) out.string(to_string(entry));
    out.end_array();
}

std::optional<ToolId> tool_of(const ledger::StoredEntry& entry) {
    auto decoded = ledger::decode(entry.text);
    return decoded ? std::move(decoded->entry.tool) : std::nullopt;
}

Result<void> put_later(JsonWriter& out, ledger::Store& store, const Entries& later) {
    out.key("later");
    out.begin_array();
    for (std::size_t i = 0; i < std::min(later.size(), k_later_max); ++i) {
        IAM_TRY(entry, store.entry(later[i]));
        const auto tool = entry ? tool_of(*entry) : std::nullopt;
        out.begin_object();
        put(out, "entry", to_string(later[i]));
        put(out, "tool", tool ? question::spelled(*tool) : std::string());
        out.end_object();
    }
    out.end_array();
    out.key("later_count");
    out.integer(std::uint64_t{later.size()});
    return {};
}

bool is_exact(const Parts& parts, const ToolId& tool) {
    const auto catalogue = parts.registry.snapshot();
    const Contract* const contract = catalogue->find(tool);
    return contract != nullptr && contract->undo_exact;
}

Result<void> put_outlook(JsonWriter& out, const Parts& parts, const gate::UndoOutlook& outlook) {
    put_value(out, "arguments", outlook.arguments);
    out.key("asks");
    out.boolean(outlook.wants_person);
    if (outlook.calls) {
        out.key("calls");
        out.begin_object();
        put_value(out, "arguments", outlook.calls->arguments);
        put(out, "tool", question::spelled(outlook.calls->tool));
        out.end_object();
    }
    put(out, "entry", to_string(outlook.entry));
    out.key("exact");
    out.boolean(is_exact(parts, outlook.tool));
    IAM_CHECK(put_later(out, parts.store, outlook.later));
    if (!outlook.result.empty()) put_value(out, "result", outlook.result);
    put(out, "tool", question::spelled(outlook.tool));
    put_ids(out, "unsettled", outlook.unsettled);
    if (outlook.until) put(out, "until", to_rfc3339(*outlook.until));
    return {};
}

gate::UndoRequest undo_request(const ApiParts& api, const ledger::EntryId& entry) {
    gate::UndoRequest request;
    request.entry = entry;
    request.subject = api.parts.subject;
    request.options.stop = api.stop;
    request.approver = web_approver(api.parts);
    return request;
}

/// The digest covers all later calls, since the list of the plan may be cut.
std::string plan_digest(const std::string& text, const Entries& later) {
    std::string all = text;
    for (const ledger::EntryId& entry : later) all += ' ' + to_string(entry);
    return sha256(domain_tag("iam/console/undo/1"), all).hex();
}

Result<Plan> plan_of(const ApiParts& api, const ledger::EntryId& entry) {
    const auto outlook = api.parts.runtime.explain_undo(undo_request(api, entry));
    Plan plan;
    JsonWriter out;
    out.begin_object();
    if (outlook) {
        IAM_CHECK(put_outlook(out, api.parts, *outlook));
        plan.later = outlook->later;
    } else {
        put(out, "code", outlook.error().code);
        put(out, "message", outlook.error().message);
    }
    out.key("possible");
    out.boolean(outlook.has_value());
    out.end_object();
    plan.text = out.take();
    if (outlook) plan.digest = plan_digest(plan.text, plan.later);
    return plan;
}

/// The entry of the path, whose tool is known from here on; otherwise the refusal.
tl::expected<ledger::EntryId, net::Response> entry_to_undo(const Parts& parts, const Asked& asked) {
    auto entry = find_entry(parts.store, asked);
    if (!entry) return tl::unexpected(std::move(entry).error());
    const auto tool = tool_of(*entry);
    if (tool && parts.know_tool) parts.know_tool(*tool);
    return entry->id;
}

std::string_view end_state(const ToolResult& last) {
    if (last.success) return "undone";
    return last.code == code::confirmation_required && !last.approval.empty() ? "asked" : "failed";
}

std::string end_json(const gate::UndoSeries& series) {
    const ToolResult& last = series.last;
    JsonWriter out;
    out.begin_object();
    if (!last.approval.empty()) put(out, "approval", last.approval);
    if (!last.code.empty()) put(out, "code", last.code);
    if (!last.entry.empty()) put(out, "entry", last.entry);
    put_ids(out, "left", series.left);
    if (!last.message.empty()) put(out, "message", last.message);
    put(out, "state", end_state(last));
    put_ids(out, "undone", series.undone);
    out.end_object();
    return out.take();
}

gate::UndoSeries undo_by_plan(const ApiParts& api, const Asked& asked, const ledger::EntryId& entry,
                              const Plan& plan) {
    const std::string later = asked.text("later");
    Entries entries;
    if (later == "undo") entries = plan.later;
    entries.push_back(entry);
    gate::UndoRequest request = undo_request(api, entry);
    request.despite_later = later == "keep";
    request.options.approval = asked.text("approval");
    return gate::undo_in_order(api.parts.runtime, entries, request);
}

}  // namespace

net::Response show_undo(const ApiParts& api, const Asked& asked) {
    auto entry = entry_to_undo(api.parts, asked);
    if (!entry) return std::move(entry).error();
    const auto plan = plan_of(api, *entry);
    if (!plan) return refusal(plan.error());
    if (plan->digest.empty()) return json_answer(plan->text);
    std::string text = plan->text;
    text.pop_back();
    return json_answer(text + R"(,"plan":")" + plan->digest + "\"}");
}

net::Response undo(const ApiParts& api, const Asked& asked) {
    auto entry = entry_to_undo(api.parts, asked);
    if (!entry) return std::move(entry).error();
    const auto plan = plan_of(api, *entry);
    if (!plan) return refusal(plan.error());
    if (plan->digest != asked.text("plan") || plan->digest.empty())
        return refusal(409, "stale",
                       "The plan of this undo has changed since it was shown; read it anew.");
    return json_answer(end_json(undo_by_plan(api, asked, *entry, *plan)));
}

}  // namespace iam::console
