// Searches for an array. Once its length is known, its elements are independent of each other,
// except for uniqueItems and contains.
#include "contract/inclusion/search.hpp"

#include <algorithm>

namespace iam::contract {
namespace {

using Op = Term::Op;

// No reader takes a longer array.
constexpr std::size_t k_elements_max = Limits{}.elements_max;
constexpr std::size_t k_slots_max = 10'000;
// Each breach, and each term that some elements must satisfy, takes a level of the stack. One
// schema against another does not give more than these.
constexpr std::size_t k_placed_max = 64;
constexpr std::uint64_t k_contained_max = 8;

class ArraySearch {
 public:
    ArraySearch(Search& search, const Goal& goal) : search_(search), terms_(search.terms()) {
        for (const Claim claim : goal) read(claim);
    }

    Answer run() {
        if (least_ > most_) return {};
        Answer best;
        if (slots_ > k_slots_max || breaches_.size() + wanted_.size() > k_placed_max)
            return {Found::unknown, {}, true};
        take_either(best, place_wanted(0, {}));
        return best;
    }

 private:
    /// Claims about elements by their index.
    using Elements = std::map<std::size_t, Goal>;
    /// Between `least` and `most` elements must satisfy the term.
    struct Wanted {
        TermId term = 0;
        std::uint64_t least = 0;
        std::uint64_t most = 0;
        bool is_bounded() const { return most != std::numeric_limits<std::uint64_t>::max(); }
        /// The most elements chosen by a placing.
        std::uint64_t units_max() const {
            return std::min(is_bounded() ? most : least, k_contained_max);
        }
    };

    /// Exactly the chosen elements satisfy the term.
    struct Limited {
        TermId term = 0;
        std::vector<std::size_t> chosen{};
    };

    void read(Claim claim) {
        const Term& term = terms_[claim.term];
        switch (term.op) {
            case Op::min_items:
            case Op::max_items:
                return read_count(term, claim.holds);
            case Op::items:
                slots_ = std::max(slots_, term.children.size());
                (claim.holds ? rules_ : breaches_).push_back(term);
                return;
            case Op::unique_items:
                (claim.holds ? unique_ : repeated_) = true;
                return;
            case Op::contains:
                if (claim.holds)
                    wanted_.push_back({{term.children.front(), term.count, term.most}});
                else
                    wanted_.push_back(opposites(term));
                return;
            default:
                return;
        }
    }

    void read_count(const Term& term, bool holds) {
        const bool is_least = (term.op == Op::min_items) == holds;
        if (is_least)
            least_ = std::max(least_, holds ? term.count : term.count + 1);
        else if (!holds && term.count == 0)
            least_ = 1, most_ = 0;
        else
            most_ = std::min(most_, holds ? term.count : term.count - 1);
    }

    static std::vector<Wanted> opposites(const Term& term) {
        constexpr auto k_no_end = std::numeric_limits<std::uint64_t>::max();
        std::vector<Wanted> result;
        if (term.count > 0) result.push_back({term.children.front(), 0, term.count - 1});
        if (term.most < k_no_end)
            result.push_back({term.children.front(), term.most + 1, k_no_end});
        return result;
    }

    std::size_t wanted_units() const {
        std::uint64_t units = 0;
        for (const std::vector<Wanted>& alternatives : wanted_)
            for (const Wanted& wanted : alternatives) units += wanted.units_max();
        return static_cast<std::size_t>(units);
    }

    TermId rule_at(const Term& items, std::size_t index) const {
        return items.children[std::min(index, items.children.size() - 1)];
    }

    // Gives elements, one after the other, to the terms that some elements must satisfy.
    Answer place_wanted(std::size_t next, const Elements& elements) {
        if (!search_.budget().spend()) return {Found::unknown, {}, true};
        if (next == wanted_.size()) return place_breach(0, elements);
        Answer best;
        for (const Wanted& wanted : wanted_[next]) {
            // With an upper bound, the elements not chosen must not satisfy the term. Not all
            // splits are tried.
            const bool bounded = wanted.is_bounded();
            if (wanted.least > k_contained_max) {
                take_either(best, {Found::unknown, {}, true});
                continue;
            }
            for (std::uint64_t units = wanted.least; units <= wanted.units_max(); ++units) {
                if (bounded) limited_.push_back({wanted.term, {}});
                take_either(best, choose(next, wanted.term, units, bounded, 0, elements));
                if (bounded) limited_.pop_back();
                if (best.found == Found::one && best.certain) break;
            }
            if (bounded && best.found == Found::none && wanted.most > k_contained_max)
                best.found = Found::unknown;
        }
        return best;
    }

    Answer choose(std::size_t next, TermId term, std::uint64_t units, bool bounded,
                  std::size_t from, const Elements& elements) {
        if (units == 0) return place_wanted(next + 1, elements);
        Answer best;
        for (std::size_t index = from; index <= reach(); ++index) {
            Elements more = elements;
            more[index].push_back({term, true});
            if (bounded) limited_.back().chosen.push_back(index);
            take_either(best, choose(next, term, units - 1, bounded, index + 1, more));
            if (bounded) limited_.back().chosen.pop_back();
            if (search_.is_settled(best)) break;
        }
        return best;
    }

