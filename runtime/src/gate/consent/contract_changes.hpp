// Consent given under earlier contracts, judged by the changes since then.
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

struct Basis;

/// The contract's document with its full schemas beside the published ones, as in a manifest.
/// Another version is compared with this. Returns the document unchanged if it is no tool object.
std::string whole_document(const Contract& contract);

/// Judgements are kept for this many pairs of contracts; then all are forgotten.
inline constexpr std::size_t k_known_pairs_max = 1'024;

/// Thread-safe. A pair of contracts is compared once, as long as its judgement is kept.
class ContractHistory {
 public:
    /// `judge`: nullptr makes every change suspend.
    explicit ContractHistory(consent::JudgeChange judge) noexcept : judge_(judge) {}

    /// Judges the change from the contract with this consent digest to today's. A contract missing
    /// in the store is suspended.
    Result<consent::ContractChange> change(ledger::Store& store, const Contract& today,
                                           const Digest& before);
    /// One row for each other contract with an allowing record in `standing`.
    Result<consent::ContractChanges> changes(ledger::Store& store, const Contract& today,
                                             const consent::Standing& standing);

 private:
    using Pair = std::pair<Digest, Digest>;  // before, today
    const consent::JudgeChange judge_;
    std::mutex mutex_;
    std::map<Pair, consent::ContractChange> known_;
};

/// Whether consent under the contract with this digest still counts. A tool not registered here may
/// be in another program, so only a changed tool does not count.
Result<bool> counts_today(const Basis& basis, ContractHistory& history, const ToolId& id,
                          const Digest& consent_digest);

/// Sentences for people about the changes that matter. Not empty if there is one.
std::vector<words::Sentences> sentences_of(
    const std::vector<const consent::ContractChange*>& changes);

}  // namespace iam::gate
