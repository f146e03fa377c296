// Reads the cheap epochs in place of the whole standing.
#include "gate/consent/standing_cache.hpp"

#include <algorithm>
#include <numeric>

namespace iam::gate {
namespace {

// Enough for the tools and users of one program. With more, a server reads more often.
constexpr std::size_t k_known_max = 1024;
// A scan of fewer records is faster than a look-up.
constexpr std::ptrdiff_t k_looked_at_max = 32;

bool is_bound(const consent::Match& match) noexcept {
    return match.kind != consent::Match::Kind::tool;
}

std::vector<Digest> earlier_contracts(const consent::Standing& standing, const Digest& today) {
    std::vector<Digest> earlier;
    const auto add = [&](const auto& record) {
        const Digest& contract = record.consent_digest;
        if (!is_bound(record.match) || contract == today) return;
        if (std::find(earlier.begin(), earlier.end(), contract) == earlier.end())
            earlier.push_back(contract);
    };
    std::for_each(standing.grants.begin(), standing.grants.end(), add);
    std::for_each(standing.permissions.begin(), standing.permissions.end(), add);
    return earlier;
}

/// The places of the records in the order of their ids.
template <class Record>
std::vector<std::size_t> sorted_by_id(const std::vector<Record>& records) {
    std::vector<std::size_t> places(records.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::sort(places.begin(), places.end(),
              [&](std::size_t a, std::size_t b) { return records[a].id < records[b].id; });
    return places;
}

/// `by_id`: sorted_by_id(), or empty for few records.
template <class Record>
const Record* find_by_id(const std::vector<Record>& records, const std::vector<std::size_t>& by_id,
                         std::string_view id) {
    if (by_id.empty()) {
        const auto place = std::find_if(records.begin(), records.end(),
                                        [&](const Record& record) { return record.id == id; });
        return place == records.end() ? nullptr : &*place;
    }
    const auto place = std::lower_bound(
        by_id.begin(), by_id.end(), id,
        [&](std::size_t at, std::string_view wanted) { return records[at].id < wanted; });
    return place == by_id.end() || records[*place].id != id ? nullptr : &records[*place];
}

/// Records bound to values are looked up. The others are few: one permission for a tool and
/// subject, and a person's grants.
void index_bound(KnownStanding& known) {
    const consent::Standing& all = known.standing;
    const auto count = [](const auto& records) {
        return std::count_if(records.begin(), records.end(),
                             [](const auto& record) { return is_bound(record.match); });
    };
    if (count(all.grants) + count(all.permissions) < k_looked_at_max) return;
    known.unbound = {.stored_policy = all.stored_policy,
                     .policy_contract = all.policy_contract,
                     .trust = all.trust,
                     .freeze = all.freeze,
                     .broken = all.broken,
                     .epoch = all.epoch,
                     .subject_epoch = all.subject_epoch};
    const auto sort_in = [&](const auto& records, bool are_grants, auto& others) {
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (is_bound(records[i].match))
                known.bound.push_back({records[i].match.arguments, are_grants, i});
            else
                others.push_back(records[i]);
        }
    };
    sort_in(all.grants, true, known.unbound.grants);
    sort_in(all.permissions, false, known.unbound.permissions);
    std::sort(known.bound.begin(), known.bound.end(),
              [](const auto& a, const auto& b) { return a.values < b.values; });
    known.grants_by_id = sorted_by_id(all.grants);
    known.permissions_by_id = sorted_by_id(all.permissions);
}

void write_common_facts(KnownStanding& known, const Parts& parts, const FoundTool& tool,
                        const Subject& subject) {
    ledger::Entry facts;
    facts.application = tool.catalogue->application();
    facts.tool = tool.contract->id;
    known.outcome_facts = ledger::CommonFacts(facts);
    facts.build = parts.build;
    facts.contract = tool.contract->digests;
    facts.generator = tool.contract->generator;
    if (known.rules.book) facts.rules = known.rules.book->digest();
    facts.subject = subject;
    known.intent_facts = ledger::CommonFacts(facts);
    if (!known.fixed) return;
    facts.decision = known.fixed->decision;
    known.fixed_intent_facts = ledger::CommonFacts(facts);
}

std::shared_ptr<KnownStanding> make_known(const Basis& basis, consent::Standing standing,
                                          consent::ContractChanges changes, const FoundTool& tool,
                                          const Subject& subject,
                                          const std::shared_ptr<const consent::RuleBook>& book) {
    const consent::Settings& settings = basis.settings.consent;
    auto known = std::make_shared<KnownStanding>();
    known->standing = std::move(standing);
    known->changes = std::move(changes);
    for (const consent::Permission& permission : known->standing.permissions) {
        const auto lapse = consent::lapses_at(permission, settings);
        if (lapse && (!known->first_lapse || *lapse < *known->first_lapse))
            known->first_lapse = lapse;
    }
    index_bound(*known);
    known->earlier = earlier_contracts(known->standing, tool.contract->digests.consent);
    known->generation = tool.catalogue->generation();
    known->scope = consent::subject_scope(subject.user, subject.workspace);
    known->rules = consent::rules_for(book, *tool.contract, known->standing.trust);
    known->trust = consent::origin_trust(*tool.contract, known->standing.trust);
    if (known->standing.grants.empty() && known->standing.permissions.empty() &&
        known->rules.is_steady()) {
        consent::Facts facts{.contract = *tool.contract, .subject = subject};
        facts.changes = &known->changes;
        known->fixed = consent::decide(facts, known->standing, settings, known->rules);
    }
    write_common_facts(*known, basis.parts, tool, subject);
    return known;
}

/// True if no record of the standing has changed. Others change theirs more often, so the epoch of
/// all records alone would end every standing with each grant to anybody.
Result<bool> is_right(ledger::Store& store, const KnownStanding& known, std::uint64_t epoch) {
    if (known.right_at == epoch) return true;
    // A broken record may have been anybody's, so no epoch of a scope tells about it.
    if (!known.standing.broken.empty()) return false;
    IAM_TRY(common, store.epoch(consent::k_common_scope));
    IAM_TRY(subject, store.epoch(known.scope));
    if (common != known.standing.epoch || subject != known.standing.subject_epoch) return false;
    known.right_at = epoch;
    return true;
}

}  // namespace

const consent::Standing& KnownStanding::before_arguments() const noexcept {
    // A grant for a value may lift a stored deny.
    return bound.empty() || standing.stored_policy == Policy::deny ? standing : unbound;
}

const consent::Standing& KnownStanding::concerning(const consent::Facts& facts,
                                                   consent::Standing& kept) const {
    if (bound.empty()) return standing;
    kept = unbound;
    const auto add = [&](const Digest& values) {
        const auto first =
            std::lower_bound(bound.begin(), bound.end(), values,
                             [](const Bound& one, const Digest& key) { return one.values < key; });
        for (auto one = first; one != bound.end() && one->values == values; ++one) {
            if (one->is_grant)
                kept.grants.push_back(standing.grants[one->at]);
            else
                kept.permissions.push_back(standing.permissions[one->at]);
        }
    };
    if (facts.arguments_digest != nullptr) add(*facts.arguments_digest);
    if (facts.keys_digest != nullptr) add(*facts.keys_digest);
    if (facts.earlier_arguments == nullptr) return kept;
    for (const consent::EarlierArguments& then : *facts.earlier_arguments) {
        add(then.arguments);
        if (then.keys) add(*then.keys);
    }
    return kept;
}

const consent::Grant* KnownStanding::find_grant(std::string_view id) const {
    return find_by_id(standing.grants, grants_by_id, id);
}

const consent::Permission* KnownStanding::find_permission(std::string_view id) const {
    return find_by_id(standing.permissions, permissions_by_id, id);
}

std::shared_ptr<const KnownStanding> StandingCache::find(
    const FoundTool& tool, const Subject& subject,
    const std::shared_ptr<const consent::RuleBook>& book) {
    const std::lock_guard lock(mutex_);
    const auto place = known_.find(KeyView{tool.contract, subject});
    if (place == known_.end() || place->second->rules.book != book ||
        place->second->generation != tool.catalogue->generation() || place->second->is_used)
        return nullptr;
    return place->second;
}

Result<StandingCache::Got> StandingCache::get(const Basis& basis, const FoundTool& tool,
                                              const Subject& subject, bool fresh) {
    ledger::Store& store = basis.parts.store;
    const auto book = rules_now(basis);
    // Read before the standing, so a change in between is noticed the next time.
    IAM_TRY(epoch, store.epoch(consent::k_all_scope));
    if (!fresh) {
        if (auto kept = find(tool, subject, book)) {
            IAM_TRY(right, is_right(store, *kept, epoch));
            if (right) return Got{std::move(kept), false};
        }
    }
    IAM_TRY(standing, store.standing(tool.contract->id, subject));
    IAM_TRY(changes, history_.changes(store, *tool.contract, standing));
    auto known = make_known(basis, std::move(standing), std::move(changes), tool, subject, book);
    known->right_at = epoch;
    const std::lock_guard lock(mutex_);
    if (known_.size() >= k_known_max) known_.clear();
    known_.insert_or_assign(Key{tool.contract, subject}, known);
    return Got{std::move(known), true};
}

}  // namespace iam::gate
