// Defines one entry of the ledger: public facts in canonical JSON, and values only as salted
// commitments. Entries are chained by SHA-256.
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

/// An id chain.seq, e.g. "0.12". A store with one writer at a time has chain 0 only. Sequence
/// numbers start at 1 and are never used again.
struct EntryId {
    std::uint32_t chain = 0;
    std::uint64_t seq = 0;
    friend bool operator==(const EntryId&, const EntryId&) = default;
    friend auto operator<=>(const EntryId&, const EntryId&) = default;
};
/// Room for the digits of both numbers and the point between them.
using IdText = std::array<char, 31>;
/// The text of the id, written into `room`.
std::string_view text_of(const EntryId& id, IdText& room) noexcept;
std::string to_string(const EntryId& id);
/// "0.12"; "12" means chain 0.
Result<EntryId> parse_entry_id(std::string_view text);

/// The end of a chain, or of a part of it.
struct Head {
    EntryId entry{};
    Digest hash{};
    friend bool operator==(const Head&, const Head&) = default;
};

enum class EntryKind {
    decision,  ///< terminal: a call that was not run (denied, invalid, not found, waiting, vetoed)
    approval,  ///< a question asked, answered, withdrawn or expired
    grant,
    revocation,
    permission,
    policy,
    intent,     ///< a function is about to run
    outcome,    ///< terminal: the result of the intent in `of`
    timed_out,  ///< the caller was answered, the function may still run; an outcome follows
    undo_intent,
    undo_outcome,
    /// A function was asked whether the intent in `of` happened. If it could tell, `success` says
    /// whether the call happened, and its outcome follows. Otherwise `code` says why not.
    reconcile,
    freeze,
    thaw,
    checkpoint,     ///< a signed statement about the ledger; "checkpoint" holds it
    erasure,        ///< values of other entries were erased; "entries" names them
    input_request,  ///< a function asks a person for an input before it goes on
    input,          ///< a function got its input
    trust,          ///< a person trusts the server of `tool`; "endpoint" says where it stands
    distrust,       ///< this trust ends
    note,
};
std::string_view to_string(EntryKind kind) noexcept;

/// The public facts of an entry. Empty members are absent from the text.
struct Entry {
    EntryKind kind = EntryKind::note;
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    std::string application{};
    // The running program and its rules, with each intent and each call that is not run.
    std::string build{};      ///< the application's (Parts::build of the runtime)
    std::string generator{};  ///< version of iam-gen behind the tool's glue; empty: made by hand
    std::optional<Digest> rules{};  ///< of the rule files in force (RuleBook::digest)
    /// Intents of tools bound to an object: the run of the program in which the object lives.
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
    bool trusted = false;    ///< a person trusts the server of the tool
    std::string answer{};    ///< of a prompt: "allow_once", …
    std::string approval{};  ///< id
    std::string grant{};     ///< id
    std::string permission{};
    std::optional<Policy> policy{};
    /// The intent of an outcome, a timed_out or an undo_outcome; the original of an undo_intent.
    std::optional<EntryId> of{};
    std::optional<bool> success{};
    std::string code{};
    /// How often the event of `of` came again within `duration` without an entry of its own. In a
    /// note "session_record": the approximate number of further bytes on record of its session.
    std::optional<std::uint64_t> count{};
    std::optional<std::chrono::microseconds> duration{};
    std::optional<Digest> shown_digest{};
    bool late = false;
    /// For an outcome: it may be lost if the power fails soon after (Batch::lazily_synced).
    bool lazily_synced = false;
};

/// A value of an entry ("arguments", "result", "preview", "message", "reply"). The entry holds
/// SHA-256("iam/field/1\0" ‖ length-framed name ‖ salt ‖ bytes). Bytes and salt are kept beside the
/// entry's text and can be deleted.
struct Payload {
    std::string name{};
    std::array<std::uint8_t, 32> salt{};
    std::string bytes{};
    friend bool operator==(const Payload&, const Payload&) = default;
};

Digest commitment(const Payload& payload);

/// Facts shared by the entries of many calls, as they stand in each entry's text. They are written
/// once and copied into every entry.
class CommonFacts {
 public:
    CommonFacts() = default;
    /// Takes from `facts`, if present: application, build, contract, decision, generator, rules,
    /// subject and tool.
    explicit CommonFacts(const Entry& facts);

 private:
    friend class EntryWriter;
    // Members with their names; empty if absent.
    std::string application_, build_, contract_, decision_, generator_, rules_, subject_, tool_;
};

/// A new entry. The names of its payloads and commitments must differ and be UTF-8.
struct EntryDraft {
    Entry entry{};
    /// Must outlive the commit. `entry` states none of the facts in it. nullptr: none.
    const CommonFacts* common = nullptr;
    /// The call's id if `entry` has none; must outlive the commit.
    std::string_view call{};
    std::vector<Payload> payloads{};     ///< committed to and stored
    std::vector<Payload> commitments{};  ///< committed to, never stored: see is_never_stored
};

/// The call's id; empty if the entry is about no call.
inline std::string_view call_of(const EntryDraft& draft) noexcept {
    return draft.entry.call_id.empty() ? draft.call : std::string_view(draft.entry.call_id);
}

/// True for names of values that are committed to and never stored: "…_secrets" and "…_whole". Of
/// "…_whole" only a part may be recorded. No payload has a name of this kind.
bool is_never_stored(std::string_view name) noexcept;

/// Facts of an entry, kept by the store a second time, beside the text, to find the entry by them.
struct Filing {
    std::string kind{};
    std::string call_id{};  ///< the bytes of the draft; the text holds them as UTF-8
    std::optional<EntryId> of{};
    bool is_found = true;  ///< the entry stands in the indexes for these facts
};

struct StoredEntry {
    EntryId id{};
    std::string text{};  ///< canonical JSON
    Digest previous{};
    Digest hash{};
    std::vector<Payload> payloads{};
    /// The latest time in its chain up to this entry (see Place). A store with one chain leaves it
    /// at 0, since there the ids are the order.
    std::chrono::sys_time<std::chrono::milliseconds> order_time{};
    /// The filing in the store. Absent if the store keeps no second copy that somebody could
    /// change.
    std::optional<Filing> filing{};
};

/// The canonical text of an entry, with its id and commitments. Never fails: in invalid UTF-8 each
/// bad byte is replaced by U+FFFD.
std::string encode(const EntryDraft& draft, const EntryId& id);
/// An entry read back from its text; `fields` are the commitments by name.
struct DecodedEntry {
    EntryId id{};
    Entry entry{};
    std::vector<std::pair<std::string, Digest>> fields{};

    bool commits_to(std::string_view name) const noexcept;
};
Result<DecodedEntry> decode(std::string_view text);

/// The contradiction between an entry's filing and its text, if there is one.
std::optional<std::string> why_misfiled(const Filing& filing, const Entry& entry);

/// hash = SHA-256("iam/entry/1\0" ‖ previous ‖ text). The first entry's previous is 32 zero bytes.
Digest chain_hash(const Digest& previous, std::string_view text);
/// Takes the payloads out of the draft and leaves its facts.
StoredEntry seal(EntryDraft&& draft, const EntryId& id, const Digest& previous);

}  // namespace iam::ledger
