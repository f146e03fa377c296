// Searches for an object. Once its names are known, its members are independent of each other.
#include "contract/inclusion/search.hpp"

#include <algorithm>
#include <set>

namespace iam::contract {
namespace {

using Op = Term::Op;
using Members = std::map<std::string, Goal>;

// Each pattern doubles the number of kinds of names.
constexpr std::size_t k_name_patterns_max = 6;
constexpr std::uint64_t k_members_max = 10'000;
// Each breach takes a level of the stack, and one schema against another does not give more.
constexpr std::size_t k_breaches_max = 64;

class ObjectSearch {
 public:
    ObjectSearch(Search& search, const Goal& goal) : search_(search), terms_(search.terms()) {
        for (const Claim claim : goal) read(claim);
        for (const Term& term : others_) names_.insert(term.names.begin(), term.names.end());
        for (const std::string& name : absent_) names_.insert(name);
        patterns_.erase(std::unique(patterns_.begin(), patterns_.end()), patterns_.end());
    }

    Answer run() {
        if (least_ > most_) return {};
        if (breaches_.size() > k_breaches_max || !search_.budget().spend_for(names_.size()))
            return {Found::unknown, {}, true};
        for (const auto& [name, claims] : present_)
            if (absent_.count(name) != 0) return {};
        return place(0, present_);
    }

 private:
    /// Some member must exist and violate the term.
    struct Breach {
        Term term{};
    };

    void read(Claim claim) {
        const Term term = terms_[claim.term];
        const auto remember = [&](const std::vector<std::string>& patterns) {
            for (const std::string& pattern : patterns)
                patterns_.insert(std::upper_bound(patterns_.begin(), patterns_.end(), pattern),
                                 pattern);
        };
        switch (term.op) {
            case Op::required:
                names_.insert(term.text);
                if (claim.holds)
                    present_[term.text];
                else
                    absent_.insert(term.text);
                return;
            case Op::property:
                names_.insert(term.text);
                if (claim.holds)
                    rules_[term.text].push_back({term.children.front(), true});
                else
                    present_[term.text].push_back({term.children.front(), false});
                return;
            case Op::min_properties:
            case Op::max_properties:
                return read_count(term, claim.holds);
            case Op::additional:
                remember(term.patterns);
                break;
            case Op::pattern_property:
                remember({term.text});
                break;
            case Op::property_names:
                break;
            default:
                return;
        }
        if (claim.holds)
            others_.push_back(term);
        else
            breaches_.push_back({term});
        names_.insert(term.names.begin(), term.names.end());
    }

    void read_count(const Term& term, bool holds) {
        const bool is_least = (term.op == Op::min_properties) == holds;
        if (is_least)
            least_ = std::max(least_, holds ? term.count : term.count + 1);
        else if (!holds && term.count == 0)
            least_ = 1, most_ = 0;
        else
            most_ = std::min(most_, holds ? term.count : term.count - 1);
    }

    bool matches(const std::string& pattern, const std::string& name) {
        // If the steps are spent, the answer is not used.
        if (!search_.budget().spend_for(name.size())) return false;
        StringGoal goal;
        goal.patterns.push_back(pattern);
        return fits(goal, search_.automata(), name);
    }

    /// True if the term applies to the member of this name.
    bool applies(const Term& term, const std::string& name) {
        if (term.op == Op::property_names) return true;
        if (term.op == Op::pattern_property) return matches(term.text, name);
        return std::find(term.names.begin(), term.names.end(), name) == term.names.end() &&
               std::none_of(term.patterns.begin(), term.patterns.end(),
                            [&](const std::string& pattern) { return matches(pattern, name); });
    }

    Goal claims_about(const std::string& name) {
        Goal claims;
        if (const auto rules = rules_.find(name); rules != rules_.end()) claims = rules->second;
        for (const Term& term : others_)
            if (term.op != Op::property_names && applies(term, name))
                claims.push_back({term.children.front(), true});
        return claims;
    }

    Goal claims_about_names() const {
        Goal claims{{terms_.of_kinds(kind_bit(JsonKind::string)), true}};
        for (const Term& term : others_)
            if (term.op == Op::property_names) claims.push_back({term.children.front(), true});
        return claims;
    }

    // Gives each breach, one after the other, a known or a new member.
    Answer place(std::size_t next, const Members& members) {
        if (!search_.budget().spend_for(names_.size() + members.size()))
            return {Found::unknown, {}, true};
        if (next == breaches_.size()) return finish(members);
        const Term& breach = breaches_[next].term;
        const Claim broken{breach.children.front(), false};
        Answer best;
        std::set<std::string> candidates = names_;
        for (const auto& [name, claims] : members) candidates.insert(name);
        const auto attempt = [&](const std::string& name) {
            Members more = members;
            if (breach.op == Op::property_names)
                more[name];
            else
                more[name].push_back(broken);
            take_either(best, place(next + 1, more));
            return best.found == Found::one && best.certain;
        };
        for (const std::string& name : candidates) {
            if (absent_.count(name) != 0 || !applies(breach, name)) continue;
            if (breach.op == Op::property_names && !is_name(name, {broken}, best)) continue;
            if (attempt(name) || search_.is_settled(best)) return best;
        }
        Goal extra;
        if (breach.op == Op::property_names) extra.push_back(broken);
        const bool done = each_new_name(extra, candidates, best, [&](const std::string& name) {
            return applies(breach, name) && attempt(name);
        });
        // Two breaches with a new member in common are not tried.
        if (!done && best.found == Found::none && next > 0 && most_ < k_members_max)
            best.found = Found::unknown;
        return best;
    }

