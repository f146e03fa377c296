// Signs the state of the ledger.
#include "gate/engine/engine.hpp"
#include "gate/record/records.hpp"
#include <iam/gate/records.hpp>
#include <iam/ledger/checkpoint.hpp>

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

Result<std::optional<Checkpoint>> last_checkpoint(ledger::Store& store) {
    std::optional<Checkpoint> last;
    IAM_TRY(chains, store.chains());
    for (const std::uint32_t chain : chains) {
        IAM_TRY(found, last_checkpoint_in(store, chain));
        if (found && (!last || sealed_entries(*last) < sealed_entries(*found)))
            last = std::move(found);
    }
    return last;
}

/// A verifier follows the keys from one checkpoint to the next.
Result<void> check_key(ledger::Store& store, const SigningKey& key) {
    IAM_TRY(last, last_checkpoint(store));
    if (!last || last->next_key.value_or(last->key) == key.public_key()) return {};
    return fail(Errc::conflict, "The last checkpoint names the key " +
                                    last->next_key.value_or(last->key).hex() +
                                    " for the next one, and this is " + key.public_key().hex() +
                                    "; sign with the key that it names.");
}

Result<Checkpoint> try_once(Engine& engine, const SigningKey& key,
                            const CheckpointRequest& request) {
    ledger::Store& store = engine.parts.store;
    IAM_TRY(newest, newest_entries(store));
    IAM_CHECK(check_key(store, key));
    const Moment now = engine.clock.now();
    Checkpoint checkpoint;
    ledger::ExpectHeads expected;
    for (const StoredEntry& head : newest) {
        checkpoint.heads.push_back({head.id, head.hash});
        expected.entries.push_back(head.id);
    }
    checkpoint.next_key = request.next_key;
    checkpoint.time = now.wall;
    sign(checkpoint, key);
    ledger::Batch batch;
    batch.expect(std::move(expected));
    ledger::EntryDraft& draft = add_entry(engine, batch, EntryKind::checkpoint, now);
    draft.entry.subject = request.by;
    draft.payloads.push_back({std::string(ledger::k_checkpoint_value), random_salt(engine.entropy),
                              text_of(checkpoint)});
    IAM_CHECK(commit(engine, std::move(batch)));
    return checkpoint;
}

}  // namespace

Result<Checkpoint> Records::checkpoint(const SigningKey& key, const CheckpointRequest& request) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    if (request.next_key == key.public_key())
        return fail(Errc::invalid_argument, "A key cannot follow itself; make a new one.");
    for (int tries = 1;; ++tries) {
        auto made = try_once(*engine_, key, request);
        if (made || made.error().code != Errc::conflict || tries == k_tries_max) return made;
        IAM_CHECK(check_key(engine_->parts.store, key));
    }
}

}  // namespace iam::gate