    // The number of elements to tell apart: further elements are like the last of these.
    std::size_t reach() const {
        return slots_ + breaches_.size() + wanted_units() + (repeated_ ? 2 : 0);
    }

    Answer place_breach(std::size_t next, const Elements& elements) {
        if (!search_.budget().spend_for(elements.size())) return {Found::unknown, {}, true};
        if (next == breaches_.size()) return repeated_ ? repeat(elements) : finish(elements, {});
        Answer best;
        for (std::size_t index = 0; index <= reach() && index < most_; ++index) {
            Elements more = elements;
            more[index].push_back({rule_at(breaches_[next], index), false});
            take_either(best, place_breach(next + 1, more));
            if (search_.is_settled(best)) break;
        }
        return best;
    }

    // Makes two elements equal.
    Answer repeat(const Elements& elements) {
        if (unique_) return {};
        Answer best;
        for (std::size_t second = 1; second <= reach() && second < most_; ++second)
            for (std::size_t first = 0; first < second; ++first) {
                take_either(best, finish(elements, std::pair{first, second}));
                if (search_.is_settled(best)) return best;
            }
        return best;
    }

    Goal claims_at(const Elements& elements, std::size_t index) const {
        Goal claims;
        for (const Term& items : rules_) claims.push_back({rule_at(items, index), true});
        const auto at = elements.find(index);
        if (at != elements.end()) claims.insert(claims.end(), at->second.begin(), at->second.end());
        // Unchosen elements must not satisfy the term.
        for (const Limited& limited : limited_)
            if (std::find(limited.chosen.begin(), limited.chosen.end(), index) ==
                limited.chosen.end())
                claims.push_back({limited.term, false});
        return claims;
    }

    Answer finish(const Elements& elements,
                  std::optional<std::pair<std::size_t, std::size_t>> same) {
        std::uint64_t length = least_;
        if (!elements.empty())
            length = std::max<std::uint64_t>(length, elements.rbegin()->first + 1);
        if (same) length = std::max<std::uint64_t>(length, same->second + 1);
        if (length > most_) return {};
        if (length > k_elements_max) return {Found::unknown, {}, true};
        Answer answer{Found::one, Json::array(), true};
        const std::size_t last = last_apart(elements, same);
        for (std::size_t index = 0; index < length; ++index) {
            if (same && index == same->second) {
                answer.value.push_back(answer.value[same->first]);
                continue;
            }
            Goal claims = claims_at(elements, index);
            if (same && index == same->first) {
                const Goal others = claims_at(elements, same->second);
                claims.insert(claims.end(), others.begin(), others.end());
            }
            const Answer element =
                find_element(claims, answer.value, claims == claims_at(elements, 0));
            if (element.found == Found::none) return {};
            if (element.found == Found::unknown) answer.found = Found::unknown;
            answer.certain = answer.certain && element.certain;
            const std::uint64_t count = index > last && !unique_ ? length - index : 1;
            if (!search_.budget().spend_for(size_of(element.value) * count))
                return {Found::unknown, {}, true};
            auto& values = answer.value.get_ref<Json::array_t&>();
            values.insert(values.end(), count, element.value);
            index += count - 1;
        }
        if (answer.found == Found::unknown) answer.value = nullptr;
        return answer;
    }

    // The last index with claims of its own: all elements after it have the same claims.
    std::size_t last_apart(const Elements& elements,
                           std::optional<std::pair<std::size_t, std::size_t>> same) const {
        std::size_t last = slots_;
        if (!elements.empty()) last = std::max(last, elements.rbegin()->first);
        return same ? std::max(last, same->second) : last;
    }

    Answer find_element(const Goal& claims, const Json& before, bool is_like_first) {
        if (!unique_) return search_.find(claims);
        if (!search_.budget().spend_for(before.size())) return {Found::unknown, {}, true};
        alike_ = is_like_first && (alike_ || before.empty());
        Goal others = claims;
        if (!before.empty())
            others.push_back({terms_.one_of(before.get_ref<const Json::array_t&>()), false});
        Answer element = search_.find(std::move(others));
        // With other values, the elements before this one might have left it a value.
        if (element.found == Found::none && !alike_ && search_.find(claims).found != Found::none)
            element.found = Found::unknown;
        return element;
    }

    Search& search_;
    Terms& terms_;
    std::vector<Term> rules_;
    std::vector<Term> breaches_;
    std::vector<std::vector<Wanted>> wanted_;  // alternatives: one of each list
    std::vector<Limited> limited_;
    std::size_t slots_ = 0;  // indexes told apart by the terms
    std::uint64_t least_ = 0;
    std::uint64_t most_ = std::numeric_limits<std::uint64_t>::max();
    bool unique_ = false;
    bool repeated_ = false;
    bool alike_ = false;  // all elements so far have the same claims
};

}  // namespace

Answer solve_array(Search& search, const Goal& goal) {
    return ArraySearch(search, goal).run();
}

}  // namespace iam::contract
