// Searches for booleans, numbers and strings to satisfy the claims left in a goal.
#include "contract/inclusion/search.hpp"
#include <iam/core/json_number.hpp>

#include <algorithm>

namespace iam::contract {
namespace {

using Op = Term::Op;

/// True if the sorted list has the value.
bool has(const std::vector<Json>& list, const Json& value) {
    return std::binary_search(list.begin(), list.end(), value,
                              [](const Json& a, const Json& b) { return json_order(a, b) < 0; });
}

/// The values listed by a goal, if it lists any. Values missing in another of its lists, or
/// excluded by the goal, are left out.
std::optional<std::vector<Json>> listed(const Terms& terms, const Goal& goal, JsonKind kind) {
    std::vector<const std::vector<Json>*> lists;
    std::vector<const std::vector<Json>*> excluded;
    for (const Claim claim : goal)
        if (terms[claim.term].op == Op::among)
            (claim.holds ? lists : excluded).push_back(&terms[claim.term].values);
    if (lists.empty()) return std::nullopt;
    std::vector<Json> left;
    std::copy_if(lists.front()->begin(), lists.front()->end(), std::back_inserter(left),
                 [&](const Json& value) {
                     const auto has_it = [&](const auto* list) { return has(*list, value); };
                     return kind_of(value) == kind &&
                            std::all_of(lists.begin(), lists.end(), has_it) &&
                            std::none_of(excluded.begin(), excluded.end(), has_it);
                 });
    return left;
}

/// Calls `take` for the values excluded by a goal one by one.
template <class Take>
void each_excluded(const Terms& terms, const Goal& goal, JsonKind kind, Take take) {
    for (const Claim claim : goal) {
        const Term& term = terms[claim.term];
        if (term.op != Op::among || claim.holds) continue;
        for (const Json& value : term.values)
            if (kind_of(value) == kind) take(value);
    }
}

void add_to(NumberGoal& numbers, const Term& term, bool holds) {
    if (term.op == Op::multiple_of)
        return (holds ? numbers.steps : numbers.no_steps).push_back(term.number);
    if (term.op != Op::minimum && term.op != Op::maximum) return;
    // A number not below a bound is at or above it.
    const bool is_low = (term.op == Op::minimum) == holds;
    const bool exclusive = term.exclusive == holds;
    if (is_low)
        numbers.at_least(term.number, exclusive);
    else
        numbers.at_most(term.number, exclusive);
}

/// Returns false if no string is short enough.
bool add_to(StringGoal& strings, const Term& term, bool holds) {
    if (term.op == Op::pattern) {
        (holds ? strings.patterns : strings.no_patterns).push_back(term.text);
    } else if (term.op == Op::min_length || term.op == Op::max_length) {
        const bool is_least = (term.op == Op::min_length) == holds;
        if (is_least)
            strings.least = std::max(strings.least, holds ? term.count : term.count + 1);
        else if (!holds && term.count == 0)
            return false;
        else
            strings.most = std::min(strings.most, holds ? term.count : term.count - 1);
    }
    return true;
}

}  // namespace

Answer Search::solve_scalar(JsonKind kind, const Goal& goal) {
    std::vector<Json> left{Json(nullptr)};
    if (kind == JsonKind::boolean) left = {Json(false), Json(true)};
    if (const auto values = listed(terms_, goal, kind)) left = *values;
    each_excluded(terms_, goal, kind, [&](const Json& value) {
        left.erase(std::remove_if(left.begin(), left.end(),
                                  [&](const Json& other) { return json_equal(value, other); }),
                   left.end());
    });
    return left.empty() ? Answer{} : Answer{Found::one, left.front(), true};
}

Answer Search::solve_number(const Goal& goal) {
    NumberGoal numbers;
    for (const Claim claim : goal) add_to(numbers, terms_[claim.term], claim.holds);
    if (const auto values = listed(terms_, goal, JsonKind::number)) {
        const auto fitting = std::find_if(values->begin(), values->end(), [&](const Json& value) {
            return numbers.fits(number_of(value));
        });
        return fitting == values->end() ? Answer{} : Answer{Found::one, *fitting, true};
    }
    each_excluded(terms_, goal, JsonKind::number,
                  [&](const Json& value) { numbers.exclude(number_of(value)); });
    Answer answer;
    answer.found = find_number(numbers, budget_, answer.value);
    return answer;
}

Answer Search::solve_string(const Goal& goal) {
    StringGoal strings;
    for (const Claim claim : goal)
        if (!add_to(strings, terms_[claim.term], claim.holds)) return {};
    if (const auto values = listed(terms_, goal, JsonKind::string)) {
        for (const Json& value : *values) {
            const auto& text = value.get_ref<const std::string&>();
            if (!budget_.spend_for(text.size() * strings.machines()))
                return {Found::unknown, {}, true};
            if (fits(strings, automata_, text)) return {Found::one, value, true};
        }
        return {};
    }
    each_excluded(terms_, goal, JsonKind::string,
                  [&](const Json& value) { strings.excluded.push_back(value.get<std::string>()); });
    std::string text;
    Answer answer;
    answer.found = find_string(strings, automata_, budget_, text);
    if (answer.found == Found::one) answer.value = std::move(text);
    return answer;
}

}  // namespace iam::contract
