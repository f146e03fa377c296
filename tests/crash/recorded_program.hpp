// A program that does everything with its ledger that lasts, the same in every run, and what the
// ledger then is.
#pragma once

#include <iam/core/entropy.hpp>
#include <iam/ledger/store.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace iam::test {

/// All that a store says of itself.
struct Snapshot {
    std::vector<std::pair<ToolId, Policy>> policies{};
    std::vector<consent::Grant> grants{};
    std::vector<consent::Permission> permissions{};
    std::vector<consent::Approval> approvals{};
    std::vector<consent::BrokenRecord> broken{};
    std::optional<consent::Freeze> freeze{};
    std::uint64_t epoch = 0;
    std::size_t count = 0;            ///< of entries
    Digest entries{};                 ///< and their values and undo states
    std::set<std::string> intents{};  ///< ids of their calls
    friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

Result<Snapshot> snapshot_of(ledger::Store& store);

/// With a log so small that a checkpoint comes every few calls.
Result<std::unique_ptr<ledger::Store>> open_recorded(const std::filesystem::path& folder,
                                                     Entropy& entropy);

/// What it tells while it runs.
struct Witness {
    std::function<void(ledger::Store&)> on_open = [](ledger::Store&) {};
    /// A commit has been acknowledged.
    std::function<void(ledger::Store&)> on_commit = [](ledger::Store&) {};
    /// So has one that a power cut may take back, up to the next one that it may not
    /// (Batch::lazily_synced).
    std::function<void(ledger::Store&)> on_lazy_commit = [](ledger::Store&) {};
    /// A function runs for this call.
    std::function<void(const std::string&)> on_effect = [](const std::string&) {};
};

/// Calls by policy, some with outcomes that may be lost, by grants, by answers and by permissions;
/// refusals; an undo and a redo; revocations, a freeze, values erased, a signed checkpoint; the end
/// of the program in between and another start.
void run_recorded_program(const std::filesystem::path& folder, const Witness& witness);

}  // namespace iam::test
