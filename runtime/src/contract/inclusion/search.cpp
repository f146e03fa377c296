// Searches for a value. Claims about connectives are taken apart until only claims about the value
// itself are left.
#include "contract/inclusion/search.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace iam::contract {
namespace {

using Op = Term::Op;

// Each level of a value takes a few levels of the stack.
constexpr std::size_t k_levels_max = 128;
// Each pending choice takes two levels of the stack.
constexpr std::size_t k_choices_max = 1'000;
constexpr std::array<JsonKind, 6> k_kinds{JsonKind::null,   JsonKind::boolean, JsonKind::number,
                                          JsonKind::string, JsonKind::array,   JsonKind::object};

bool insert(Goal& goal, Claim claim) {
    const auto at = std::lower_bound(goal.begin(), goal.end(), claim);
    if (at != goal.end() && *at == claim) return false;
    goal.insert(at, claim);
    return true;
}

bool holds(const Goal& goal, Claim claim) {
    return std::binary_search(goal.begin(), goal.end(), claim);
}

bool has_of_kind(const Term& among, JsonKind kind) {
    return std::any_of(among.values.begin(), among.values.end(),
                       [&](const Json& value) { return kind_of(value) == kind; });
}

/// True if both terms are about the values themselves and no value satisfies both.
bool are_apart(const Terms& terms, TermId a, TermId b) {
    const Term* first = &terms[a];
    const Term* second = &terms[b];
    if (first->op == Op::all || second->op == Op::all) {
        const bool swapped = first->op != Op::all;
        const Term& all = swapped ? *second : *first;
        return std::any_of(all.children.begin(), all.children.end(), [&](TermId child) {
            const Op op = terms[child].op;
            return op != Op::all && are_apart(terms, child, swapped ? a : b);
        });
    }
    if (first->op == Op::kinds && second->op == Op::kinds)
        return (first->kinds & second->kinds) == 0;
    if (first->op == Op::kinds) std::swap(first, second);
    if (first->op != Op::among) return false;
    return std::none_of(first->values.begin(), first->values.end(), [&](const Json& value) {
        if (second->op == Op::kinds) return (second->kinds & kind_bit(kind_of(value))) != 0;
        if (second->op != Op::among) return true;
        return std::any_of(second->values.begin(), second->values.end(),
                           [&](const Json& other) { return json_equal(value, other); });
    });
}

/// True if the goal demands the property's member with a value refused by its term. A tag of this
/// kind tells alternatives apart.
bool is_told_apart(const Terms& terms, const Goal& goal, const Term& property) {
    bool is_there = false;
    bool is_apart = false;
    for (const Claim claim : goal) {
        const Term& term = terms[claim.term];
        if (!claim.holds || term.text != property.text) continue;
        is_there = is_there || term.op == Op::required;
        is_apart = is_apart || (term.op == Op::property &&
                                are_apart(terms, term.children.front(), property.children.front()));
    }
    return is_there && is_apart;
}

}  // namespace

struct Search::Branch {
    Goal claims{};
    Goal open{};
    std::vector<std::vector<Goal>> alternatives{};  ///< in each list, one goal must hold as a whole

    /// The cost of a copy, or of a look at the whole branch.
    std::uint64_t size() const {
        std::uint64_t sum = claims.size();
        for (const std::vector<Goal>& choice : alternatives)
            for (const Goal& goal : choice) sum += 1 + goal.size();
        return sum;
    }
};

std::optional<bool> settled(const Terms& terms, JsonKind kind, Claim claim) {
    const Term& term = terms[claim.term];
    if (term.op == Op::kinds) return ((term.kinds & kind_bit(kind)) != 0) == claim.holds;
    if (term.op == Op::among && !has_of_kind(term, kind)) return !claim.holds;
    const JsonKind about = kind_of(term.op);
    if (about != JsonKind::none && about != kind) return claim.holds;
    if ((term.op == Op::all || term.op == Op::any) && term.children.empty())
        return (term.op == Op::all) == claim.holds;
    return std::nullopt;
}

