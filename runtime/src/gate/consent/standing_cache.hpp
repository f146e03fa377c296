// The store's records about a tool and a subject, kept while their epochs stand still.
#pragma once

#include "gate/consent/contract_changes.hpp"
#include "gate/engine/basis.hpp"
#include "gate/functions/permit_issuer.hpp"
#include <iam/consent/decision.hpp>
#include <iam/consent/rules.hpp>
#include <iam/ledger/store.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gate {

/// A Standing, and all values derived from it alone.
struct KnownStanding {
    consent::Standing standing{};
    /// Changes from other contracts with records in `standing` to today's.
    consent::ContractChanges changes{};
    /// Contracts with a record bound to a value, each once. Denials count too: no change ends them.
    std::vector<Digest> earlier{};
    consent::OriginTrust trust = consent::OriginTrust::none;  ///< of the tool's origin
    consent::ToolRules rules{};                               ///< of the rule book in force
    std::uint64_t generation = 0;  ///< of the catalogue with the decided contract
    std::string scope{};           ///< of the subject, for ExpectEpoch
    /// The epoch of all records when `standing` was last known to be right.
    mutable std::atomic<std::uint64_t> right_at{0};
    /// True once a call of this program has used a record in `standing`, which moves no epoch.
    mutable std::atomic<bool> is_used{false};
    /// True once the store has the contract; never false again. Read without a lock.
    mutable std::atomic<bool> has_contract{false};
    /// The decision, made once per epoch and rule book. Only where there are no grants, no
    /// permissions and no rules about them, and neither time nor arguments matter.
    std::optional<consent::Ruling> fixed{};
    /// The facts shared by the entries of all calls: of intents, of intents with the `fixed`
    /// decision, and of outcomes.
    ledger::CommonFacts intent_facts{};
    ledger::CommonFacts fixed_intent_facts{};
    ledger::CommonFacts outcome_facts{};
    /// When the first "allow always" lapses. Nothing: none does.
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> first_lapse{};

    /// The records that can concern a call before its arguments are read.
    const consent::Standing& before_arguments() const noexcept;
    /// The records that can concern a call with these arguments. `kept` holds them if they are not
    /// all of the records.
    const consent::Standing& concerning(const consent::Facts& facts, consent::Standing& kept) const;
    // Return nullptr if there is no record of this id.
    const consent::Grant* find_grant(std::string_view id) const;
    const consent::Permission* find_permission(std::string_view id) const;

    /// Where many records are bound to values: each by its digest, and the rest. Otherwise empty,
    /// and all records are scanned.
    struct Bound {
        Digest values{};
        bool is_grant = false;
        std::size_t at = 0;  ///< in Standing::grants or permissions
    };
    std::vector<Bound> bound{};
    std::vector<std::size_t> grants_by_id{};
    std::vector<std::size_t> permissions_by_id{};
    consent::Standing unbound{};
};

/// Thread-safe.
class StandingCache {
 public:
    /// `history` outlives this object.
    explicit StandingCache(ContractHistory& history) noexcept : history_(history) {}

    struct Got {
        std::shared_ptr<const KnownStanding> known{};
        bool is_fresh = false;  ///< read from the store just now
    };
    /// `fresh`: read again even at the same epochs. Spending a grant does not move them, and the
    /// store's numbers may lag.
    Result<Got> get(const Basis& basis, const FoundTool& tool, const Subject& subject, bool fresh);

 private:
    std::shared_ptr<const KnownStanding> find(const FoundTool& tool, const Subject& subject,
                                              const std::shared_ptr<const consent::RuleBook>& book);

    /// Names the tool by its contract. The pointer may be dangling after the generation has moved.
    struct Key {
        const Contract* tool;
        Subject subject;
    };
    struct KeyView {
        const Contract* tool;
        const Subject& subject;
    };
    struct Less {
        using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's name
        template <class A, class B>
        bool operator()(const A& a, const B& b) const noexcept {
            return a.tool != b.tool ? std::less<>()(a.tool, b.tool) : a.subject < b.subject;
        }
    };
    ContractHistory& history_;
    std::mutex mutex_;
    std::map<Key, std::shared_ptr<const KnownStanding>, Less> known_;
};

}  // namespace iam::gate
