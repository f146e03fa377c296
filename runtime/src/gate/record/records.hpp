// Builds the ledger's entries of a call: facts, values and salts.
#pragma once

#include "gate/functions/pins.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/record/repeated_refusals.hpp"
#include "gate/state/call_state.hpp"
#include <iam/core/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gate {

// An entry is large, so it is filled in its place in the batch.

/// Checks a reason that the record keeps and callers read.
Result<void> check_reason(const std::string& reason);

/// Adds an entry with kind, time and application.
ledger::EntryDraft& add_entry(const Basis& basis, ledger::Batch& batch, ledger::EntryKind kind,
                              const Moment& now);
/// The same, with the subject of an act outside any call.
ledger::Entry& add_entry_by(const Basis& basis, ledger::Batch& batch, ledger::EntryKind kind,
                            const Subject& by);
/// The same, with the call's tool, subject and proposer.
ledger::EntryDraft& add_call_entry(const CallState& call, ledger::Batch& batch,
                                   ledger::EntryKind kind);
/// Adds an entry about an approval, outside its call.
ledger::EntryDraft& add_approval_entry(const Basis& basis, ledger::Batch& batch,
                                       const consent::Approval& approval, const Moment& now);

/// Lets the interceptors rewrite a value before it is stored. Returns true if the value is
/// unchanged. Error: a hook failed, and the value must not be stored.
Result<bool> ask_recorders(const CallState& call, std::string_view field, std::string& bytes);

void add_payload(CallState& call, ledger::EntryDraft& draft, std::string_view name,
                 std::string bytes);
/// Adds a commitment to a value. The value is never stored.
void add_commitment(CallState& call, ledger::EntryDraft& draft, std::string_view name,
                    std::string bytes);
/// Adds the risk of the call, and whether its tool's server is trusted.
void add_risk(const CallState& call, ledger::Entry& entry);
/// Adds the storable arguments, and a commitment to their secret members.
void add_arguments(CallState& call, ledger::EntryDraft& draft);
/// Adds a text for people, unless it must not be stored.
void add_message(CallState& call, ledger::EntryDraft& draft, std::string message);
void add_result(CallState& call, ledger::EntryDraft& draft, const std::string& result);
/// Adds the changes named by the function (Context::touch).
void add_touched(CallState& call, ledger::EntryDraft& draft, std::vector<std::string> keys);
/// Adds, as digests, the states left by the function.
void add_states(CallState& call, ledger::EntryDraft& draft, const ContextAccess::States& states);
/// Adds the text kept for the undo. A text that must not be stored as it is leaves a commitment.
void add_kept(CallState& call, ledger::EntryDraft& draft, const std::string& kept);
/// Adds the reason why the call cannot be undone.
void add_no_undo(CallState& call, ledger::EntryDraft& draft, const std::string& reason);
inline constexpr std::string_view k_kept = "undo";
inline constexpr std::string_view k_kept_whole = "undo_whole";
inline constexpr std::string_view k_no_undo = "no_undo";
/// Reads the states back. Empty if the text is something else.
ContextAccess::States states_of(std::string_view text);

/// The arguments as they may be stored.
const std::string& recorded_arguments(const CallState& call);
/// Fills `recorded` and `redaction`. Error: a hook failed.
Result<void> record_arguments(CallState& call);

/// `batch` must not outlive the call's standing.
void add_intent(CallState& call, ledger::Batch& batch);
/// Adds one entry for each.
void add_repetitions(const Basis& basis, const std::vector<Repetition>& all, ledger::Batch& batch);
void add_refusal(CallState& call, const Refusal& refusal, ledger::Batch& batch);

/// The members beside a preview in its text.
struct BesidePreview {
    std::vector<FilePin> pins{};
    bool says_pins = false;  ///< also if there are none
    std::vector<RecordedInput> inputs{};
};
/// The canonical text of a preview and these members. Error: the text is not UTF-8.
Result<std::string> encode_preview(const Preview& preview, const BesidePreview& beside = {});
/// Reads it back. Nothing if the text is no preview, or a hook made it unreadable.
std::optional<Preview> decode_preview(std::string_view text);

/// The payload of this name, or nullptr.
const std::string* find_payload(const ledger::StoredEntry& entry, std::string_view name) noexcept;
/// Decodes an entry after verifying its hash and payloads. Error: corrupt, with the entry's id.
Result<ledger::DecodedEntry> read_entry(const ledger::StoredEntry& entry);

}  // namespace iam::gate
