// The parts that all calls of one Runtime share.
#pragma once

#include "gate/consent/contract_changes.hpp"
#include "gate/consent/standing_cache.hpp"
#include "gate/engine/call_memory.hpp"
#include "gate/engine/entrance.hpp"
#include "gate/engine/listeners.hpp"
#include "gate/engine/seen_clock.hpp"
#include "gate/functions/stops.hpp"
#include "gate/functions/workers.hpp"
#include "gate/questions/prompts.hpp"
#include "gate/questions/question_counts.hpp"
#include "gate/record/record_quota.hpp"
#include "gate/record/repeated_refusals.hpp"
#include <iam/gate/runtime.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>

namespace iam::gate {

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

/// Held by the Runtime and by all work that may return later (questions, workers). Only a thread
/// that holds a Pass, or a worker, may use its parts.
struct Engine {
    Engine(Parts runtime_parts, Settings runtime_settings)
        : parts(std::move(runtime_parts)),
          settings(runtime_settings),
          instance(random_id(parts.entropy)),
          stops(parts.store, runtime_settings.watch_for_freeze),
          history(parts.judge_change),
          workers(runtime_settings.workers_max),
          previewers(runtime_settings.workers_max) {
        clock.look_at(parts.store);
    }

    /// Ends the engine: closes the entrance, answers the calls that wait for a person, asks running
    /// functions to stop and waits for them.
    void end();

    Parts parts;
    /// Replaces Parts::clock for every time that is recorded and for every deadline.
    SeenClock clock{parts.clock};
    const Settings settings;
    /// Names this run of the program. The objects behind its member tools live as long as the run.
    const std::string instance;
    CallMemory call_memory{};
    Entrance entrance{};
    std::stop_source ending{};
    Stops stops;
    ActiveCalls active{};
    StandingCache standings{};
    KnownContracts contracts{};
    ContractHistory history;
    Listeners listeners{};
    PromptQueue prompts{};
    QuestionCounts questions{};
    RepeatedRefusals refusals{};
    RecordQuota quota{};
    Workers workers;
    /// Threads for previews alone: a preview runs before anybody has agreed, and one that hangs
    /// must not delay a function.
    Workers previewers;
};

/// Records the counts of all repeated refusals.
void record_repetitions(Engine& engine) noexcept;

/// The error of every function that is called after the end of the Runtime.
tl::unexpected<Error> runtime_has_ended();

/// The rules in force now; nullptr where there are none.
std::shared_ptr<const consent::RuleBook> rules_now(const Engine& engine);

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
