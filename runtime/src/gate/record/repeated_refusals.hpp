// Repeated refusals: the first one is recorded, the others are counted.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/ledger/entry.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace iam::gate {

struct CallState;
struct Refusal;

/// A repeated refusal.
struct Repetition {
    Digest what{};
    ledger::EntryId first{};  ///< of the first refusal
    std::string code{};
    ToolId tool{};
    Subject subject{};
    std::uint64_t count = 0;             ///< without the first
    std::chrono::milliseconds begin{0};  ///< of the first and of the last, on the boot clock
    std::chrono::milliseconds last{0};
};

/// The digest of equal refusals, over: the proposed call, the code (for a malformed call also the
/// fault) and the source of the decision. Nothing if a person was asked or the call is an undo;
/// each of these refusals has an entry.
std::optional<Digest> identity_of(const CallState& call, const Refusal& refusal);

/// Thread-safe.
class RepeatedRefusals {
 public:
    using Window = std::chrono::milliseconds;

    /// Counts the refusal if an equal one came within the window, and returns the first one's
    /// entry. Nothing: the refusal needs an entry of its own.
    std::optional<ledger::EntryId> count(const Digest& what, std::chrono::milliseconds now,
                                         Window window);
    /// Remembers a recorded refusal, unless too many are remembered.
    void remember(Repetition first);
    /// Removes and returns the counts of past windows. The caller records them.
    std::vector<Repetition> take_over(std::chrono::milliseconds now, Window window);
    /// Removes and returns all counts.
    std::vector<Repetition> take_all();

 private:
    std::mutex mutex_;
    std::map<Digest, Repetition> known_;
};

}  // namespace iam::gate
