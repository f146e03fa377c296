// From the text of a file of rules to values, and what is wrong with it. Pure: the host reads the
// file. docs/consent.md is the format.
#pragma once

#include <iam/consent/rules.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::consent {

/// Of a file of rules. An error keeps the whole file from being taken up.
struct RuleFinding {
    bool is_error = true;
    RulePlace place{};
    std::string message{};
};
/// "file:4:5: error: …".
std::string to_string(const RuleFinding& finding);

inline constexpr std::size_t k_rules_bytes_max = std::size_t{4} << 20;
inline constexpr std::size_t k_rules_max = 10'000;  ///< of one file
/// The form needs 5 levels and names of 11 bytes; the rest is for values that arguments are held against. Each value's place is kept by
/// its JSON Pointer, so these also bound the memory that the values take, to a few hundred MB.
inline constexpr std::size_t k_rules_depth_max = 12;
inline constexpr std::size_t k_rules_key_bytes_max = 64;
inline constexpr std::size_t k_rules_nodes_max = 200'000;
/// Of all patterns in `matches` together. Each may take up to schema::k_pattern_memory_max while texts are held against it.
inline constexpr std::size_t k_rules_patterns_max = 256;
inline constexpr std::size_t k_rules_pattern_steps_max = 1'000'000;  ///< sum of program_size()
/// Reasons stand in questions and in the ledger.
inline constexpr std::size_t k_rules_reason_bytes_max = 1024;

/// All that is wrong, at once. `file` is what places call it.
tl::expected<std::vector<Rule>, std::vector<RuleFinding>> read_rules(std::string_view text,
                                                                     const std::string& file,
                                                                     RuleScope scope);

/// What read_rules cannot see: rules about tools and arguments that do not exist, and rules that can
/// never speak. A tool that is missing from a known origin is an error; of an origin that has no
/// tools here, which may be connected later, a warning.
std::vector<RuleFinding> check_rules(const std::vector<Rule>& rules,
                                     const std::vector<const Contract*>& contracts);

struct CheckedRules {
    std::optional<std::vector<Rule>> rules{};  ///< nothing where a finding is an error
    std::vector<RuleFinding> findings{};       ///< in the order of the file
};
/// Both of them at once: a mistake in one rule hides none in another.
CheckedRules read_and_check_rules(std::string_view text, const std::string& file, RuleScope scope,
                                  const std::vector<const Contract*>& contracts);

}  // namespace iam::consent
