// What a change of a tool's contract does to what was allowed under an earlier one. Plain values; the decision looks them up.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/tool/contract.hpp>
#include <iam/words/sentences.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::consent {

enum class ChangeEffect {
    keep,     ///< it counts as if nothing had changed
    suspend,  ///< it does not, until the contract is again what it was
    revoke,   ///< never again
};

/// An earlier contract of a tool, held against the present one.
struct ContractChange {
    Digest before{};  ///< the consent digest that something was allowed under
    ChangeEffect effect = ChangeEffect::suspend;
    /// Why it does not count, a sentence for each change that people should hear of; empty where it does.
    std::vector<words::Sentences> findings{};
    friend bool operator==(const ContractChange&, const ContractChange&) = default;
};

/// Of one tool; a row for each earlier contract. One without a row counts as suspended.
using ContractChanges = std::vector<ContractChange>;

/// Holds the contract with this consent digest against today's. `document`: what the earlier one was (Contract::document).
using JudgeChange = ContractChange (*)(const Digest& before, const std::string& document,
                                       const Contract& today);

/// nullptr: no row.
const ContractChange* find_change(const ContractChanges& changes, const Digest& before) noexcept;

/// The keyed digests of a call's arguments, had the contract been an earlier one.
struct EarlierArguments {
    Digest contract{};
    Digest arguments{};
    std::optional<Digest> keys{};
};

}  // namespace iam::consent
