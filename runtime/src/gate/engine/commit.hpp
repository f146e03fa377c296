// Commits to the store, and the listeners who hear of them.
#pragma once

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

struct Engine;

/// How often a commit is tried when its expectations fail. Each conflict means that another writer
/// changed the store; more conflicts than this are a storm.
inline constexpr int k_commit_attempts_max = 8;

/// Contracts that the store has already, so that no call offers them again. Thread-safe.
class KnownContracts {
 public:
    bool has(const Digest& consent_digest);
    void add(const Digest& consent_digest);

 private:
    std::mutex mutex_;
    std::set<Digest> digests_;
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
Result<ledger::Receipt> commit(Engine& engine, ledger::Batch&& batch);
/// Commits without telling the listeners. After an error the batch can be committed again: only its
/// entries are gone where the audit is off.
Result<ledger::Receipt> commit_quietly(Engine& engine, ledger::Batch& batch);

/// Adds the contract to the batch, at the first use of its consent digest. Returns true if it was
/// added; after the commit the caller notes that in `contracts`.
bool keep_contract(Engine& engine, const Contract& contract, ledger::Batch& batch);

}  // namespace iam::gate
