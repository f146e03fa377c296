// Lists the enumerators with words in the text of entries, so decode and outline accept the same
// words.
#pragma once

#include <iam/ledger/entry.hpp>

#include <array>

namespace iam::ledger {

inline constexpr std::array k_policies{Policy::allow, Policy::confirm, Policy::deny};

inline constexpr std::array k_entry_kinds{
    EntryKind::decision,    EntryKind::approval,      EntryKind::grant,
    EntryKind::revocation,  EntryKind::permission,    EntryKind::policy,
    EntryKind::intent,      EntryKind::outcome,       EntryKind::timed_out,
    EntryKind::undo_intent, EntryKind::undo_outcome,  EntryKind::freeze,
    EntryKind::thaw,        EntryKind::checkpoint,    EntryKind::erasure,
    EntryKind::note,        EntryKind::input_request, EntryKind::input,
    EntryKind::reconcile,   EntryKind::trust,         EntryKind::distrust};

inline constexpr std::array k_risks{consent::Risk::low, consent::Risk::medium, consent::Risk::high};

inline constexpr std::array k_sources{
    consent::Source::default_policy, consent::Source::compiled_policy,
    consent::Source::stored_policy,  consent::Source::rule,
    consent::Source::permission,     consent::Source::grant,
    consent::Source::approval,       consent::Source::host_assertion,
    consent::Source::interceptor,    consent::Source::freeze,
    consent::Source::nobody};

inline constexpr std::array k_proposer_kinds{Proposer::Kind::person, Proposer::Kind::model,
                                             Proposer::Kind::program, Proposer::Kind::mcp_client};

inline constexpr std::array k_approver_kinds{
    consent::ApproverKind::person, consent::ApproverKind::host_assertion,
    consent::ApproverKind::program, consent::ApproverKind::client_asserted};

}  // namespace iam::ledger
