// Makes permission events of entries, for systems that watch permissions and not calls.
#include "iam/ledger/permission_events.hpp"

#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace iam::ledger {
namespace {

using DecidedBy = consent::Source;

/// The members in which events differ; the rest is in the entry.
struct Said {
    std::string_view type{};
    std::string_view decision{};
    std::string_view origin{};
    std::optional<consent::Risk> risk{};
    std::optional<std::string> arguments_hash{};
};

constexpr std::string_view k_decision = "mcp.permission.decision";

void put(JsonWriter& out, std::string_view name, std::string_view value) {
    out.key(name);
    out.string(value);
}

/// Writes null for an empty value.
void put_or_null(JsonWriter& out, std::string_view name, std::string_view value) {
    out.key(name);
    value.empty() ? out.null() : out.string(value);
}

std::string event_text(const DecodedEntry& decoded, const Said& said) {
    const Entry& entry = decoded.entry;
    const ToolId tool = entry.tool.value_or(ToolId{});
    JsonWriter out;
    out.begin_object();
    put_or_null(out, "args_hash", said.arguments_hash.value_or(""));
    if (!said.decision.empty()) put(out, "decision", said.decision);
    put(out, "entry", to_string(decoded.id));
    put(out, "event_type", said.type);
    if (!said.origin.empty()) put(out, "origin", said.origin);
    put_or_null(out, "risk_tier", said.risk ? to_string(*said.risk) : "");
    put(out, "server_id", tool.origin.empty() ? entry.application : tool.origin);
    put(out, "timestamp", to_rfc3339(entry.time));
    put_or_null(out, "tool_name", tool.name);
    put_or_null(out, "user_id", entry.subject.user);
    put_or_null(out, "workspace_id", entry.subject.workspace);
    out.end_object();
    return out.take();
}

/// The hash of the whole value as the tool gets it; nothing if the record lacks a part of it.
std::optional<std::string> arguments_hash(const DecodedEntry& decoded, const StoredEntry& stored) {
    const bool in_part =
        std::any_of(decoded.fields.begin(), decoded.fields.end(), [](const auto& field) {
            return field.first == "arguments_secrets" || field.first == "arguments_whole";
        });
    for (const Payload& payload : stored.payloads) {
        if (payload.name == "arguments" && !in_part) return sha256("", payload.bytes).hex();
    }
    return std::nullopt;
}

std::string_view word_of(std::string_view answer) {
    if (answer == "allow_once") return "ALLOW_ONCE";
    if (answer == "allow_always") return "ALLOW_ALWAYS";
    if (answer == "deny_once") return "DENY_ONCE";
    return answer == "deny_always" ? "DENY_ALWAYS" : "";
}

std::string_view origin_of(DecidedBy source) {
    switch (source) {
        case DecidedBy::permission:
            return "cache_hit";
        case DecidedBy::default_policy:
        case DecidedBy::compiled_policy:
        case DecidedBy::stored_policy:
            return "policy";
        default:
            return to_string(source);
    }
}

/// The event of a decision about a call without a question; nothing if a question decided, since it
/// has events of its own.
std::optional<std::string> of_call(const DecodedEntry& decoded, const StoredEntry& stored,
                                   bool allowed) {
    const auto& decision = decoded.entry.decision;
    if (!decision || decision->source == DecidedBy::approval) return std::nullopt;
    const bool always = decision->source == DecidedBy::permission;
    const std::string_view word =
        allowed ? (always ? "ALLOW_ALWAYS" : "ALLOW_ONCE") : (always ? "DENY_ALWAYS" : "DENY_ONCE");
    return event_text(decoded, {.type = k_decision,
                                .decision = word,
                                .origin = origin_of(decision->source),
                                .risk = decoded.entry.risk,
                                .arguments_hash = arguments_hash(decoded, stored)});
}

bool is_by_base(const std::optional<consent::Decision>& decision) {
    return decision && origin_of(decision->source) == "policy";
}

}  // namespace

