// The texts of the catalogue: one row for each, IAM_WORDS_ROW(name, "key", standing). A language
// has each of them once.
#pragma once

#include <cstddef>
#include <cstdint>

// Ratified rows are the owner's words: a test pins them, and changing one needs the owner. The
// others wait for the owner's review (docs/prompt-copy.md lists them). Rows of "iam.said." are
// whole sentences, found again in a record by recognised(); rows of "iam.part." stand inside of
// them.
#define IAM_WORDS_ROWS(ROW)                                                  \
    ROW(title, "mcp.permission.title", ratified)                             \
    ROW(from, "mcp.permission.from", ratified)                               \
    ROW(allow_once, "mcp.permission.action.allow_once", ratified)            \
    ROW(allow_always, "mcp.permission.action.allow_always", ratified)        \
    ROW(deny_once, "mcp.permission.action.deny_once", ratified)              \
    ROW(deny_always, "mcp.permission.action.deny_always", ratified)          \
    ROW(risk_low, "mcp.permission.risk.low", ratified)                       \
    ROW(risk_medium, "mcp.permission.risk.medium", ratified)                 \
    ROW(risk_high, "mcp.permission.risk.high", ratified)                     \
    ROW(checking, "iam.checking", proposed)                                  \
    ROW(compiled_in, "iam.origin.compiled_in", proposed)                     \
    ROW(another_program, "iam.origin.another_program", proposed)             \
    ROW(this_program, "iam.origin.this_program", proposed)                   \
    ROW(proposed_by, "iam.proposer", proposed)                               \
    ROW(by_person, "iam.proposer.person", proposed)                          \
    ROW(by_program, "iam.proposer.program", proposed)                        \
    ROW(by_mcp_client, "iam.proposer.mcp_client", proposed)                  \
    ROW(by_named_mcp_client, "iam.proposer.mcp_client.named", proposed)      \
    ROW(by_model, "iam.proposer.model", proposed)                            \
    ROW(by_named_model, "iam.proposer.model.named", proposed)                \
    ROW(by_model_of, "iam.proposer.model.of", proposed)                      \
    ROW(by_named_model_of, "iam.proposer.model.named_of", proposed)          \
    ROW(asked_because, "iam.reason", proposed)                               \
    ROW(recent_runs, "iam.runs", proposed)                                   \
    ROW(recent_runs_at_least, "iam.runs.at_least", proposed)                 \
    ROW(changes, "iam.changes", proposed)                                    \
    ROW(lookalikes, "iam.lookalikes", proposed)                              \
    ROW(lookalikes_more, "iam.lookalikes.more", proposed)                    \
    ROW(hint_reads, "iam.hint.reads", proposed)                              \
    ROW(hint_changes, "iam.hint.changes", proposed)                          \
    ROW(hint_destroys, "iam.hint.destroys", proposed)                        \
    ROW(hint_keeps, "iam.hint.keeps", proposed)                              \
    ROW(hint_repeatable, "iam.hint.repeatable", proposed)                    \
    ROW(hint_repeats, "iam.hint.repeats", proposed)                          \
    ROW(hint_open, "iam.hint.open", proposed)                                \
    ROW(hint_closed, "iam.hint.closed", proposed)                            \
    ROW(hints_unsaid, "iam.hint.unsaid", proposed)                           \
    ROW(hints_claimed, "iam.hint.claimed", proposed)                         \
    ROW(unsaid_changes, "iam.hint.unsaid.changes", proposed)                 \
    ROW(unsaid_destroys, "iam.hint.unsaid.destroys", proposed)               \
    ROW(unsaid_repeats, "iam.hint.unsaid.repeats", proposed)                 \
    ROW(unsaid_reach, "iam.hint.unsaid.reach", proposed)                     \
    ROW(arguments_left_out, "iam.arguments.left_out", proposed)              \
    ROW(not_possible, "iam.action.not_possible", proposed)                   \
    ROW(always_confirm, "iam.always.confirm", proposed)                      \
    ROW(will, "iam.hints", proposed)                                         \
    ROW(will_as_claimed, "iam.hints.claimed", proposed)                      \
    ROW(will_read, "iam.hints.read", proposed)                               \
    ROW(will_change, "iam.hints.change", proposed)                           \
    ROW(may_change, "iam.hints.change.unsaid", proposed)                     \
    ROW(will_destroy, "iam.hints.destroy", proposed)                         \
    ROW(will_keep, "iam.hints.keep", proposed)                               \
    ROW(may_destroy, "iam.hints.destroy.unsaid", proposed)                   \
    ROW(repeat_is_harmless, "iam.hints.idempotent", proposed)                \
    ROW(repeat_does_again, "iam.hints.repeats", proposed)                    \
    ROW(repeat_may_do_again, "iam.hints.repeats.unsaid", proposed)           \
    ROW(reaches_beyond, "iam.hints.open_world", proposed)                    \
    ROW(stays_inside, "iam.hints.closed_world", proposed)                    \
    ROW(may_reach_beyond, "iam.hints.open_world.unsaid", proposed)           \
    ROW(can_undo, "iam.hints.undo", proposed)                                \
    ROW(can_undo_for, "iam.hints.undo_for", proposed)                        \
    ROW(can_make_up, "iam.hints.compensate", proposed)                       \
    ROW(can_make_up_for, "iam.hints.compensate_for", proposed)               \
    ROW(cannot_undo, "iam.hints.no_undo", proposed)                          \
    ROW(preview, "iam.preview", proposed)                                    \
    ROW(preview_failed, "iam.preview.failed", proposed)                      \
    ROW(preview_none, "iam.preview.none", proposed)                          \
    ROW(preview_by_application, "iam.preview.by_application", proposed)      \
    ROW(warning, "iam.preview.warning", proposed)                            \
    ROW(arguments, "iam.arguments", proposed)                                \
    ROW(arguments_in_part, "iam.arguments.in_part", proposed)                \
    ROW(hidden_characters, "iam.arguments.hidden", proposed)                 \
    ROW(always_stores, "iam.always.stores", proposed)                        \
    ROW(always_refused, "iam.always.refused", proposed)                      \
    ROW(allowing_refused, "iam.allow.refused", proposed)                     \
    ROW(from_elsewhere, "iam.elsewhere", proposed)                           \
    ROW(scroll_up, "iam.long", proposed)                                     \
    ROW(keys, "iam.keys", proposed)                                          \
    ROW(press, "iam.keys.again", proposed)                                   \
    ROW(or_else, "iam.keys.or", proposed)                                    \
    ROW(key_edit, "iam.keys.edit", proposed)                                 \
    ROW(key_details, "iam.keys.details", proposed)                           \
    ROW(key_further, "iam.keys.further", proposed)                           \
    ROW(key_reason, "iam.keys.reason", proposed)                             \
    ROW(edit_how, "iam.edit", proposed)                                      \
    ROW(edit_wrong, "iam.edit.wrong", proposed)                              \
    ROW(edit_place, "iam.edit.place", proposed)                              \
    ROW(edit_same, "iam.edit.same", proposed)                                \
    ROW(edit_refused, "iam.edit.refused", proposed)                          \
    ROW(edit_too_long, "iam.edit.too_long", proposed)                        \
    ROW(input_how, "iam.input", proposed)                                    \
    ROW(input_wrong, "iam.input.wrong", proposed)                            \
    ROW(edited, "iam.end.edited", proposed)                                  \
    ROW(reason_how, "iam.deny.reason", proposed)                             \
    ROW(further_what, "iam.further", proposed)                               \
    ROW(further_none, "iam.further.none", proposed)                          \
    ROW(further_minutes, "iam.further.minutes", proposed)                    \
    ROW(further_session, "iam.further.session", proposed)                    \
    ROW(further_count, "iam.further.count", proposed)                        \
    ROW(further_these, "iam.further.these", proposed)                        \
    ROW(further_same_keys, "iam.further.same_keys", proposed)                \
    ROW(key_left_out, "iam.further.key_left_out", proposed)                  \
    ROW(further_ends, "iam.further.ends", proposed)                          \
    ROW(further_keys, "iam.further.keys", proposed)                          \
    ROW(further_how_many, "iam.further.how_many", proposed)                  \
    ROW(further_not_so_many, "iam.further.not_so_many", proposed)            \
    ROW(further_counted, "iam.further.counted", proposed)                    \
    ROW(further_refused, "iam.further.refused", proposed)                    \
    ROW(details, "iam.details", proposed)                                    \
    ROW(detail, "iam.details.line", proposed)                                \
    ROW(detail_tool, "iam.details.tool", proposed)                           \
    ROW(detail_description, "iam.details.description", proposed)             \
    ROW(detail_origin, "iam.details.origin", proposed)                       \
    ROW(detail_call, "iam.details.call", proposed)                           \
    ROW(detail_approval, "iam.details.approval", proposed)                   \
    ROW(detail_user, "iam.details.user", proposed)                           \
    ROW(detail_workspace, "iam.details.workspace", proposed)                 \
    ROW(detail_session, "iam.details.session", proposed)                     \
    ROW(detail_agent, "iam.details.agent", proposed)                         \
    ROW(detail_conversation, "iam.details.conversation", proposed)           \
    ROW(detail_request, "iam.details.request", proposed)                     \
    ROW(detail_decided_by, "iam.details.decided_by", proposed)               \
    ROW(detail_place, "iam.details.place", proposed)                         \
    ROW(detail_class, "iam.details.class", proposed)                         \
    ROW(detail_timeout, "iam.details.timeout", proposed)                     \
    ROW(detail_secrets, "iam.details.secrets", proposed)                     \
    ROW(detail_keys, "iam.details.keys", proposed)                           \
    ROW(detail_consent, "iam.details.consent", proposed)                     \
    ROW(detail_wire, "iam.details.wire", proposed)                           \
    ROW(detail_behaviour, "iam.details.behaviour", proposed)                 \
    ROW(detail_arguments, "iam.details.arguments", proposed)                 \
    ROW(page_next, "iam.details.next", proposed)                             \
    ROW(page_last, "iam.details.last", proposed)                             \
    ROW(not_answered, "iam.end.not_answered", proposed)                      \
    ROW(interrupted, "iam.end.interrupted", proposed)                        \
    ROW(settled_elsewhere, "iam.end.elsewhere", proposed)                    \
    ROW(waits_for_another, "iam.turn.another", proposed)                     \
    ROW(waits_in_background, "iam.turn.background", proposed)                \
    ROW(stored_denies, "iam.said.policy.stored_denies", proposed)            \
    ROW(stored_allows, "iam.said.policy.stored_allows", proposed)            \
    ROW(stored_asks, "iam.said.policy.stored_asks", proposed)                \
    ROW(program_denies, "iam.said.policy.program_denies", proposed)          \
    ROW(program_allows, "iam.said.policy.program_allows", proposed)          \
    ROW(program_asks, "iam.said.policy.program_asks", proposed)              \
    ROW(default_allows, "iam.said.policy.default_allows", proposed)          \
    ROW(default_asks, "iam.said.policy.default_asks", proposed)              \
    ROW(default_denies, "iam.said.policy.default_denies", proposed)          \
    ROW(frozen, "iam.said.frozen", proposed)                                 \
    ROW(frozen_by, "iam.part.frozen.by", proposed)                           \
    ROW(frozen_why, "iam.part.frozen.why", proposed)                         \
    ROW(denied_always, "iam.said.denied_always", proposed)                   \
    ROW(allowed_always, "iam.said.allowed_always", proposed)                 \
    ROW(allowed_by_grant, "iam.said.allowed_by_grant", proposed)             \
    ROW(earlier_contract, "iam.said.earlier_contract", proposed)             \
    ROW(always_lapsed, "iam.said.always_lapsed", proposed)                   \
    ROW(model_undoes, "iam.said.model_undoes", proposed)                     \
    ROW(broken_denies, "iam.said.broken.denies", proposed)                   \
    ROW(broken_asks, "iam.said.broken.asks", proposed)                       \
    ROW(broken_allows_nothing, "iam.said.broken.allows_nothing", proposed)   \
    ROW(broken_policy, "iam.part.broken.policy", proposed)                   \
    ROW(broken_grant, "iam.part.broken.grant", proposed)                     \
    ROW(broken_permission, "iam.part.broken.permission", proposed)           \
    ROW(broken_approval, "iam.part.broken.approval", proposed)               \
    ROW(rule_allows, "iam.said.rule.allows", proposed)                       \
    ROW(rule_allows_because, "iam.said.rule.allows_because", proposed)       \
    ROW(rule_asks, "iam.said.rule.asks", proposed)                           \
    ROW(rule_asks_because, "iam.said.rule.asks_because", proposed)           \
    ROW(rule_denies, "iam.said.rule.denies", proposed)                       \
    ROW(rule_denies_because, "iam.said.rule.denies_because", proposed)       \
    ROW(scope_managed, "iam.part.scope.managed", proposed)                   \
    ROW(scope_user, "iam.part.scope.user", proposed)                         \
    ROW(scope_workspace, "iam.part.scope.workspace", proposed)               \
    ROW(rules_kept, "iam.said.rules.kept", proposed)                         \
    ROW(rules_deny, "iam.said.rules.deny", proposed)                         \
    ROW(rules_ask, "iam.said.rules.ask", proposed)                           \
    ROW(tool_changed, "iam.said.tool_changed", proposed)                     \
    ROW(interceptor_decided, "iam.said.interceptor", proposed)               \
    ROW(policy_unreachable_denies, "iam.said.remote.denies", proposed)       \
    ROW(policy_unreachable_asks, "iam.said.remote.asks", proposed)           \
    ROW(nobody_to_ask, "iam.part.remote.nobody", proposed)                   \
    ROW(policy_threw, "iam.part.remote.threw", proposed)                     \
    ROW(policy_busy, "iam.part.remote.busy", proposed)                       \
    ROW(policy_late, "iam.part.remote.late", proposed)                       \
    ROW(function_asks, "iam.said.input.reason", proposed)                    \
    ROW(answered_elsewhere, "iam.said.elsewhere", proposed)                  \
    ROW(refused_input, "iam.said.refused.input", proposed)                   \
    ROW(refused_undo, "iam.said.refused.undo", proposed)                     \
    ROW(refused_program, "iam.said.refused.program", proposed)               \
    ROW(refused_useless, "iam.said.refused.useless", proposed)               \
    ROW(refused_destructive, "iam.said.refused.destructive", proposed)       \
    ROW(no_edit_begun, "iam.said.edit.begun", proposed)                      \
    ROW(no_edit_undo, "iam.said.edit.undo", proposed)                        \
    ROW(no_edit_hidden, "iam.said.edit.hidden", proposed)                    \
    ROW(no_edit_often, "iam.said.edit.often", proposed)                      \
    ROW(no_edit_here, "iam.said.edit.here", proposed)                        \
    ROW(only_deny_secrets, "iam.said.only_deny.secrets", proposed)           \
    ROW(only_deny_changed, "iam.said.only_deny.changed", proposed)           \
    ROW(only_deny_object, "iam.said.only_deny.object", proposed)             \
    ROW(only_deny_object_of, "iam.said.only_deny.object_of", proposed)       \
    ROW(only_deny_record, "iam.said.only_deny.record", proposed)             \
    ROW(only_deny_secret_input, "iam.said.only_deny.secret_input", proposed) \
    ROW(stores_allow, "iam.said.stores.allow", proposed)                     \
    ROW(stores_deny, "iam.said.stores.deny", proposed)                       \
    ROW(stores_nothing, "iam.said.stores.nothing", proposed)                 \
    ROW(until_revoked, "iam.part.stores.until_revoked", proposed)            \
    ROW(for_user, "iam.part.stores.user", proposed)                          \
    ROW(in_workspace, "iam.part.stores.workspace", proposed)                 \
    ROW(in_no_workspace, "iam.part.stores.no_workspace", proposed)           \
    ROW(with_arguments, "iam.part.stores.arguments", proposed)               \
    ROW(with_keys, "iam.part.stores.keys", proposed)                         \
    ROW(and_also, "iam.part.stores.and", proposed)                           \
    ROW(unless_unused_days, "iam.part.stores.unused_days", proposed)         \
    ROW(unless_unused_hours, "iam.part.stores.unused_hours", proposed)       \
    ROW(no_preview_recorded, "iam.said.preview.not_recorded", proposed)      \
    ROW(preview_overdue, "iam.said.preview.overdue", proposed)               \
    ROW(preview_no_thread, "iam.said.preview.no_thread", proposed)           \
    ROW(preview_busy, "iam.said.preview.busy", proposed)                     \
    ROW(preview_ending, "iam.said.preview.ending", proposed)                 \
    ROW(preview_memory, "iam.said.preview.memory", proposed)                 \
    ROW(preview_too_long, "iam.said.preview.too_long", proposed)             \
    ROW(preview_masked, "iam.said.preview.masked", proposed)                 \
    ROW(preview_no_reason, "iam.said.preview.no_reason", proposed)           \
    ROW(preview_pin, "iam.said.preview.pin", proposed)                       \
    ROW(preview_undo, "iam.said.preview.undo", proposed)                     \
    ROW(preview_input, "iam.said.preview.input", proposed)                   \
    ROW(preview_pinned, "iam.said.preview.pinned", proposed)                 \
    ROW(pinned_file, "iam.said.preview.pinned_file", proposed)               \
    ROW(wanted_text, "iam.said.wanted.text", proposed)                       \
    ROW(wanted_number, "iam.said.wanted.number", proposed)                   \
    ROW(wanted_from, "iam.said.wanted.from", proposed)                       \
    ROW(wanted_to, "iam.said.wanted.to", proposed)                           \
    ROW(wanted_range, "iam.said.wanted.range", proposed)                     \
    ROW(wanted_boolean, "iam.said.wanted.boolean", proposed)                 \
    ROW(wanted_choice, "iam.said.wanted.choice", proposed)                   \
    ROW(wanted_date, "iam.said.wanted.date", proposed)                       \
    ROW(wanted_file, "iam.said.wanted.file", proposed)                       \
    ROW(wanted_hidden, "iam.said.wanted.hidden", proposed)                   \
    ROW(change_unknown, "iam.said.change.unknown", proposed)                 \
    ROW(change_others, "iam.said.change.others", proposed)                   \
    ROW(change, "iam.part.change", proposed)                                 \
    ROW(change_arguments, "iam.part.change.arguments", proposed)             \
    ROW(change_argument, "iam.part.change.argument", proposed)               \
    ROW(change_result, "iam.part.change.result", proposed)                   \
    ROW(change_result_of, "iam.part.change.result_of", proposed)             \
    ROW(change_was_is, "iam.part.change.was_is", proposed)                   \
    ROW(change_was, "iam.part.change.was", proposed)                         \
    ROW(change_is, "iam.part.change.is", proposed)                           \
    ROW(by_default_policy, "iam.part.source.default_policy", proposed)       \
    ROW(by_compiled_policy, "iam.part.source.compiled_policy", proposed)     \
    ROW(by_stored_policy, "iam.part.source.stored_policy", proposed)         \
    ROW(by_rule, "iam.part.source.rule", proposed)                           \
    ROW(by_permission, "iam.part.source.permission", proposed)               \
    ROW(by_grant, "iam.part.source.grant", proposed)                         \
    ROW(by_approval, "iam.part.source.approval", proposed)                   \
    ROW(by_host_assertion, "iam.part.source.host_assertion", proposed)       \
    ROW(by_interceptor, "iam.part.source.interceptor", proposed)             \
    ROW(by_freeze, "iam.part.source.freeze", proposed)                       \
    ROW(by_nobody, "iam.part.source.nobody", proposed)

namespace iam::words {

enum class Id : std::uint16_t {
#define IAM_WORDS_ROW(name, key, standing) name,
    IAM_WORDS_ROWS(IAM_WORDS_ROW)
#undef IAM_WORDS_ROW
};

inline constexpr std::size_t k_id_count = 0
#define IAM_WORDS_ROW(name, key, standing) +1
    IAM_WORDS_ROWS(IAM_WORDS_ROW)
#undef IAM_WORDS_ROW
    ;

}  // namespace iam::words
