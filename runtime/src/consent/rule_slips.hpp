// Texts that nearly match a pattern. They show that a rule is narrower than it looks.
#pragma once

#include <iam/consent/rules.hpp>
#include <iam/schema/pattern_tree.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::consent {

struct Slip {
    std::string covered{};  ///< a text matched by the pattern
    std::string text{};     ///< the same text with the change
    std::string_view change{};
    std::string_view advice{};
};

/// Whether any tool takes the text.
using IsPossible = std::function<bool(const std::string&)>;

/// True if the pattern describes each matched text as a whole, from `^` to `$`.
bool is_about_whole_texts(const schema::PatternNode& tree);

/// Small changes by which a text no longer matches: a line end, a blank in front, other case, a
/// second slash. At most one of each kind. Once the steps are spent, no further one is found.
std::vector<Slip> slips_past(const Matching& matching, RuleSteps& steps,
                             const IsPossible& is_possible);
/// For an allowing rule: a line end in a text still matched by its pattern.
std::vector<Slip> slips_into(const Matching& matching, RuleSteps& steps,
                             const IsPossible& is_possible);

}  // namespace iam::consent
