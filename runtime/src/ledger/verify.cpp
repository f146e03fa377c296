// Walks the chain from its first entry and says where it breaks.
#include "iam/ledger/verify.hpp"

#include <iam/core/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace iam::ledger {
namespace {

constexpr std::size_t k_page_entries = 64;  // an entry's payloads may be large

/// How many values are stored with it until they are erased.
std::size_t stored_values(const DecodedEntry& decoded) {
    return static_cast<std::size_t>(
        std::count_if(decoded.fields.begin(), decoded.fields.end(),
                      [](const auto& field) { return !is_never_stored(field.first); }));
}

std::optional<std::string> why_bad_payloads(const StoredEntry& entry, const DecodedEntry& decoded) {
    std::set<std::string_view> seen;
    for (const Payload& payload : entry.payloads) {
        const auto field =
            std::find_if(decoded.fields.begin(), decoded.fields.end(),
                         [&](const auto& named) { return named.first == payload.name; });
        if (field == decoded.fields.end())
            return "a value is stored with it that it does not commit to";
        if (!seen.insert(payload.name).second) return "one of its values is stored twice";
        if (commitment(payload) != field->second)
            return "the stored value \"" + payload.name + "\" is not the one that it commits to";
    }
    // An erasure takes all values of an entry.
    if (!entry.payloads.empty() && entry.payloads.size() < stored_values(decoded))
        return "one of the values that it commits to is missing";
    return std::nullopt;
}

/// Entries without the values that they commit to, until an erasure names them.
using Valueless = std::set<EntryId>;

Result<Json> entries_erased_by(const StoredEntry& erasure) {
    for (const Payload& payload : erasure.payloads)
        if (payload.name == "entries") return parse_json(payload.bytes);
    return fail(Errc::corrupt, "it does not say what it erased");
}

std::optional<std::string> take_away_erased(const StoredEntry& erasure, Valueless& valueless) {
    const auto list = entries_erased_by(erasure);
    if (!list) return list.error().message;
    if (!list->is_array()) return "what it erased is no list";
    for (const Json& id : *list) {
        const auto entry = parse_entry_id(id.is_string() ? id.get_ref<const std::string&>() : "");
        if (!entry) return "what it erased is no list of entries";
        valueless.erase(*entry);
    }
    return std::nullopt;
}

/// Of an entry that holds by itself.
std::optional<std::string> note_values(const StoredEntry& entry, const DecodedEntry& decoded,
                                       Valueless& valueless) {
    if (decoded.entry.kind == EntryKind::erasure) return take_away_erased(entry, valueless);
    if (entry.payloads.empty() && stored_values(decoded) > 0) valueless.insert(entry.id);
    return std::nullopt;
}

std::optional<std::string> why_bad_link(const StoredEntry& entry, const EntryId& expected,
                                        const Digest& previous) {
    if (entry.id != expected) {
        return "entry " + to_string(entry.id) + " stands where " + to_string(expected) +
               " must follow: an entry was removed, added or moved";
    }
    if (entry.previous != previous)
        return "its link does not lead to the entry before it: one of the two was changed";
    if (chain_hash(entry.previous, entry.text) != entry.hash)
        return "its text does not have the hash that was recorded: one of the two was changed";
    return std::nullopt;
}

std::optional<std::string> why_bad_content(const StoredEntry& entry, const DecodedEntry& decoded) {
    if (decoded.id != entry.id) {
        return "its text is that of entry " + to_string(decoded.id) +
               ": it was moved or its number was changed";
    }
    if (entry.filing) {
        if (auto why = why_misfiled(*entry.filing, decoded.entry)) return why;
    }
    return why_bad_payloads(entry, decoded);
}

std::optional<std::string> why_bad_among(const StoredEntry& entry, const EntryId& expected,
                                         const Digest& previous, Valueless& valueless) {
    if (auto why = why_bad_link(entry, expected, previous)) return why;
    const auto decoded = decode(entry.text);
    if (!decoded) return decoded.error().message;
    if (auto why = why_bad_content(entry, *decoded)) return why;
    return note_values(entry, *decoded, valueless);
}

}  // namespace

std::optional<std::string> why_bad(const StoredEntry& entry, const EntryId& expected,
                                   const Digest& previous) {
    Valueless ignored;
    return why_bad_among(entry, expected, previous, ignored);
}

Result<Verification> verify(Store& store) {
    Verification result;
    EntryId expected{0, 1};
    Valueless valueless;
    Query query;
    query.oldest_first = true;
    query.limit = k_page_entries;
    for (;;) {
        IAM_TRY(page, store.entries(query));
        if (page.empty()) break;
        for (const StoredEntry& entry : page) {
            if (auto why = why_bad_among(entry, expected, result.head, valueless)) {
                result.first_bad = expected;
                result.reason = std::move(*why);
                return result;
            }
            ++result.entries;
            result.head = entry.hash;
            query.after = expected;
            ++expected.seq;
        }
    }
    if (!valueless.empty()) {
        result.first_bad = *valueless.begin();
        result.reason = "its values are missing, and no entry says that they were erased";
    }
    return result;
}

}  // namespace iam::ledger
