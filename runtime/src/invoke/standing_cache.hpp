// What the store holds about a tool and a subject, kept while the store's epoch stands still.
#pragma once

#include "contract_changes.hpp"
#include "permit_issuer.hpp"
#include <iam/consent/decision.hpp>
#include <iam/consent/rules.hpp>
#include <iam/ledger/store.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace iam::invoke {

/// A Standing and what follows from it alone.
struct KnownStanding {
    consent::Standing standing{};
    consent::ContractChanges changes{};  ///< of contracts that it has something of, to the tool's
    /// Contracts, each once, under which something of it is bound to values: denials too, which no change ends.
    std::vector<Digest> earlier{};
    consent::ToolRules rules{};    ///< of the book that was in force
    std::uint64_t generation = 0;  ///< of the catalogue whose contract was decided on
    /// Where neither grants nor permissions are there, nor rules that look at them, neither time nor arguments matter:
    /// decided once per epoch and book of rules.
    std::optional<consent::Ruling> fixed{};
};

/// Thread-safe.
class StandingCache {
 public:
    /// `fresh`: read again even at the same epoch, since the spending of a grant does not move it.
    Result<std::shared_ptr<const KnownStanding>> get(
        ledger::Store& store, ContractHistory& history, const FoundTool& tool,
        const Subject& subject, const consent::Settings& settings,
        const std::shared_ptr<const consent::RuleBook>& book, bool fresh);

 private:
    struct Key {
        ToolId tool;
        Subject subject;
    };
    struct KeyView {
        const ToolId& tool;
        const Subject& subject;
    };
    struct Less {
        using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's name
        template <class A, class B>
        bool operator()(const A& a, const B& b) const noexcept {
            const auto order = a.tool <=> b.tool;
            return order != 0 ? order < 0 : a.subject < b.subject;
        }
    };
    std::mutex mutex_;
    std::map<Key, std::shared_ptr<const KnownStanding>, Less> known_;
};

}  // namespace iam::invoke
