// Signs the state of the ledger.
#include "gate/engine/engine.hpp"
#include "gate/record/records.hpp"
#include <iam/core/entropy.hpp>
#include <iam/gate/records.hpp>
#include <iam/ledger/checkpoint.hpp>
#include <iam/ledger/sealing.hpp>

#include <utility>

namespace iam::gate {
namespace {

using ledger::Checkpoint;
using ledger::EntryKind;
using ledger::StoredEntry;

constexpr int k_tries_max = 64;  // Other writers may commit meanwhile.
constexpr std::size_t k_checkpoint_page = 200;

Result<Checkpoint> read_checkpoint(ledger::Store& store, const StoredEntry& found) {
    IAM_TRY(whole, store.entry(found.id));
    const std::string* text = whole ? find_payload(*whole, ledger::k_checkpoint_value) : nullptr;
    if (text == nullptr) {
        return fail(Errc::corrupt,
                    "entry " + to_string(found.id) + " has lost the checkpoint that it recorded");
    }
    return ledger::parse_checkpoint(*text);
}

/// The last checkpoint of a chain. Reads the entries since it, or all entries if there is none.
Result<std::optional<Checkpoint>> last_checkpoint_in(ledger::Store& store, std::uint32_t chain) {
    ledger::Query query;
    query.chain = chain;
    query.limit = k_checkpoint_page;
    query.with_payloads = false;
    for (;;) {
        IAM_TRY(page, store.entries(query));
        for (const StoredEntry& entry : page) {
            IAM_TRY(decoded, read_entry(entry));
            if (decoded.entry.kind != EntryKind::checkpoint) continue;
            IAM_TRY(checkpoint, read_checkpoint(store, entry));
            return checkpoint;
        }
        if (page.size() < k_checkpoint_page) return std::nullopt;
        query.before = place_of(page.back());
    }
}

/// Before the first tree, each chain may have checkpoints of its own.
Result<std::optional<Checkpoint>> last_checkpoint(ledger::Store& store) {
    std::optional<Checkpoint> last;
    IAM_TRY(tree, store.last_tree());
    if (tree) {
        StoredEntry entry;
        entry.id = tree->entry;
        IAM_TRY(found, read_checkpoint(store, entry));
        return found;
    }
    IAM_TRY(chains, store.chains());
    for (const std::uint32_t chain : chains) {
        IAM_TRY(found, last_checkpoint_in(store, chain));
        if (found && (!last || sealed_entries(*last) < sealed_entries(*found)))
            last = std::move(found);
    }
    return last;
}

/// A verifier follows the keys from one checkpoint to the next.
Result<void> check_key(const std::optional<Checkpoint>& last, const SigningKey& key) {
    if (!last || last->next_key.value_or(last->key) == key.public_key()) return {};
    return fail(Errc::conflict, "The last checkpoint names the key " +
                                    last->next_key.value_or(last->key).hex() +
                                    " for the next one, and this is " + key.public_key().hex() +
                                    "; sign with the key that it names.");
}

/// A ledger keeps its name, since witnesses know it by that.
Result<std::string> origin_for(Engine& engine, const std::optional<Checkpoint>& last,
                               const CheckpointRequest& request) {
    if (last && last->has_tree()) {
        if (request.origin.empty() || request.origin == last->head.origin) return last->head.origin;
        return fail(Errc::invalid_argument, "The ledger's name is " + last->head.origin +
                                                ", which stays; leave the origin out.");
    }
    if (request.origin.empty()) return "iam/ledger/" + random_id(engine.entropy);
    if (ledger::is_note_name(request.origin)) return request.origin;
    return fail(Errc::invalid_argument,
                "An origin has 1 to 255 bytes, without spaces, '+' and control characters.");
}

struct MadeTree {
    Checkpoint checkpoint{};
    bool is_whole = true;
};

Result<MadeTree> try_once(Engine& engine, const SigningKey& key, const CheckpointRequest& request) {
    ledger::Store& store = engine.parts.store;
    IAM_TRY(next, ledger::next_seal(store, request.entries_max));
    IAM_TRY(last, last_checkpoint(store));
    IAM_CHECK(check_key(last, key));
    IAM_TRY(origin, origin_for(engine, last, request));
    const Moment now = engine.clock.now();
    MadeTree made{.is_whole = next.is_whole};
    made.checkpoint.head = {std::move(origin), {next.seal.size, next.root}};
    made.checkpoint.time = now.wall;
    const bool changes_key = request.next_key && next.is_whole;
    sign(made.checkpoint, key, changes_key ? &*request.next_key : nullptr);
    next.seal.note = text_of(made.checkpoint.note);
    ledger::Batch batch;
    const auto size = next.last ? std::optional(next.last->size) : std::nullopt;
    batch.expect(ledger::ExpectLastCheckpoint{size});
    batch.change(std::move(next.seal));
    ledger::EntryDraft& draft = add_entry(engine, batch, EntryKind::checkpoint, now);
    draft.entry.subject = request.by;
    draft.payloads.push_back({std::string(ledger::k_checkpoint_value), random_salt(engine.entropy),
                              text_of(made.checkpoint)});
    IAM_CHECK(commit(engine, std::move(batch)));
    return made;
}

/// The same key conflicts with the last checkpoint also when it is tried again.
Result<void> check_key_again(ledger::Store& store, const SigningKey& key) {
    IAM_TRY(last, last_checkpoint(store));
    return check_key(last, key);
}

Result<MadeTree> try_often(Engine& engine, const SigningKey& key,
                           const CheckpointRequest& request) {
    for (int tries = 1;; ++tries) {
        auto made = try_once(engine, key, request);
        if (made || made.error().code != Errc::conflict || tries == k_tries_max) return made;
        IAM_CHECK(check_key_again(engine.parts.store, key));
    }
}

}  // namespace

Result<Checkpoint> Records::checkpoint(const SigningKey& key, const CheckpointRequest& request) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    if (request.next_key && request.next_key->public_key() == key.public_key())
        return fail(Errc::invalid_argument, "A key cannot follow itself; make a new one.");
    // Each checkpoint adds an entry, so with 1 the end would never be reached.
    if (request.entries_max < 2)
        return fail(Errc::invalid_argument, "entries_max must be at least 2.");
    for (;;) {
        IAM_TRY(made, try_often(*engine_, key, request));
        if (made.is_whole) return std::move(made.checkpoint);
    }
}

}  // namespace iam::gate
