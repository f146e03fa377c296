// Refusals that come again and again: the first is recorded, the others are counted.
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

/// What was refused again.
struct Repetition {
    Digest what{};
    ledger::EntryId first{};  ///< the entry of the first one
    std::string code{};
    ToolId tool{};
    Subject subject{};
    std::uint64_t count = 0;             ///< without the first
    std::chrono::milliseconds begin{0};  ///< of the first and of the last, on the boot clock
    std::chrono::milliseconds last{0};
};

/// Under which refusals are one and the same: who proposed what, with which code it was refused (of a malformed call: what is wrong with
/// it), and who decided so. Nothing: a person was asked, or it is about an undo; those each have an entry.
std::optional<Digest> identity_of(const CallState& call, const Refusal& refusal);

/// Thread-safe.
class RepeatedRefusals {
 public:
    using Window = std::chrono::milliseconds;

    /// Counts it where the same was refused within the window: the entry of the first. Nothing: it needs one of its own.
    std::optional<ledger::EntryId> count(const Digest& what, std::chrono::milliseconds now,
                                         Window window);
    /// One that has an entry now. Where too many are remembered it is not.
    void remember(Repetition first);
    /// What was counted and whose window is over: it is forgotten here, to be recorded.
    std::vector<Repetition> take_over(std::chrono::milliseconds now, Window window);
    /// The same of all.
    std::vector<Repetition> take_all();

 private:
    std::mutex mutex_;
    std::map<Digest, Repetition> known_;
};

}  // namespace iam::gate
