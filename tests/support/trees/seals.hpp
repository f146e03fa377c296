// Makes checkpoints of a store without a runtime.
#pragma once

#include <iam/ledger/sealing.hpp>
#include <support/records.hpp>

#include <string>
#include <utility>

namespace iam::test {

inline SigningKey seal_key(std::uint8_t byte = 1) {
    std::array<std::uint8_t, 32> seed{};
    seed.fill(byte);
    return SigningKey(SecretKey(seed));
}

/// The batch of the checkpoint that `next` prepares.
inline ledger::Batch seal_batch(ledger::NextSeal next, const SigningKey& key = seal_key()) {
    ledger::Checkpoint checkpoint;
    checkpoint.head = {"example.com/ledger", {next.seal.size, next.root}};
    sign(checkpoint, key);
    next.seal.note = text_of(checkpoint.note);
    ledger::EntryDraft draft = entry_of(ledger::EntryKind::checkpoint, "");
    draft.payloads = {payload_of(std::string(ledger::k_checkpoint_value), text_of(checkpoint), 3)};
    const auto size = next.last ? std::optional(next.last->size) : std::nullopt;
    return batch_of(ledger::ExpectLastCheckpoint{size}, std::move(next.seal), std::move(draft));
}

/// Seals what is behind the last checkpoint, at most `entries_max` entries.
inline Result<ledger::Receipt> seal_once(ledger::Store& store,
                                         std::size_t entries_max = ledger::k_sealed_at_once_max,
                                         const SigningKey& key = seal_key()) {
    IAM_TRY(next, ledger::next_seal(store, entries_max));
    return store.commit(seal_batch(std::move(next), key));
}

inline ledger::NoteKey seal_note_key() {
    return {"example.com/ledger", seal_key().public_key(), ledger::NoteKeyKind::ledger};
}

}  // namespace iam::test
