// What the store holds about a tool and a subject, kept while the store's epoch stands still.
#pragma once

#include "contract_changes.hpp"
#include "permit_issuer.hpp"
#include <iam/consent/decision.hpp>
#include <iam/consent/rules.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/ledger/store.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gate {

/// A Standing and what follows from it alone.
struct KnownStanding {
    consent::Standing standing{};
    consent::ContractChanges changes{};  ///< of contracts that it has something of, to the tool's
    /// Contracts, each once, under which something of it is bound to values: denials too, which no change ends.
    std::vector<Digest> earlier{};
    consent::ToolRules rules{};    ///< of the book that was in force
    std::uint64_t generation = 0;  ///< of the catalogue whose contract was decided on
    /// The store has that contract. Never false again: looked at without a lock.
    mutable std::atomic<bool> has_contract{false};
    /// Where neither grants nor permissions are there, nor rules that look at them, neither time nor arguments matter:
    /// decided once per epoch and book of rules.
    std::optional<consent::Ruling> fixed{};
    /// What the entries of every call have in common: those of its intents, the same with the decision where that is `fixed`, and those of its
    /// outcomes.
    ledger::CommonFacts intent_facts{};
    ledger::CommonFacts fixed_intent_facts{};
    ledger::CommonFacts outcome_facts{};
    /// When the first of its "allow always" lapses; nothing: none does.
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> first_lapse{};

    /// What can concern a call whose arguments are not read yet.
    const consent::Standing& before_arguments() const noexcept;
    /// What can concern a call with these arguments. `kept` has it where that is not all that there is.
    const consent::Standing& concerning(const consent::Facts& facts, consent::Standing& kept) const;
    /// nullptr: there is none of that id.
    const consent::Grant* find_grant(std::string_view id) const;

    /// Of a standing with many records that are bound to values: each by its digest, and what is left without them. Else empty: then all are
    /// looked at.
    struct Bound {
        Digest values{};
        bool is_grant = false;
        std::size_t at = 0;  ///< in Standing::grants or permissions
    };
    std::vector<Bound> bound{};
    std::vector<std::size_t> grants_by_id{};
    consent::Standing unbound{};
};

/// Thread-safe.
class StandingCache {
 public:
    /// `fresh`: read again even at the same epoch, since the spending of a grant does not move it.
    Result<std::shared_ptr<const KnownStanding>> get(
        const Parts& parts, ContractHistory& history, const FoundTool& tool, const Subject& subject,
        const consent::Settings& settings, const std::shared_ptr<const consent::RuleBook>& book,
        bool fresh);

 private:
    /// The tool by its contract, which need not be there any more: then the generation has moved.
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
    std::mutex mutex_;
    std::map<Key, std::shared_ptr<const KnownStanding>, Less> known_;
};

}  // namespace iam::gate
