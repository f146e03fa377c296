// A hook sees the secrets of the call, so they are removed from all its texts.
#include "gate/steps/rewrite_reply.hpp"

#include "gate/functions/replies.hpp"
#include "gate/questions/inputs.hpp"
#include <iam/core/json.hpp>
#include <iam/tool/codes.hpp>

#include <utility>

namespace iam::gate {
namespace {

bool is_for_a_model(const CallState& call) {
    const auto kind = call.proposal.call.proposer.kind;
    return kind == Proposer::Kind::model || kind == Proposer::Kind::mcp_client;
}

std::optional<std::string> result_for_caller(const CallState& call, Outcome& outcome) {
    if (!outcome.result || !is_for_a_model(call)) return std::move(outcome.result);
    std::string text = *std::move(outcome.result);
    const auto& pointers = call.tool.contract->secret_results;
    if (!pointers.empty()) text = redact(text, pointers, Marker::plain).text;
    return scrub_value(std::move(text), call.value.redaction.texts);
}

ToolResult waiting_reply(const CallState& call, const ledger::Receipt& receipt) {
    Refusal waits = waits_for_input(call);
    ToolResult reply;
    reply.code = std::move(waits.code);
    reply.message = std::move(waits.message);
    reply.approval = std::move(waits.approval);
    reply.inputs = call.question.asked;
    if (!receipt.entries.empty()) reply.entry = to_string(receipt.entries.front());
    return reply;
}

/// Enforces the rules for a reply rewritten by a hook: its fields agree, and it has no secret of
/// the call. (The hook saw them.) Returns false if it cannot be given to anybody.
bool keep_rewritten_to_the_rules(const CallState& call, ToolResult& reply) {
    const SecretTexts& secrets = call.value.redaction.texts;
    if (reply.success) reply.code.clear();
    if (!reply.success) reply.result.reset();
    const bool has_code = code::is_word(reply.code) && !holds_secret(reply.code, secrets);
    if (!reply.success && !has_code) return false;
    if (!is_valid_utf8(reply.message) || !is_valid_utf8(reply.result.value_or(""))) return false;
    reply.message = scrub_text(std::move(reply.message), secrets);
    scrub_errors(reply.errors, secrets);
    if (reply.result && is_for_a_model(call)) {
        reply.result = scrub_value(*std::move(reply.result), secrets);
    }
    reply.approval.clear();
    return true;
}

}  // namespace

ToolResult reply_of(const CallState& call, Outcome& outcome,
                    const Result<ledger::Receipt>& receipt) {
    ToolResult reply;
    if (!receipt) {
        reply.code = code::outcome_unknown;
        reply.message = "The function ran, but its outcome could not be recorded (" +
                        receipt.error().message + "); do not repeat the call.";
        return reply;
    }
    if (!receipt->entries.empty()) reply.entry = to_string(receipt->entries.front());
    if (outcome.is_unknown && call.basis.settings.audit) reply.entry = to_string(call.run.intent);
    reply.success = outcome.success && outcome.code.empty();
    reply.result = result_for_caller(call, outcome);
    if (reply.success)
        reply.no_undo = scrub_text(std::move(outcome.no_undo), call.value.redaction.texts);
    if (!reply.success) {
        reply.code = std::move(outcome.code);
        reply.message = std::move(outcome.message);
    }
    return reply;
}

ToolResult rewrite(const CallState& call, ToolResult reply) {
    if (call.basis.parts.interceptors.empty()) return reply;
    const std::string entry = reply.entry;
    const CallView view = view_of(call);
    for (const auto& interceptor : call.basis.parts.interceptors) {
        bool failed = false;
        const std::string thrown = run_hook([&] {
            auto other = interceptor->after_execute(view, reply);
            if (!other) return;
            reply = *std::move(other);
            failed = !keep_rewritten_to_the_rules(call, reply);
        });
        failed = failed || !thrown.empty();
        if (failed) {
            reply = ToolResult{};
            reply.code = code::interceptor_failed;
            reply.message =
                "The function ran and its outcome is recorded, but an interceptor failed "
                "afterwards; do not repeat the call.";
        }
        reply.entry = entry;
        reply.call_id = call.proposal.call.id;
        if (failed) break;
    }
    return reply;
}

ToolResult rewrite_reply(const CallState& call, Outcome& outcome,
                         const Result<ledger::Receipt>& recorded) {
    ToolResult reply;
    if (outcome.is_late) return reply;
    if (outcome.waits) {
        reply = waiting_reply(call, *recorded);
        return reply;
    }
    reply = reply_of(call, outcome, recorded);
    if (recorded && !call.basis.parts.interceptors.empty()) {
        reply.call_id = call.proposal.call.id;
        reply = rewrite(call, std::move(reply));
    }
    return reply;
}

}  // namespace iam::gate
