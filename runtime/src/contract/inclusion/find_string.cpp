// Walks in breadth over the product of all automata and the tree of excluded texts. One code point
// stands for all code points with the same treatment.
#include "contract/inclusion/find_string.hpp"

#include <iam/core/utf8.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <set>

namespace iam::contract {
namespace {

// A longer text would show nothing to a reader.
constexpr std::uint64_t k_length_max = 100'000;

/// The places where a set begins or ends, and readable code points of each kind. The readable ones
/// come first.
std::vector<char32_t> edges_of(const std::vector<const schema::CodePointSet*>& sets,
                               const std::set<char32_t>& singles) {
    std::set<char32_t> edges{0,    0x20,     U'0', U'9' + 1, U'A',  U'Z' + 1,
                             U'a', U'z' + 1, 0x7F, 0xD800,   0xE000};
    const auto add = [&](char32_t first, char32_t last) {
        edges.insert(first);
        if (last < 0x10FFFF) edges.insert(last + 1);
    };
    for (const schema::CodePointSet* set : sets)
        for (const schema::CodePointRange range : *set) add(range.first, range.last);
    for (const char32_t code : singles) add(code, code);
    const auto rank = [](char32_t code) {
        if (code >= U'a' && code <= U'z') return 0;
        if (code >= U'0' && code <= U'9') return 1;
        if (code >= U'A' && code <= U'Z') return 2;
        if (code >= 0x20 && code < 0x7F) return 3;
        return code == 0 ? 5 : 4;
    };
    std::vector<char32_t> codes(edges.begin(), edges.end());
    std::stable_sort(codes.begin(), codes.end(),
                     [&](char32_t a, char32_t b) { return rank(a) < rank(b); });
    return codes;
}

/// One code point for each kind told apart by the sets and single code points. Empty if the steps
/// do not last.
std::vector<char32_t> alphabet_of(const std::vector<const schema::CodePointSet*>& sets,
                                  const std::set<char32_t>& singles, Budget& budget) {
    const std::vector<char32_t> codes = edges_of(sets, singles);
    if (!budget.spend_for(std::uint64_t{codes.size()} * (1 + sets.size() / 4))) return {};
    std::set<std::vector<bool>> kinds;
    std::vector<char32_t> alphabet;
    for (const char32_t code : codes) {
        if (code >= 0xD800 && code < 0xE000) continue;
        std::vector<bool> kind;
        for (const schema::CodePointSet* set : sets) {
            const auto after = std::upper_bound(
                set->begin(), set->end(), code,
                [](char32_t value, schema::CodePointRange range) { return value < range.first; });
            kind.push_back(after != set->begin() && code <= std::prev(after)->last);
        }
        // A single code point is a kind of its own.
        if (singles.count(code) != 0 || kinds.insert(std::move(kind)).second)
            alphabet.push_back(code);
    }
    return alphabet;
}

/// The beginnings of some texts, as an automaton.
class Beginnings {
 public:
    static constexpr std::uint32_t k_outside = ~std::uint32_t{0};

    explicit Beginnings(const std::vector<std::string>& texts) {
        nodes_.emplace_back();
        for (const std::string& text : texts) {
            std::uint32_t at = 0;
            for (const char32_t code : code_points(text)) {
                const auto [next, added] =
                    nodes_[at].next.try_emplace(code, static_cast<std::uint32_t>(nodes_.size()));
                at = next->second;
                if (added) nodes_.emplace_back();
            }
            nodes_[at].is_text = true;
        }
    }
    std::uint32_t step(std::uint32_t at, char32_t code) const {
        if (at == k_outside) return at;
        const auto next = nodes_[at].next.find(code);
        return next == nodes_[at].next.end() ? k_outside : next->second;
    }
    bool is_text(std::uint32_t at) const { return at != k_outside && nodes_[at].is_text; }

 private:
    struct Node {
        std::map<char32_t, std::uint32_t> next{};
        bool is_text = false;
    };
    std::vector<Node> nodes_;
};

class StringSearch {
 public:
    StringSearch(const StringGoal& goal, Automata& automata, Budget& budget)
        : goal_(goal), budget_(budget), beginnings_(goal.excluded) {
        for (const std::string& pattern : goal.patterns) add(automata, pattern, true);
        for (const std::string& pattern : goal.no_patterns) add(automata, pattern, false);
    }

    Found run(std::string& found) {
        if (goal_.least > goal_.most) return Found::none;
        if (!complete_ || goal_.least > k_length_max) return Found::unknown;
        alphabet_ = alphabet();
        if (budget_.over()) return Found::unknown;
        Product start;
        for (const Part& part : parts_) start.push_back(part.automaton->start());
        start.push_back(0);
        std::vector<std::size_t> level{reach(std::move(start), k_nobody, 0)};
        for (std::uint64_t length = 0; !level.empty(); ++length) {
            if (length >= goal_.least)
                for (const std::size_t at : level)
                    if (is_goal(reached_[at].product)) {
                        found = text_to(at);
                        return Found::one;
                    }
            if (length >= goal_.most) return Found::none;
            // Below the least length the same states count anew at every length.
            if (length < goal_.least) seen_.clear();
            auto next = level_after(level);
            if (!next) return Found::unknown;
            level = std::move(*next);
        }
        return Found::none;
    }

