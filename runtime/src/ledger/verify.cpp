// Walks each chain from its first entry and reports where it breaks.
#include "iam/ledger/verify.hpp"

#include "ledger/outline.hpp"
#include "ledger/proofs/forgotten_head.hpp"
#include "ledger/proofs/tree_check.hpp"
#include "ledger/proofs/witnessed.hpp"
#include <iam/core/entropy.hpp>
#include <iam/core/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace iam::ledger {
namespace {

// A visit ends after so many entries, or bytes of texts and values, so others get the store.
constexpr std::size_t k_visit_entries = 256;
constexpr std::size_t k_visit_bytes = 256 * std::size_t{1024};

std::size_t bytes_in(const StoredEntry& entry) {
    std::size_t bytes = entry.text.size();
    for (const Payload& payload : entry.payloads)
        bytes += payload.name.size() + payload.bytes.size();
    return bytes;
}

/// The facts of a good entry needed by the walk.
struct Checked {
    EntryKind kind = EntryKind::note;
    std::optional<EntryId> of{};
    bool lacks_values = false;  ///< it commits to values, and none is stored
};

/// The number of values stored with the entry until they are erased.
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
    // An erasure removes all values of an entry.
    if (!entry.payloads.empty() && entry.payloads.size() < stored_values(decoded))
        return "one of the values that it commits to is missing";
    return std::nullopt;
}

/// Entries without their committed values, until an erasure names them.
using Valueless = std::set<EntryId>;

Result<Json> entries_erased_by(const StoredEntry& erasure) {
    for (const Payload& payload : erasure.payloads)
        if (payload.name == "entries") return parse_json(payload.bytes);
    return fail(Errc::corrupt, "it does not say what it erased");
}

/// A checkpoint and its entry.
struct Signed {
    EntryId entry{};
    Checkpoint checkpoint{};
};

/// The memory of a walk over the ledger.
struct Walk {
    Valueless valueless{};
    std::set<EntryId> erased{};  ///< named by an erasure in a chain walked before theirs
    std::vector<Signed> checkpoints{};
    std::set<EntryId> undo_begun{};  ///< outcomes named by an undo
};

std::optional<std::string> take_away_erased(const StoredEntry& erasure, Walk& walk) {
    const auto list = entries_erased_by(erasure);
    if (!list) return list.error().message;
    if (!list->is_array()) return "what it erased is no list";
    for (const Json& id : *list) {
        const auto entry = parse_entry_id(id.is_string() ? id.get_ref<const std::string&>() : "");
        if (!entry) return "what it erased is no list of entries";
        walk.valueless.erase(*entry);
        if (entry->chain > erasure.id.chain) walk.erased.insert(*entry);
    }
    return std::nullopt;
}

std::optional<std::string> why_bad_checkpoint(const StoredEntry& entry, Walk& walk) {
    auto checkpoint = checkpoint_in(entry);
    if (!checkpoint) return checkpoint.error().message;
    walk.checkpoints.push_back({entry.id, *std::move(checkpoint)});
    return std::nullopt;
}

/// Notes the facts to check later entries against.
std::optional<std::string> note_in_walk(const StoredEntry& entry, const Checked& checked,
                                        Walk& walk) {
    if (checked.kind == EntryKind::checkpoint) return why_bad_checkpoint(entry, walk);
    if (checked.kind == EntryKind::erasure) return take_away_erased(entry, walk);
    if (checked.lacks_values && walk.erased.erase(entry.id) == 0) walk.valueless.insert(entry.id);
    if (checked.kind == EntryKind::undo_intent && checked.of) walk.undo_begun.insert(*checked.of);
    return std::nullopt;
}

bool is_filed_as(const Filing& filing, const Outline& outline) {
    return filing.kind == to_string(outline.kind) && filing.call_id == outline.call &&
           filing.of == outline.of && filing.is_found;
}

bool commits_to(const Outline::Field& field, const Payload& payload) {
    std::array<char, 2 * std::tuple_size_v<decltype(Digest::bytes)>> hex{};
    write_hex(commitment(payload).bytes, hex.data());
    return field.hex == std::string_view(hex.data(), hex.size());
}

/// True if each stored value is committed to once, and none is missing unless all are.
bool holds_values(const StoredEntry& entry, const Outline& outline, std::size_t stored_values) {
    std::uint32_t seen = 0;
    for (const Payload& payload : entry.payloads) {
        std::size_t i = 0;
        while (i < outline.field_count && outline.fields[i].name != payload.name) ++i;
        if (i == outline.field_count || (seen >> i & 1U) != 0) return false;
        seen |= 1U << i;
        if (!commits_to(outline.fields[i], payload)) return false;
    }
    return entry.payloads.empty() || entry.payloads.size() >= stored_values;
}

Checked what_it_says(const StoredEntry& entry, EntryKind kind, const std::optional<EntryId>& of,
                     std::size_t stored_values) {
    return {.kind = kind, .of = of, .lacks_values = entry.payloads.empty() && stored_values > 0};
}

