// Each pair of contracts is judged once while its judgement is kept.
#include "gate/consent/contract_changes.hpp"

#include "gate/engine/basis.hpp"
#include "gate/functions/permit_issuer.hpp"
#include <iam/contract/digests.hpp>
#include <iam/core/json.hpp>

#include <utility>

namespace iam::gate {

using consent::ChangeEffect;
using consent::ContractChange;

std::string whole_document(const Contract& contract) {
    if (!contract.endpoint.empty())
        return R"({"endpoint":)" + contract.endpoint + R"(,"tool":)" + contract.document + "}";
    if (contract.full_schemas.empty()) return contract.document;
    auto document = parse_ordered_json(contract.document);
    auto full = parse_ordered_json(contract.full_schemas);
    const OrderedJson::json_pointer facts("/_meta/iam~1contract");
    if (!document || !full || !document->contains(facts) || !document->at(facts).is_object())
        return contract.document;
    document->at(facts)[contract::k_full_fact] = *std::move(full);
    return document->dump();
}

Result<ContractChange> ContractHistory::change(ledger::Store& store, const Contract& today,
                                               const Digest& before) {
    if (judge_ == nullptr) return ContractChange{before, ChangeEffect::suspend, {}};
    const Pair pair{before, today.digests.consent};
    {
        const std::lock_guard lock(mutex_);
        const auto known = known_.find(pair);
        if (known != known_.end()) return known->second;
    }
    IAM_TRY(text, store.contract(before));
    if (!text) return ContractChange{before, ChangeEffect::suspend, {}};
    ContractChange change = judge_(before, *text, today);
    const std::lock_guard lock(mutex_);
    // Another server can change its tool as often as it likes.
    if (known_.size() >= k_known_pairs_max) known_.clear();
    return known_.insert_or_assign(pair, std::move(change)).first->second;
}

Result<consent::ContractChanges> ContractHistory::changes(ledger::Store& store,
                                                          const Contract& today,
                                                          const consent::Standing& standing) {
    consent::ContractChanges changes;
    const auto add = [&](const Digest& before) -> Result<void> {
        if (before == today.digests.consent || consent::find_change(changes, before) != nullptr)
            return {};
        IAM_TRY(row, change(store, today, before));
        changes.push_back(std::move(row));
        return {};
    };
    // Of this program's own tools a policy is about the name alone.
    if (standing.stored_policy == Policy::allow && standing.policy_contract)
        IAM_CHECK(add(*standing.policy_contract));
    for (const consent::Grant& grant : standing.grants) IAM_CHECK(add(grant.consent_digest));
    for (const consent::Permission& permission : standing.permissions) {
        if (permission.allow) IAM_CHECK(add(permission.consent_digest));
    }
    return changes;
}

std::vector<words::Sentences> sentences_of(const std::vector<const ContractChange*>& changes) {
    std::vector<words::Sentences> sentences;
    for (const ContractChange* change : changes) {
        sentences.insert(sentences.end(), change->findings.begin(), change->findings.end());
        if (change->findings.empty()) sentences.emplace_back(say(words::Id::change_unknown));
    }
    return sentences;
}

Result<bool> counts_today(const Basis& basis, ContractHistory& history, const ToolId& id,
                          const Digest& consent_digest) {
    const FoundTool tool = find_tool(basis, id);
    if (!tool || tool.contract->digests.consent == consent_digest) return true;
    IAM_TRY(change, history.change(basis.parts.store, *tool.contract, consent_digest));
    return change.effect == ChangeEffect::keep;
}

}  // namespace iam::gate
