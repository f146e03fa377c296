// What the calls of one Runtime share.
#pragma once

#include "call_memory.hpp"
#include "contract_changes.hpp"
#include "entrance.hpp"
#include "listeners.hpp"
#include "prompts.hpp"
#include "question_counts.hpp"
#include "record_quota.hpp"
#include "repeated_refusals.hpp"
#include "seen_clock.hpp"
#include "standing_cache.hpp"
#include "stops.hpp"
#include "workers.hpp"
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

/// How often a commit is tried whose conditions no longer hold: each conflict means that somebody
/// else changed the store in between; more than this is a storm.
inline constexpr int k_commit_attempts_max = 8;

/// Contracts that are in the store already, so that they are not offered with each call.
/// Thread-safe.
class KnownContracts {
 public:
    bool has(const Digest& consent_digest);
    void add(const Digest& consent_digest);

 private:
    std::mutex mutex_;
    std::set<Digest> digests_;
};

/// Held by the Runtime and by everything that may come back later (prompts, workers). Its parts may
/// only be used by who holds a Pass or runs on a worker.
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

    /// Ends it: nobody comes in, what waits for a person is answered, what runs is asked to stop
    /// and waited for.
    void end();

    Parts parts;
    /// In place of Parts::clock, for all that is recorded or ends at some time.
    SeenClock clock{parts.clock};
    const Settings settings;
    /// Of this run: the objects behind its member tools live as long as it does.
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
    /// Of their own: a preview is run before anybody agreed to anything, and one that hangs must not keep a function waiting.
    Workers previewers;
};

/// Records how often calls were refused again, of all that was counted.
void record_repetitions(Engine& engine) noexcept;

/// For who comes when the Runtime has ended.
tl::unexpected<Error> runtime_has_ended();

/// The rules that are in force now; nullptr: none.
std::shared_ptr<const consent::RuleBook> rules_now(const Engine& engine);

/// Room for the lists of one batch: for an entry and for what an ordinary call expects and changes they take nothing from the heap.
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

/// Commits (without the entries where the audit is off) and tells those who listen. A batch that
/// holds nothing is not committed.
Result<ledger::Receipt> commit(Engine& engine, ledger::Batch&& batch);
/// The same, telling nobody yet. Where it fails the batch can be tried again: it is as it was, but for the entries where the
/// audit is off.
Result<ledger::Receipt> commit_quietly(Engine& engine, ledger::Batch& batch);

/// Keeps the contract of a digest that consent is bound to: one mutation, at first use. True if it
/// was added; who commits it says so to `contracts`.
bool keep_contract(Engine& engine, const Contract& contract, ledger::Batch& batch);

}  // namespace iam::gate