/// Checks a good entry in plain spelling, as nearly all are, without decoding it. If it returns
/// nothing, the other checks find out why.
std::optional<Checked> holds_plainly(const StoredEntry& entry, const EntryId& expected,
                                     const Digest& previous, KnownObjects& known) {
    if (entry.id != expected || entry.previous != previous ||
        chain_hash(entry.previous, entry.text) != entry.hash)
        return std::nullopt;
    const auto outline = outline_of(entry.text, known);
    if (!outline || outline->id != entry.id) return std::nullopt;
    if (entry.filing && !is_filed_as(*entry.filing, *outline)) return std::nullopt;
    std::size_t stored_values = 0;
    for (std::size_t i = 0; i < outline->field_count; ++i)
        if (!is_never_stored(outline->fields[i].name)) ++stored_values;
    if (!holds_values(entry, *outline, stored_values)) return std::nullopt;
    return what_it_says(entry, outline->kind, outline->of, stored_values);
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

Result<Checked> check_alone(const StoredEntry& entry, const EntryId& expected,
                            const Digest& previous, KnownObjects& known) {
    if (const auto checked = holds_plainly(entry, expected, previous, known)) return *checked;
    if (auto why = why_bad_link(entry, expected, previous))
        return fail(Errc::corrupt, *std::move(why));
    IAM_TRY(decoded, decode(entry.text));
    if (auto why = why_bad_content(entry, decoded)) return fail(Errc::corrupt, *std::move(why));
    return what_it_says(entry, decoded.entry.kind, decoded.entry.of, stored_values(decoded));
}

void note_bad(Verification& result, const EntryId& entry, std::string why) {
    result.first_bad = entry;
    result.reason = std::move(why);
}

/// Checks the entry behind `head`.
std::optional<std::string> why_bad_next(const StoredEntry& entry, const Head& head,
                                        KnownObjects& known, Walk& walk) {
    const auto checked =
        check_alone(entry, {head.entry.chain, head.entry.seq + 1}, head.hash, known);
    if (!checked) return checked.error().message;
    return note_in_walk(entry, *checked, walk);
}

/// Walks until the end of the chain or the first bad entry.
Result<void> walk_chain(Store& store, std::uint32_t chain, Walk& walk, Verification& result) {
    Head head = forgotten_in(result.forgotten, chain);
    KnownObjects known;
    LeafCheck leaves(store);
    std::vector<Head> checked;
    Query query;
    query.chain = chain;
    query.oldest_first = true;
    query.limit = k_visit_entries;
    for (bool goes_on = true; goes_on;) {
        if (head.entry.seq > 0) query.after = Place{head.entry, {}};
        goes_on = false;
        std::size_t bytes = 0;
        checked.clear();
        IAM_CHECK(store.visit(query, [&](const StoredEntry& entry) {
            if (auto why = why_bad_next(entry, head, known, walk)) {
                note_bad(result, {chain, head.entry.seq + 1}, *std::move(why));
                goes_on = false;
                return false;
            }
            ++result.entries;
            head = {entry.id, entry.hash};
            checked.push_back(head);
            bytes += bytes_in(entry);
            goes_on = true;
            return bytes < k_visit_bytes;
        }));
        // No function may call the store during the visit.
        IAM_TRY(bad, leaves.take(checked));
        if (bad) {
            note_bad(result, bad->first, std::move(bad->second));
            return {};
        }
    }
    if (head.entry.seq > 0) result.heads.push_back(head);
    return {};
}

/// Walks all chains up to the first bad entry.
Result<void> walk_chains(Store& store, Walk& walk, Verification& result) {
    IAM_TRY(forgotten, store.forgotten());
    result.forgotten = std::move(forgotten);
    IAM_TRY(chains, store.chains());
    for (const std::uint32_t chain : chains) {
        IAM_CHECK(walk_chain(store, chain, walk, result));
        if (!result.ok()) return {};
    }
    return {};
}

/// Walks all chains. If the store forgets an entry before the walk has seen it, the walk begins
/// anew.
Result<void> walk_kept_entries(Store& store, Walk& walk, Verification& result) {
    constexpr int tries_max = 64;
    for (int tries = 0; tries < tries_max; ++tries) {
        walk = {};
        result = {};
        IAM_CHECK(walk_chains(store, walk, result));
        if (result.ok()) return {};
        IAM_TRY(forgotten, store.forgotten());
        if (!is_forgotten(forgotten, *result.first_bad)) return {};
    }
    return fail(Errc::unavailable,
                "the ledger forgets entries sooner than they can be read; keep more of them, or "
                "verify it when less is written");
}

/// Checks the heads of a checkpoint written after the one in the entry `earlier`.
Result<std::optional<std::string>> why_bad_heads(Store& store, const Signed& later,
                                                 const std::optional<EntryId>& earlier) {
    bool covers = !earlier;
    for (const Head& head : later.checkpoint.heads) {
        if (earlier && head.entry.chain == earlier->chain) covers = earlier->seq <= head.entry.seq;
        // The walk has checked its head in its own chain.
        if (head.entry.chain == later.entry.chain) continue;
        IAM_TRY(entry, store.entry(head.entry));
        if (!entry || entry->hash != head.hash)
            return "its checkpoint seals an entry " + to_string(head.entry) + " that is not there";
    }
    if (covers) return std::nullopt;
    return "its checkpoint does not seal the one before it, of entry " + to_string(*earlier);
}

/// Checks all checkpoints over all chains. Each names the key of the next: of two checkpoints the
/// later one seals more.
Result<void> check_checkpoints(Store& store, const std::optional<PublicKey>& first, Walk& walk,
                               Verification& result) {
    std::sort(walk.checkpoints.begin(), walk.checkpoints.end(),
              [](const Signed& left, const Signed& right) {
                  const auto rank = [](const Signed& one) {
                      return std::pair(sealed_entries(one.checkpoint), one.entry);
                  };
                  return rank(left) < rank(right);
              });
    std::optional<PublicKey> signer = first;
    std::optional<EntryId> earlier;
    for (const Signed& each : walk.checkpoints) {
        // The walk may have ended before it, at a bad entry. The bad entry is reported instead.
        if (!result.ok() && *result.first_bad < each.entry) return {};
        if (signer && *signer != each.checkpoint.key) {
            note_bad(result, each.entry,
                     "its checkpoint is signed with another key than the one before it, or whoever "
                     "asks, named");
            return {};
        }
        if (!each.checkpoint.has_tree()) {
            IAM_TRY(why, why_bad_heads(store, each, earlier));
            if (why) {
                note_bad(result, each.entry, *std::move(why));
                return {};
            }
        }
        signer = each.checkpoint.next_key.value_or(each.checkpoint.key);
        earlier = each.entry;
    }
    return {};
}

/// Checks the tree, and that the checkpoints are about it.
Result<void> check_trees(Store& store, const Walk& walk, Verification& result) {
    std::vector<std::pair<TreeState, EntryId>> states;
    for (const Signed& each : walk.checkpoints) {
        if (!each.checkpoint.has_tree()) continue;
        states.emplace_back(each.checkpoint.head.tree, each.entry);
        result.tree = each.checkpoint.head;
    }
    IAM_TRY(bad, check_tree(store, states, result.heads));
    if (bad) {
        note_bad(result, bad->first, std::move(bad->second));
        return {};
    }
    IAM_TRY(newest, newest_in_tree(store, result.tree ? result.tree->tree.size : 0));
    for (const auto& [chain, entry] : newest) result.sealed.push_back(entry);
    return {};
}

/// Others may undo meanwhile. A difference counts only if nothing was committed during the check.
Result<std::optional<std::string>> why_bad_undo(Store& store, const EntryId& outcome) {
    constexpr int tries_max = 64;
    for (int tries = 0; tries < tries_max; ++tries) {
        IAM_TRY(before, store.version());
        IAM_TRY(kept, store.undo_state(outcome));
        IAM_TRY(recorded, recorded_undo_state(store, outcome));
        if (kept == recorded) return std::nullopt;
        IAM_TRY(after, store.version());
        if (before != after) continue;
        return "its undo is kept as " + std::string(to_string(kept)) +
               ", and by the entries about it it is " + std::string(to_string(recorded));
    }
    return fail(Errc::unavailable, "the undo of entry " + to_string(outcome) +
                                       " changes again and again; verify the ledger when less is "
                                       "written");
}

/// Undo states stand beside the entries, and decide whether a call may be undone a second time.
Result<void> check_undos(Store& store, Walk& walk, Verification& result) {
    IAM_TRY(states, store.undo_states());
    for (const auto& [outcome, state] : states) walk.undo_begun.insert(outcome);
    for (const EntryId& outcome : walk.undo_begun) {
        IAM_TRY(why, why_bad_undo(store, outcome));
        if (!why) continue;
        note_bad(result, outcome, *std::move(why));
        return {};
    }
    return {};
}

}  // namespace

