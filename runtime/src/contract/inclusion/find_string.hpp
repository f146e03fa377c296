// Finds a string between two lengths, matched by some patterns and not by others.
#pragma once

#include "contract/inclusion/automaton.hpp"
#include "contract/inclusion/budget.hpp"
#include "contract/inclusion/find_number.hpp"

#include <limits>
#include <map>
#include <memory>
#include <string>

namespace iam::contract {

struct StringGoal {
    std::uint64_t least = 0;  ///< code points
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::string> patterns{};     ///< each matches
    std::vector<std::string> no_patterns{};  ///< none of them matches
    std::vector<std::string> excluded{};

    /// The number of automata for a text.
    std::size_t machines() const noexcept { return patterns.size() + no_patterns.size(); }
};

/// Holds the automata of patterns and makes each once.
class Automata {
 public:
    /// nullptr if parse_pattern refuses the pattern.
    Automaton* of(const std::string& pattern);

 private:
    std::map<std::string, std::unique_ptr<Automaton>> known_;
};

/// Finds a shortest string. Always decides within the budget.
Found find_string(const StringGoal& goal, Automata& automata, Budget& budget, std::string& found);

/// True if the string meets the goal.
bool fits(const StringGoal& goal, Automata& automata, const std::string& text);

}  // namespace iam::contract