std::uint64_t size_of(const Json& value) {
    std::uint64_t size = 1;
    if (value.is_string()) size += value.get_ref<const std::string&>().size() / 32;
    if (value.is_structured())
        for (const Json& part : value) size += size_of(part);
    return size;
}

void take_either(Answer& best, Answer other) {
    const auto rank = [](const Answer& answer) {
        if (answer.found == Found::one) return answer.certain ? 3 : 2;
        return answer.found == Found::unknown ? 1 : 0;
    };
    if (rank(other) > rank(best)) best = std::move(other);
}

Answer Search::find(Goal goal, const Accept& accept) {
    std::sort(goal.begin(), goal.end());
    return find_new(goal, &accept);
}

Answer Search::find(Goal goal) {
    std::sort(goal.begin(), goal.end());
    goal.erase(std::unique(goal.begin(), goal.end()), goal.end());
    if (const auto known = known_.find(goal); known != known_.end()) return known->second;
    if (const auto running = running_.find(goal); running != running_.end()) {
        touched_ = std::min(touched_, running->second);
        return {};
    }
    if (running_.size() >= k_levels_max || !budget_.spend_for(goal.size()))
        return {Found::unknown, {}, true};
    const std::size_t level = running_.size();
    running_.emplace(goal, level);
    const std::size_t touched_before =
        std::exchange(touched_, std::numeric_limits<std::size_t>::max());
    Answer answer = find_new(goal, nullptr);
    running_.erase(goal);
    // If a "none" relies on an open question below this level, it is not known without the
    // question.
    if (answer.found == Found::one || touched_ >= level) {
        known_.emplace(goal, answer);
        touched_ = touched_before;
    } else {
        touched_ = std::min(touched_, touched_before);
    }
    return answer;
}

Answer Search::find_new(const Goal& goal, const Accept* accept) {
    Answer best;
    for (const JsonKind kind : k_kinds) {
        Branch branch;
        branch.open = goal;
        take_either(best, explore(kind, std::move(branch), accept));
        if (best.found == Found::one && best.certain) return best;
    }
    return best;
}

Answer Search::explore(JsonKind kind, Branch branch, const Accept* accept) {
    do {
        if (!budget_.spend()) return {Found::unknown, {}, true};
        const bool is_possible = expand(kind, branch);
        // A branch too large to look at is left out, and the answer is then unknown.
        if (!budget_.spend_for(branch.size())) return {Found::unknown, {}, true};
        if (!is_possible || !simplify_choices(kind, branch)) return {};
    } while (!branch.open.empty());
    if (!branch.alternatives.empty()) return explore_choice(kind, std::move(branch), accept);
    Answer answer = solve(kind, branch.claims);
    if (answer.found != Found::one) return answer;
    for (const Claim claim : branch.claims)
        if (terms_[claim.term].op == Op::opaque) answer.certain = false;
    if (answer.certain || accept == nullptr) return answer;
    return (*accept)(answer.value) ? Answer{Found::one, std::move(answer.value), true}
                                   : Answer{Found::unknown, {}, true};
}

