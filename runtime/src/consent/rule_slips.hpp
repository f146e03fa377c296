// Texts that nearly match a pattern. They show where a rule is narrower than it looks.
#pragma once

#include <iam/consent/rules.hpp>
#include <iam/schema/pattern_tree.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::consent {

struct Slip {
    std::string covered{};  ///< a text that the pattern matches
    std::string text{};     ///< the same one with the change
    std::string_view change{};
    std::string_view advice{};
};

/// Whether some tool takes the text.
using IsPossible = std::function<bool(const std::string&)>;

/// True if every text in which the pattern is found is one that it says from `^` to `$`.
bool is_about_whole_texts(const schema::PatternNode& tree);

/// Small changes of a text that lead past the pattern: a line end, a blank in front, other case, a second slash. One of each kind at most,
/// and none that is certain once the steps are spent.
std::vector<Slip> slips_past(const Matching& matching, RuleSteps& steps,
                             const IsPossible& is_possible);
/// A line end that the pattern of a rule that allows takes along.
std::vector<Slip> slips_into(const Matching& matching, RuleSteps& steps,
                             const IsPossible& is_possible);

}  // namespace iam::consent
