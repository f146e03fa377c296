// One entry of the ledger: public facts in canonical JSON, values only as salted commitments,
// chained by SHA-256.
#pragma once

#include <iam/consent/decision.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::ledger {

/// chain.seq, e.g. "0.12". A store with one writer at a time has chain 0 only. Sequence numbers
/// start at 1 and are never used again.
struct EntryId {
    std::uint32_t chain = 0;
    std::uint64_t seq = 0;
    friend bool operator==(const EntryId&, const EntryId&) = default;
    friend auto operator<=>(const EntryId&, const EntryId&) = default;
};
/// The digits of both numbers and the point between them, at most.
using IdText = std::array<char, 31>;
/// As it is written, in `room`.
std::string_view text_of(const EntryId& id, IdText& room) noexcept;
std::string to_string(const EntryId& id);
/// "0.12"; "12" means chain 0.
Result<EntryId> parse_entry_id(std::string_view text);

enum class EntryKind {
    decision,  ///< terminal: a call that was not run (denied, invalid, not found, waiting, vetoed)
    approval,  ///< a question asked, answered, withdrawn or expired
    grant,
    revocation,
    permission,
    policy,
    intent,     ///< a function is about to run
    outcome,    ///< terminal: what came of the intent in `of`
    timed_out,  ///< the caller was answered, the function may still run; an outcome follows
    undo_intent,
    undo_outcome,
    /// A function was asked what became of the intent in `of`. Where it could tell, `success` says whether the call happened, and its outcome
    /// follows; else `code` says why not.
    reconcile,
    freeze,
    thaw,
    checkpoint,     ///< a signed statement of what the ledger is; "checkpoint" holds it
    erasure,        ///< values of other entries were erased; "entries" names them
    input_request,  ///< a function asks a person for something before it goes on
    input,          ///< and got it
    note,
};
std::string_view to_string(EntryKind kind) noexcept;

/// The public facts. Empty parts are absent from the text.
struct Entry {
    EntryKind kind = EntryKind::note;
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    std::string application{};
    // Of what runs, and what decides on it, with each intent and each call that is not run.
    std::string build{};            ///< the application's (Parts::build of the runtime)
    std::string generator{};        ///< its version that made the tool's glue; empty: made by hand
    std::optional<Digest> rules{};  ///< of the files of rules in force (RuleBook::digest)
    /// Intents of tools that are bound to an object: the run of the program in which it lives.
    std::string instance{};
    std::string call_id{};
    std::optional<ToolId> tool{};
    Subject subject{};
    std::optional<Proposer> proposer{};
    std::optional<consent::Approver> approver{};
    std::optional<ContractDigests> contract{};
    std::optional<Digest> arguments_digest{};  ///< keyed per store
    std::optional<consent::Decision> decision{};
    std::optional<consent::Risk> risk{};
    std::string answer{};    ///< of a prompt: "allow_once", …
    std::string approval{};  ///< id
    std::string grant{};     ///< id
    std::string permission{};
    std::optional<Policy> policy{};
    /// The intent of an outcome, of a timed_out and of an undo_outcome; the original of an
    /// undo_intent.
    std::optional<EntryId> of{};
    std::optional<bool> success{};
    std::string code{};
    /// How often what `of` says came again within `duration`, without an entry of its own. Of a note "session_record": how many bytes more its
    /// session has put on record, about.
    std::optional<std::uint64_t> count{};
    std::optional<std::chrono::microseconds> duration{};
    std::optional<Digest> shown_digest{};
    bool late = false;
    /// Of an outcome: it may be lost where the power fails soon after (Batch::lazily_synced).
    bool lazily_synced = false;
};

/// A value that belongs to an entry ("arguments", "result", "preview", "message", "reply"). The
/// entry holds SHA-256("iam/field/1\0" ‖ length-framed name ‖ salt ‖ bytes); bytes and salt are
/// kept beside its text and can be deleted.
struct Payload {
    std::string name{};
    std::array<std::uint8_t, 32> salt{};
    std::string bytes{};
    friend bool operator==(const Payload&, const Payload&) = default;
};

Digest commitment(const Payload& payload);

/// Facts that the entries of many calls share, as they stand in the text of each: written once, copied into every one.
class CommonFacts {
 public:
    CommonFacts() = default;
    /// Of `facts`: application, build, contract, decision, generator, rules, subject and tool, as far as they are there.
    explicit CommonFacts(const Entry& facts);

 private:
    friend class EntryWriter;
    // Members with their names; empty: there is none.
    std::string application_, build_, contract_, decision_, generator_, rules_, subject_, tool_;
};

/// The names of all payloads and commitments of one draft differ, and are UTF-8.
struct EntryDraft {
    Entry entry{};
    /// Outlives the commit; `entry` then states nothing of what it has. nullptr: there is none.
    const CommonFacts* common = nullptr;
    /// The call's id where `entry` has none: it outlives the commit as well.
    std::string_view call{};
    std::vector<Payload> payloads{};     ///< committed to and stored
    std::vector<Payload> commitments{};  ///< committed to, never stored: see is_never_stored
};

/// Empty: it is about no call.
inline std::string_view call_of(const EntryDraft& draft) noexcept {
    return draft.entry.call_id.empty() ? draft.call : std::string_view(draft.entry.call_id);
}

/// A value of this name is committed to and stored nowhere: "…_secrets", and "…_whole", of which only a part may be recorded. No payload
/// has such a name.
bool is_never_stored(std::string_view name) noexcept;

/// Facts of an entry that a store keeps a second time, beside the text, to find the entry by them.
struct Filing {
    std::string kind{};
    std::string call_id{};  ///< the bytes of the draft, which the text holds as UTF-8
    std::optional<EntryId> of{};
    bool is_found = true;  ///< stands in the indexes in which what it says here is looked for
};

struct StoredEntry {
    EntryId id{};
    std::string text{};  ///< canonical JSON
    Digest previous{};
    Digest hash{};
    std::vector<Payload> payloads{};
    /// As it stands in the store; nothing where the store keeps no second copy that somebody could
    /// change.
    std::optional<Filing> filing{};
};

/// The canonical text of an entry, its id and commitments included. Never fails: text that is not
/// UTF-8 is stored with each bad byte replaced by U+FFFD.
std::string encode(const EntryDraft& draft, const EntryId& id);
/// The inverse; `fields` are the commitments by name.
struct DecodedEntry {
    EntryId id{};
    Entry entry{};
    std::vector<std::pair<std::string, Digest>> fields{};

    bool commits_to(std::string_view name) const noexcept;
};
Result<DecodedEntry> decode(std::string_view text);

/// What is wrong with where a store keeps an entry, if its text says something else.
std::optional<std::string> why_misfiled(const Filing& filing, const Entry& entry);

/// hash = SHA-256("iam/entry/1\0" ‖ previous ‖ text). The first entry's previous is 32 zero bytes.
Digest chain_hash(const Digest& previous, std::string_view text);
/// Takes the payloads out of the draft and leaves its facts.
StoredEntry seal(EntryDraft&& draft, const EntryId& id, const Digest& previous);

}  // namespace iam::ledger
