// A string between two lengths that some patterns match and others do not.
#pragma once

#include "automaton.hpp"
#include "budget.hpp"
#include "find_number.hpp"

#include <limits>
#include <map>
#include <memory>
#include <string>

namespace iam::contract {

struct StringGoal {
    std::uint64_t least = 0;  ///< code points
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::string> patterns{};     ///< each matches
    std::vector<std::string> no_patterns{};  ///< none matches
    std::vector<std::string> excluded{};

    /// How many patterns a text is read for.
    std::size_t machines() const noexcept { return patterns.size() + no_patterns.size(); }
};

/// The automata of patterns, made once.
class Automata {
 public:
    /// nullptr for a pattern that parse_pattern refuses.
    Automaton* of(const std::string& pattern);

 private:
    std::map<std::string, std::unique_ptr<Automaton>> known_;
};

/// A shortest one. Always decided within the budget.
Found find_string(const StringGoal& goal, Automata& automata, Budget& budget, std::string& found);

/// Whether a given string will do.
bool fits(const StringGoal& goal, Automata& automata, const std::string& text);

}  // namespace iam::contract
