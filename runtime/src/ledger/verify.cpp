// Walks the chain from its first entry and says where it breaks.
#include <iam/ledger/verify.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace iam::ledger {
namespace {

constexpr std::size_t k_page_entries = 64;  // an entry's payloads may be large

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
    return std::nullopt;
}

}  // namespace

std::optional<std::string> why_bad(const StoredEntry& entry, const EntryId& expected,
                                   const Digest& previous) {
    if (entry.id != expected) {
        return "entry " + to_string(entry.id) + " stands where " + to_string(expected) +
               " must follow: an entry was removed, added or moved";
    }
    if (entry.previous != previous)
        return "its link does not lead to the entry before it: one of the two was changed";
    if (chain_hash(entry.previous, entry.text) != entry.hash)
        return "its text does not have the hash that was recorded: one of the two was changed";
    const auto decoded = decode(entry.text);
    if (!decoded) return decoded.error().message;
    if (decoded->id != entry.id) {
        return "its text is that of entry " + to_string(decoded->id) +
               ": it was moved or its number was changed";
    }
    if (entry.filing) {
        if (auto why = why_misfiled(*entry.filing, decoded->entry)) return why;
    }
    return why_bad_payloads(entry, *decoded);
}

Result<Verification> verify(Store& store) {
    Verification result;
    EntryId expected{0, 1};
    Query query;
    query.oldest_first = true;
    query.limit = k_page_entries;
    for (;;) {
        IAM_TRY(page, store.entries(query));
        if (page.empty()) return result;
        for (const StoredEntry& entry : page) {
            if (auto why = why_bad(entry, expected, result.head)) {
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
}

}  // namespace iam::ledger