Answer Search::explore_choice(JsonKind kind, Branch branch, const Accept* accept) {
    if (choices_ >= k_choices_max) return {Found::unknown, {}, true};
    ++choices_;
    const auto fewest =
        std::min_element(branch.alternatives.begin(), branch.alternatives.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const std::vector<Goal> choice = std::move(*fewest);
    branch.alternatives.erase(fewest);
    Answer best;
    const std::uint64_t size = branch.size();
    for (const Goal& alternative : choice) {
        if (!budget_.spend_for(size)) {
            take_either(best, {Found::unknown, {}, true});
            break;
        }
        Branch next = branch;
        next.open = alternative;
        take_either(best, explore(kind, std::move(next), accept));
        if (is_settled(best)) break;
    }
    --choices_;
    return best;
}

bool Search::is_settled(Answer& best) const {
    if (best.found == Found::one && best.certain) return true;
    if (!budget_.over()) return false;
    take_either(best, {Found::unknown, {}, true});
    return true;
}

// Returns false if two claims contradict each other, or if the steps are spent.
bool Search::expand(JsonKind kind, Branch& branch) {
    while (!branch.open.empty()) {
        const Claim claim = branch.open.back();
        branch.open.pop_back();
        if (const auto truth = settled(terms_, kind, claim)) {
            if (!*truth) return false;
            continue;
        }
        if (holds(branch.claims, claim.opposite())) return false;
        if (!insert(branch.claims, claim)) continue;
        if (!expand_claim(kind, claim, branch)) return false;
    }
    return true;
}

bool Search::expand_claim(JsonKind kind, Claim claim, Branch& branch) {
    const Term& term = terms_[claim.term];
    switch (term.op) {
        case Op::all:
        case Op::any:
            if ((term.op == Op::all) == claim.holds) {
                for (const TermId child : term.children)
                    branch.open.push_back({child, claim.holds});
            } else {
                std::vector<Goal> choice;
                for (const TermId child : term.children) choice.push_back({{child, claim.holds}});
                branch.alternatives.push_back(std::move(choice));
            }
            return true;
        case Op::negation:
            branch.open.push_back({term.children.front(), !claim.holds});
            return true;
        case Op::reference:
            branch.open.push_back({term.children.front(), claim.holds});
            return true;
        case Op::exactly_one:
            return expand_exactly_one(term, claim.holds, branch);
        case Op::among:
            return kind != JsonKind::null || claim.holds;
        default:
            return true;
    }
}

// The number of steps is the square of the number of children, so it pays before it builds.
bool Search::expand_exactly_one(const Term& term, bool holds, Branch& branch) {
    std::vector<Goal> choice;
    const std::size_t count = term.children.size();
    if (!budget_.spend_for(std::uint64_t{count} * count)) return false;
    if (holds) {
        for (std::size_t one = 0; one < count; ++one) {
            Goal alternative;
            for (std::size_t i = 0; i < count; ++i)
                alternative.push_back({term.children[i], i == one});
            choice.push_back(std::move(alternative));
        }
    } else {
        Goal none;
        for (const TermId child : term.children) none.push_back({child, false});
        choice.push_back(std::move(none));
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = i + 1; j < count; ++j)
                choice.push_back({{term.children[i], true}, {term.children[j], true}});
    }
    branch.alternatives.push_back(std::move(choice));
    return true;
}

// Removes impossible goals and fulfilled choices. If one goal of a choice remains, it becomes open.
// Returns false if a choice has none left.
bool Search::simplify_choices(JsonKind kind, Branch& branch) {
    std::vector<std::vector<Goal>> left;
    for (std::vector<Goal>& choice : branch.alternatives) {
        std::vector<Goal> possible;
        bool is_met = false;
        for (Goal& alternative : choice) {
            Goal rest;
            bool is_possible = true;
            for (const Claim claim : alternative) {
                const auto truth = settled(terms_, kind, claim);
                const Term& term = terms_[claim.term];
                const bool is_so = truth.value_or(holds(branch.claims, claim)) ||
                                   (!claim.holds && term.op == Op::property &&
                                    is_told_apart(terms_, branch.claims, term));
                if (is_so) continue;
                is_possible = is_possible && !truth && !holds(branch.claims, claim.opposite());
                rest.push_back(claim);
            }
            is_met = is_met || rest.empty();
            if (is_possible) possible.push_back(std::move(rest));
        }
        if (is_met) continue;
        if (possible.empty()) return false;
        if (possible.size() == 1)
            branch.open.insert(branch.open.end(), possible.front().begin(), possible.front().end());
        else
            left.push_back(std::move(possible));
    }
    branch.alternatives = std::move(left);
    return true;
}

Answer Search::solve(JsonKind kind, const Goal& goal) {
    switch (kind) {
        case JsonKind::number:
            return solve_number(goal);
        case JsonKind::string:
            return solve_string(goal);
        case JsonKind::array:
            return solve_array(*this, goal);
        case JsonKind::object:
            return solve_object(*this, goal);
        default:
            return solve_scalar(kind, goal);
    }
}

}  // namespace iam::contract