    bool is_name(const std::string& name, const Goal& extra, Answer& best) {
        Goal goal = claims_about_names();
        goal.insert(goal.end(), extra.begin(), extra.end());
        goal.push_back({terms_.constant(name), true});
        return counts(search_.find(std::move(goal)), best);
    }

    /// True if the answer is certain; an unknown answer stays in `best`.
    static bool counts(const Answer& answer, Answer& best) {
        if (answer.found == Found::one && answer.certain) return true;
        if (answer.found != Found::none) take_either(best, {Found::unknown, {}, true});
        return false;
    }

    // Offers a new name of each kind told apart by patterns; true if `take` took one.
    template <class Take>
    bool each_new_name(const Goal& extra, const std::set<std::string>& known, Answer& best,
                       Take take) {
        if (patterns_.size() > k_name_patterns_max) {
            take_either(best, {Found::unknown, {}, true});
            return false;
        }
        if (!search_.budget().spend_for(known.size())) {
            take_either(best, {Found::unknown, {}, true});
            return false;
        }
        Goal base = claims_about_names();
        base.insert(base.end(), extra.begin(), extra.end());
        if (!known.empty()) base.push_back({terms_.one_of({known.begin(), known.end()}), false});
        for (std::size_t kind = 0; kind < (std::size_t{1} << patterns_.size()); ++kind) {
            Goal goal = base;
            for (std::size_t i = 0; i < patterns_.size(); ++i) {
                Term pattern;
                pattern.op = Op::pattern;
                pattern.text = patterns_[i];
                goal.push_back({terms_.add(std::move(pattern)), (kind >> i & 1U) == 0});
            }
            const Answer name = search_.find(std::move(goal));
            if (counts(name, best) && take(name.value.get<std::string>())) return true;
        }
        return false;
    }

    Answer finish(const Members& members) {
        if (members.size() > most_) return {};
        Answer answer{Found::one, Json::object(), true};
        for (const auto& [name, claims] : members) {
            if (!add(name, claims, answer)) return answer;
        }
        return fill(std::move(answer));
    }

    // Adds a member; false if the member is impossible.
    bool add(const std::string& name, Goal claims, Answer& answer) {
        Answer of_name = search_.find(with_name(name));
        const Goal rules = claims_about(name);
        claims.insert(claims.end(), rules.begin(), rules.end());
        Answer member = search_.find(std::move(claims));
        for (const Answer* part : {&of_name, &member}) {
            if (part->found == Found::none) {
                answer = {};
                return false;
            }
            if (part->found == Found::unknown) answer.found = Found::unknown;
            answer.certain = answer.certain && part->certain;
        }
        if (!search_.budget().spend_for(size_of(member.value))) {
            answer = {Found::unknown, {}, true};
            return false;
        }
        if (answer.found == Found::one) answer.value[name] = std::move(member.value);
        return true;
    }

    Goal with_name(const std::string& name) {
        Goal goal = claims_about_names();
        goal.push_back({terms_.constant(name), true});
        return goal;
    }

    // Adds members until there are as many as there must be.
    Answer fill(Answer answer) {
        if (answer.found != Found::one || answer.value.size() >= least_) return answer;
        if (least_ > k_members_max) return {Found::unknown, {}, true};
        std::set<std::string> known = names_;
        for (const std::string& name : names_) {
            if (answer.value.size() >= least_) return answer;
            if (absent_.count(name) == 0 && !answer.value.contains(name)) try_add(name, answer);
        }
        Answer none;
        while (answer.value.size() < least_) {
            for (const auto& [name, member] : answer.value.items()) known.insert(name);
            const bool added = each_new_name({}, known, none, [&](const std::string& name) {
                known.insert(name);
                return try_add(name, answer);
            });
            if (!added)
                return {
                    none.found == Found::none && !doubt_ ? Found::none : Found::unknown, {}, true};
        }
        return answer;
    }

    bool try_add(const std::string& name, Answer& answer) {
        Answer more = answer;
        if (!add(name, {}, more)) return false;
        doubt_ = doubt_ || more.found != Found::one;
        if (more.found != Found::one) return false;
        answer = std::move(more);
        return true;
    }

    Search& search_;
    Terms& terms_;
    Members present_;                    // members to be present, with their claims
    std::map<std::string, Goal> rules_;  // claims about members, if they are present
    std::set<std::string> absent_;
    std::set<std::string> names_;        // every name mentioned
    std::vector<std::string> patterns_;  // every pattern of names, in order
    std::vector<Term> others_;
    std::vector<Breach> breaches_;
    std::uint64_t least_ = 0;
    std::uint64_t most_ = std::numeric_limits<std::uint64_t>::max();
    bool doubt_ = false;
};

}  // namespace

Answer solve_object(Search& search, const Goal& goal) {
    return ObjectSearch(search, goal).run();
}

}  // namespace iam::contract