 private:
    struct Part {
        Automaton* automaton = nullptr;
        bool matches = true;
    };
    /// The states of all automata, and the state among the beginnings.
    using Product = std::vector<std::uint32_t>;
    struct Reached {
        Product product{};
        std::size_t before = 0;
        char32_t code = 0;
    };
    static constexpr std::size_t k_nobody = ~std::size_t{0};

    void add(Automata& automata, const std::string& pattern, bool matches) {
        Automaton* automaton = automata.of(pattern);
        complete_ = complete_ && automaton != nullptr;
        if (automaton == nullptr) return;
        parts_.push_back({automaton, matches});
        cost_ += 1 + automaton->size() / 64;
    }

    std::vector<char32_t> alphabet() {
        std::vector<const schema::CodePointSet*> sets;
        for (const Part& part : parts_)
            for (const schema::CodePointSet& set : part.automaton->sets()) sets.push_back(&set);
        std::set<char32_t> codes;
        for (const std::string& text : goal_.excluded)
            for (const char32_t code : code_points(text)) codes.insert(code);
        return alphabet_of(sets, codes, budget_);
    }

    std::size_t reach(Product product, std::size_t before, char32_t code) {
        reached_.push_back({std::move(product), before, code});
        return reached_.size() - 1;
    }

    std::optional<std::vector<std::size_t>> level_after(const std::vector<std::size_t>& level) {
        std::vector<std::size_t> next;
        for (const std::size_t from : level)
            for (const char32_t code : alphabet_) {
                if (!budget_.spend(cost_)) return std::nullopt;
                Product product = after(reached_[from].product, code);
                if (is_lost(product) || !seen_.insert(product).second) continue;
                next.push_back(reach(std::move(product), from, code));
            }
        return next;
    }

    Product after(const Product& product, char32_t code) {
        Product next;
        for (std::size_t i = 0; i < parts_.size(); ++i)
            next.push_back(parts_[i].automaton->step(product[i], code));
        next.push_back(beginnings_.step(product.back(), code));
        return next;
    }

    bool is_lost(const Product& product) const {
        for (std::size_t i = 0; i < parts_.size(); ++i)
            if (!parts_[i].matches && parts_[i].automaton->is_settled(product[i])) return true;
        return false;
    }

    bool is_goal(const Product& product) {
        for (std::size_t i = 0; i < parts_.size(); ++i)
            if (parts_[i].automaton->accepts(product[i]) != parts_[i].matches) return false;
        return !beginnings_.is_text(product.back());
    }

    std::string text_to(std::size_t at) const {
        std::u32string codes;
        for (; reached_[at].before != k_nobody; at = reached_[at].before)
            codes += reached_[at].code;
        std::string text;
        for (auto code = codes.rbegin(); code != codes.rend(); ++code) append_utf8(text, *code);
        return text;
    }

    const StringGoal& goal_;
    Budget& budget_;
    Beginnings beginnings_;
    std::vector<Part> parts_;
    std::vector<char32_t> alphabet_;
    std::vector<Reached> reached_;
    std::set<Product> seen_;
    std::uint64_t cost_ = 1;
    bool complete_ = true;
};

}  // namespace

Automaton* Automata::of(const std::string& pattern) {
    const auto [known, added] = known_.try_emplace(pattern);
    if (added)
        if (const auto tree = schema::parse_pattern(pattern))
            known->second = std::make_unique<Automaton>(*tree);
    return known->second.get();
}

Found find_string(const StringGoal& goal, Automata& automata, Budget& budget, std::string& found) {
    return StringSearch(goal, automata, budget).run(found);
}

bool fits(const StringGoal& goal, Automata& automata, const std::string& text) {
    const std::size_t length = count_code_points(text);
    if (length < goal.least || length > goal.most) return false;
    const auto matches = [&](const std::string& pattern) {
        Automaton* automaton = automata.of(pattern);
        if (automaton == nullptr) return false;
        Automaton::State state = automaton->start();
        for (const char32_t code : code_points(text)) state = automaton->step(state, code);
        return automaton->accepts(state);
    };
    return std::all_of(goal.patterns.begin(), goal.patterns.end(), matches) &&
           std::none_of(goal.no_patterns.begin(), goal.no_patterns.end(), matches) &&
           std::count(goal.excluded.begin(), goal.excluded.end(), text) == 0;
}

}  // namespace iam::contract
