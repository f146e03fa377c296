// Spells ids of entries and names of kinds. Computes the hashes that bind an entry to its values
// and its past.
#include "iam/ledger/entry.hpp"

#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace iam::ledger {

bool DecodedEntry::commits_to(std::string_view name) const noexcept {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const auto& field) { return field.first == name; });
}
namespace {

/// Reads digits without a leading zero: one id has one spelling.
template <class Number>
bool read_number(std::string_view text, Number& number) {
    if (text.empty() || (text.size() > 1 && text.front() == '0')) return false;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    return problem == std::errc{} && stop == end && text.front() != '-';
}

}  // namespace

std::string_view text_of(const EntryId& id, IdText& room) noexcept {
    char* at = write_decimal(id.chain, room.data());
    *at++ = '.';
    at = write_decimal(id.seq, at);
    return {room.data(), static_cast<std::size_t>(at - room.data())};
}

std::string to_string(const EntryId& id) {
    IdText room;
    return std::string(text_of(id, room));
}

Result<EntryId> parse_entry_id(std::string_view text) {
    EntryId id;
    std::string_view seq = text;
    const std::size_t point = text.find('.');
    const bool has_chain = point != std::string_view::npos;
    if (has_chain) seq = text.substr(point + 1);
    if ((has_chain && !read_number(text.substr(0, point), id.chain)) || !read_number(seq, id.seq) ||
        id.seq == 0) {
        return fail(Errc::invalid_argument, "\"" + std::string(text) +
                                                "\" is not the id of a ledger entry; write chain "
                                                "and number as the audit list shows them, for "
                                                "example 0.12");
    }
    return id;
}

std::string_view to_string(EntryKind kind) noexcept {
    switch (kind) {
        case EntryKind::decision:
            return "decision";
        case EntryKind::approval:
            return "approval";
        case EntryKind::grant:
            return "grant";
        case EntryKind::revocation:
            return "revocation";
        case EntryKind::permission:
            return "permission";
        case EntryKind::policy:
            return "policy";
        case EntryKind::intent:
            return "intent";
        case EntryKind::outcome:
            return "outcome";
        case EntryKind::timed_out:
            return "timed_out";
        case EntryKind::undo_intent:
            return "undo_intent";
        case EntryKind::undo_outcome:
            return "undo_outcome";
        case EntryKind::reconcile:
            return "reconcile";
        case EntryKind::freeze:
            return "freeze";
        case EntryKind::thaw:
            return "thaw";
        case EntryKind::checkpoint:
            return "checkpoint";
        case EntryKind::erasure:
            return "erasure";
        case EntryKind::input_request:
            return "input_request";
        case EntryKind::input:
            return "input";
        case EntryKind::trust:
            return "trust";
        case EntryKind::distrust:
            return "distrust";
        case EntryKind::note:
            return "note";
    }
    return "unknown";
}

bool is_never_stored(std::string_view name) noexcept {
    return name.ends_with("_secrets") || name.ends_with("_whole");
}

Digest commitment(const Payload& payload) {
    return Hasher(domain_tag("iam/field/1"))
        .update_framed(payload.name)
        .update(std::span<const std::uint8_t>(payload.salt))
        .update(payload.bytes)
        .finish();
}

Digest chain_hash(const Digest& previous, std::string_view text) {
    return Hasher(domain_tag("iam/entry/1")).update(previous).update(text).finish();
}

StoredEntry seal(EntryDraft&& draft, const EntryId& id, const Digest& previous) {
    StoredEntry entry;
    entry.id = id;
    entry.text = encode(draft, id);
    entry.previous = previous;
    entry.hash = chain_hash(previous, entry.text);
    entry.payloads = std::move(draft.payloads);
    return entry;
}

}  // namespace iam::ledger
