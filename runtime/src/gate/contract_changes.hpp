// What was allowed under earlier contracts, judged by what has changed since.
#pragma once

#include <iam/consent/changes.hpp>
#include <iam/consent/decision.hpp>
#include <iam/ledger/store.hpp>

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace iam::gate {

struct Engine;

/// The contract's document with the full schemas beside those that it publishes, as a manifest has it: what another version of it is
/// compared with. The document as it is, where that is no tool object.
std::string whole_document(const Contract& contract);

/// Thread-safe. A pair of contracts is compared once.
class ContractHistory {
 public:
    /// `judge`: nullptr where every change suspends.
    explicit ContractHistory(consent::JudgeChange judge) noexcept : judge_(judge) {}

    /// What became of the contract with this consent digest, which is not today's. One that the store does not have is suspended.
    Result<consent::ContractChange> change(ledger::Store& store, const Contract& today,
                                           const Digest& before);
    /// A row for each other contract under which `standing` has something that allows.
    Result<consent::ContractChanges> changes(ledger::Store& store, const Contract& today,
                                             const consent::Standing& standing);

 private:
    using Pair = std::pair<Digest, Digest>;  // before, today
    const consent::JudgeChange judge_;
    std::mutex mutex_;
    std::map<Pair, consent::ContractChange> known_;
};

/// Whether what was allowed under the contract with this consent digest still is. A tool that is not registered here may be in another
/// program, so only a changed one does not count.
Result<bool> counts_today(Engine& engine, const ToolId& id, const Digest& consent_digest);

/// Of the changes that matter, for people; never empty where there is a change.
std::vector<words::Sentences> sentences_of(
    const std::vector<const consent::ContractChange*>& changes);

}  // namespace iam::gate
