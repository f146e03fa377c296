// The effect of a changed contract on consent given under an earlier one. Plain values; the
// decision looks them up.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/tool/contract.hpp>
#include <iam/words/sentences.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::consent {

enum class ChangeEffect {
    keep,     ///< the consent counts as if nothing had changed
    suspend,  ///< it does not count until the earlier contract is in force again
    revoke,   ///< it never counts again
};

/// An earlier contract of a tool, held against the present one.
struct ContractChange {
    Digest before{};  ///< the consent digest of the earlier contract
    ChangeEffect effect = ChangeEffect::suspend;
    /// Why the consent does not count: a sentence for each change that matters to people. Empty if
    /// it counts.
    std::vector<words::Sentences> findings{};
    friend bool operator==(const ContractChange&, const ContractChange&) = default;
};

/// The changes of one tool, a row for each earlier contract. Consent under a contract without a row
/// is suspended.
using ContractChanges = std::vector<ContractChange>;

/// Compares the earlier contract (with the consent digest `before`) with today's. `document` is the
/// earlier Contract::document.
using JudgeChange = ContractChange (*)(const Digest& before, const std::string& document,
                                       const Contract& today);

/// Returns nullptr if no row has this digest.
const ContractChange* find_change(const ContractChanges& changes, const Digest& before) noexcept;

/// The keyed digests of a call's arguments under an earlier contract.
struct EarlierArguments {
    Digest contract{};
    Digest arguments{};
    std::optional<Digest> keys{};
};

}  // namespace iam::consent
