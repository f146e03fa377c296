// Building what the ledger keeps of a call: which facts, which values, with which salts.
#pragma once

#include "call_state.hpp"
#include "inputs.hpp"
#include "pins.hpp"
#include "repeated_refusals.hpp"
#include <iam/core/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gate {

// An entry is large, so it is filled where it stays: in its batch.

/// Why somebody does what concerns everybody: it is recorded, and callers may get it.
Result<void> check_reason(const std::string& reason);

/// One more entry: kind, time, application.
ledger::EntryDraft& add_entry(const Engine& engine, ledger::Batch& batch, ledger::EntryKind kind,
                              const Moment& now);
/// And who did it, outside of any call.
ledger::Entry& add_entry_by(Engine& engine, ledger::Batch& batch, ledger::EntryKind kind,
                            const Subject& by);
/// And whose call of what it is.
ledger::EntryDraft& add_call_entry(const CallState& call, ledger::Batch& batch,
                                   ledger::EntryKind kind);
/// The facts of an approval, for entries about it outside of its call.
ledger::EntryDraft& add_approval_entry(const Engine& engine, ledger::Batch& batch,
                                       const consent::Approval& approval, const Moment& now);

/// Lets the interceptors rewrite a value before it is stored. True if it is still as it was. Error: a
/// hook failed, and the value must not be stored.
Result<bool> ask_recorders(const CallState& call, std::string_view field, std::string& bytes);

void add_payload(CallState& call, ledger::EntryDraft& draft, std::string_view name,
                 std::string bytes);
/// A commitment to what is never stored.
void add_commitment(CallState& call, ledger::EntryDraft& draft, std::string_view name,
                    std::string bytes);
/// The arguments as far as they may be stored; and a commitment to their secret members.
void add_arguments(CallState& call, ledger::EntryDraft& draft);
/// A text for people. Dropped where it must not be stored.
void add_message(CallState& call, ledger::EntryDraft& draft, std::string message);
void add_result(CallState& call, ledger::EntryDraft& draft, const std::string& result);
/// What the function said it changed (Context::touch).
void add_touched(CallState& call, ledger::EntryDraft& draft, std::vector<std::string> keys);
/// What it said it left there, as digests.
void add_states(CallState& call, ledger::EntryDraft& draft, const ContextAccess::States& states);
/// The inverse: nothing where the text is none of these.
ContextAccess::States states_of(std::string_view text);

/// What may be stored of the arguments.
const std::string& recorded_arguments(const CallState& call);
/// Fills what that reads, and redaction. Error: a hook failed.
Result<void> record_arguments(CallState& call);

/// `batch` must not outlive the call's standing.
void add_intent(CallState& call, ledger::Batch& batch);
/// One entry for each.
void add_repetitions(const Engine& engine, const std::vector<Repetition>& all,
                     ledger::Batch& batch);
void add_refusal(CallState& call, const Refusal& refusal, ledger::Batch& batch);

/// The canonical text of a preview, and of what goes with it. Error: it has none (text that is not UTF-8).
struct BesidePreview {
    std::vector<FilePin> pins{};
    bool says_pins = false;  ///< also where there are none
    std::vector<RecordedInput> inputs{};
};
Result<std::string> encode_preview(const Preview& preview, const BesidePreview& beside = {});
/// The inverse. Nothing: it is no preview, or one that a hook changed beyond reading.
std::optional<Preview> decode_preview(std::string_view text);

/// The payload of that name, or nullptr.
const std::string* find_payload(const ledger::StoredEntry& entry, std::string_view name) noexcept;
/// Decodes an entry whose hash and payloads verify; else corrupt, naming the entry.
Result<ledger::DecodedEntry> read_entry(const ledger::StoredEntry& entry);

}  // namespace iam::gate
