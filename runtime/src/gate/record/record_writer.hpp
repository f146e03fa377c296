// Writes the record: commits to the store, tells the listeners, and counts the records of sessions.
#pragma once

#include "gate/engine/basis.hpp"
#include "gate/engine/listeners.hpp"
#include "gate/record/record_quota.hpp"
#include "gate/record/repeated_refusals.hpp"
#include <iam/core/digest.hpp>
#include <iam/core/result.hpp>
#include <iam/ledger/store.hpp>
#include <iam/tool/contract.hpp>

#include <array>
#include <cstddef>
#include <memory_resource>
#include <mutex>
#include <set>

namespace iam::gate {

/// How often a commit is tried when its expectations fail. Each conflict means that another writer
/// changed the store; more conflicts than this are a storm.
inline constexpr int k_commit_attempts_max = 8;

/// Contracts known to be in the store, so no call offers them again. Thread-safe.
class KnownContracts {
 public:
    bool has(const Digest& consent_digest);
    void add(const Digest& consent_digest);

 private:
    std::mutex mutex_;
    std::set<Digest> digests_;
};

/// The Basis, and the further parts for commits. Code that changes the store takes this; code that
/// only reads takes the Basis. Thread-safe.
struct RecordWriter : Basis {
    using Basis::Basis;

    Listeners listeners{};
    KnownContracts contracts{};
    RepeatedRefusals refusals{};
    RecordQuota quota{};
};

/// Memory for the lists of one batch. An entry, and the expectations and mutations of an ordinary
/// call, take nothing from the heap.
class BatchRoom {
 public:
    std::pmr::memory_resource* memory() noexcept { return &memory_; }

 private:
    alignas(std::max_align_t)
        std::array<std::byte, sizeof(ledger::EntryDraft) + sizeof(ledger::Mutation) +
                                  4 * sizeof(ledger::Expectation)> bytes_;
    std::pmr::monotonic_buffer_resource memory_{bytes_.data(), bytes_.size(),
                                                std::pmr::new_delete_resource()};
};

/// Commits and tells the listeners. Without audit the entries are left out; an empty batch is not
/// committed.
Result<ledger::Receipt> commit(RecordWriter& writer, ledger::Batch&& batch);
/// Commits without telling the listeners. After an error the batch can be committed again: only its
/// entries are gone where the audit is off.
Result<ledger::Receipt> commit_quietly(const Basis& basis, ledger::Batch& batch);

/// Adds the contract to the batch, at the first use of its consent digest. Returns true if it was
/// added; after the commit the caller notes it in `contracts`.
bool keep_contract(RecordWriter& writer, const Contract& contract, ledger::Batch& batch);

/// Records the counts of all repeated refusals.
void record_repetitions(RecordWriter& writer) noexcept;

}  // namespace iam::gate
