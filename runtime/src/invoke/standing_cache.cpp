// One cheap read of the epoch instead of one of the whole standing.
#include "standing_cache.hpp"

#include <algorithm>

namespace iam::invoke {
namespace {

// Enough for the tools and users of one program; a server with more only reads more often.
constexpr std::size_t k_known_max = 1024;

std::vector<Digest> earlier_contracts(const consent::Standing& standing, const Digest& today) {
    std::vector<Digest> earlier;
    const auto add = [&](const auto& record) {
        const Digest& contract = record.consent_digest;
        if (record.match.kind == consent::Match::Kind::tool || contract == today) return;
        if (std::find(earlier.begin(), earlier.end(), contract) == earlier.end())
            earlier.push_back(contract);
    };
    std::for_each(standing.grants.begin(), standing.grants.end(), add);
    std::for_each(standing.permissions.begin(), standing.permissions.end(), add);
    return earlier;
}

std::shared_ptr<const KnownStanding> make_known(
    consent::Standing standing, consent::ContractChanges changes, const FoundTool& tool,
    const Subject& subject, const consent::Settings& settings,
    const std::shared_ptr<const consent::RuleBook>& book) {
    auto known = std::make_shared<KnownStanding>();
    known->standing = std::move(standing);
    known->changes = std::move(changes);
    known->earlier = earlier_contracts(known->standing, tool.contract->digests.consent);
    known->generation = tool.catalogue->generation();
    known->rules = consent::rules_for(book, *tool.contract);
    if (known->standing.grants.empty() && known->standing.permissions.empty() &&
        known->rules.is_steady()) {
        const consent::Facts facts{*tool.contract, subject, nullptr, {}};
        known->fixed = consent::decide(facts, known->standing, settings, known->rules);
    }
    return known;
}

}  // namespace

Result<std::shared_ptr<const KnownStanding>> StandingCache::get(
    ledger::Store& store, ContractHistory& history, const FoundTool& tool, const Subject& subject,
    const consent::Settings& settings, const std::shared_ptr<const consent::RuleBook>& book,
    bool fresh) {
    const ToolId& id = tool.contract->id;
    if (!fresh) {
        IAM_TRY(epoch, store.epoch());
        const std::lock_guard lock(mutex_);
        const auto place = known_.find(KeyView{id, subject});
        if (place != known_.end() && place->second->standing.epoch == epoch &&
            place->second->rules.book == book &&
            place->second->generation == tool.catalogue->generation()) {
            return place->second;
        }
    }
    IAM_TRY(standing, store.standing(id, subject));
    IAM_TRY(changes, history.changes(store, *tool.contract, standing));
    auto known = make_known(std::move(standing), std::move(changes), tool, subject, settings, book);
    const std::lock_guard lock(mutex_);
    if (known_.size() >= k_known_max) known_.clear();
    known_.insert_or_assign(Key{id, subject}, known);
    return known;
}

}  // namespace iam::invoke