PermissionEvents::Key PermissionEvents::key_of(const Entry& entry) {
    return {*entry.tool, entry.subject.user, entry.subject.workspace};
}

PermissionEvents::Question PermissionEvents::question_of(const DecodedEntry& decoded,
                                                         const StoredEntry& stored) const {
    const Entry& entry = decoded.entry;
    Question question{entry.risk, arguments_hash(decoded, stored)};
    if (!entry.tool || !entry.contract) return question;
    question.consent = entry.contract->consent;
    if (!is_by_base(entry.decision)) return question;
    const auto standing = standings_.find(key_of(entry));
    question.renews = standing != standings_.end() && standing->second.allow &&
                      standing->second.consent == question.consent;
    return question;
}

PermissionEvents::Question PermissionEvents::take_question(const std::string& approval) {
    const auto open = questions_.find(approval);
    if (open == questions_.end()) return {};
    Question question = std::move(open->second);
    questions_.erase(open);
    return question;
}

std::optional<std::string> PermissionEvents::of_approval(const DecodedEntry& decoded,
                                                         const StoredEntry& stored) {
    const Entry& entry = decoded.entry;
    if (entry.answer.empty() && entry.code.empty()) {
        const Question question = question_of(decoded, stored);
        questions_[entry.approval] = question;
        return event_text(decoded, {.type = "mcp.permission.prompt",
                                    .risk = question.risk,
                                    .arguments_hash = question.arguments_hash});
    }
    const Question question = take_question(entry.approval);
    if (entry.tool && !entry.permission.empty()) {
        standings_[key_of(entry)] = {entry.permission, question.consent,
                                     entry.answer == "allow_always"};
    }
    if (const std::string_view word = word_of(entry.answer); !word.empty()) {
        using Kind = consent::ApproverKind;
        const Kind kind = entry.approver ? entry.approver->kind : Kind::person;
        const bool by_another = kind == Kind::program || kind == Kind::client_asserted;
        const std::string_view origin = by_another        ? to_string(kind)
                                        : question.renews ? "auto_revoke_renewal"
                                                          : "user_prompt";
        return event_text(decoded, {.type = k_decision,
                                    .decision = word,
                                    .origin = origin,
                                    .risk = question.risk,
                                    .arguments_hash = question.arguments_hash});
    }
    const bool expired = entry.code == to_string(consent::ApprovalState::expired);
    return event_text(decoded,
                      {.type = expired ? "mcp.permission.expiry" : "mcp.permission.withdrawal",
                       .risk = question.risk,
                       .arguments_hash = question.arguments_hash});
}

Result<std::optional<std::string>> PermissionEvents::next(const StoredEntry& stored) {
    IAM_TRY(decoded, decode(stored.text));
    const Entry& entry = decoded.entry;
    std::optional<std::string> event;
    switch (entry.kind) {
        case EntryKind::approval:
        case EntryKind::input_request:
        case EntryKind::input:
            event = of_approval(decoded, stored);
            break;
        case EntryKind::revocation:
            std::erase_if(standings_, [&](const auto& standing) {
                return standing.second.permission == entry.permission;
            });
            event = event_text(decoded, {.type = "mcp.permission.revocation"});
            break;
        case EntryKind::grant:
            event = event_text(decoded, {.type = "mcp.permission.grant",
                                         .risk = entry.risk,
                                         .arguments_hash = arguments_hash(decoded, stored)});
            break;
        case EntryKind::intent:
        case EntryKind::undo_intent:
            event = of_call(decoded, stored, true);
            break;
        case EntryKind::decision:
            if (entry.code == code::policy_denied) event = of_call(decoded, stored, false);
            break;
        case EntryKind::permission:
            // If a permission comes from an answer, it has the event of the answer.
            if (entry.answer.empty())
                event = event_text(decoded, {.type = "mcp.permission.override"});
            break;
        default:
            break;
    }
    return event;
}

}  // namespace iam::ledger