std::optional<std::string> why_bad(const StoredEntry& entry, const EntryId& expected,
                                   const Digest& previous) {
    KnownObjects known;
    const auto checked = check_alone(entry, expected, previous, known);
    if (checked) return std::nullopt;
    return checked.error().message;
}

Result<Verification> verify(Store& store, const Anchors& anchors) {
    Verification result;
    Walk walk;
    IAM_CHECK(walk_kept_entries(store, walk, result));
    IAM_CHECK(check_checkpoints(store, anchors.key, walk, result));
    result.checkpoints = walk.checkpoints.size();
    if (result.ok()) IAM_CHECK(check_trees(store, walk, result));
    if (result.ok() && !walk.valueless.empty()) {
        note_bad(result, *walk.valueless.begin(),
                 "its values are missing, and no entry says that they were erased");
    }
    if (result.ok()) IAM_CHECK(check_undos(store, walk, result));
    if (!result.ok()) return result;
    IAM_TRY(difference, compare(store, anchors.witnessed));
    if (difference) {
        note_bad(result, difference->first, std::move(difference->second));
        return result;
    }
    const Checkpoint* last =
        walk.checkpoints.empty() ? nullptr : &walk.checkpoints.back().checkpoint;
    IAM_TRY(anchored, anchored_by(store, anchors, last, result.forgotten));
    result.anchored = std::move(anchored);
    return result;
}

}  // namespace iam::ledger
