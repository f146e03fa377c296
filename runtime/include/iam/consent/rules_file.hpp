// Turns the text of a file of rules into values, and finds its mistakes. Pure: the host reads the
// file. docs/consent.md is the format.
#pragma once

#include <iam/consent/rules.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::consent {

/// A mistake in a file of rules. An error keeps the whole file from loading.
struct RuleFinding {
    bool is_error = true;
    RulePlace place{};
    std::string message{};
};
/// "file:4:5: error: …".
std::string to_string(const RuleFinding& finding);

inline constexpr std::size_t k_rules_bytes_max = std::size_t{4} << 20;
inline constexpr std::size_t k_rules_max = 10'000;  ///< of one file
/// The form needs 5 levels and names of 11 bytes. The rest is for values of conditions on
/// arguments. Each value's place is kept by its JSON Pointer, so these limits also bound the memory
/// of the values, to a few hundred MB.
inline constexpr std::size_t k_rules_depth_max = 12;
inline constexpr std::size_t k_rules_key_bytes_max = 64;
inline constexpr std::size_t k_rules_nodes_max = 200'000;
/// Limits of all patterns in `matches` together. Each pattern may take up to
/// schema::k_pattern_memory_max while it is matched.
inline constexpr std::size_t k_rules_patterns_max = 256;
inline constexpr std::size_t k_rules_pattern_steps_max = 1'000'000;  ///< sum of program_size()
/// Bounds a rule's reason, since reasons stand in questions and in the ledger.
inline constexpr std::size_t k_rules_reason_bytes_max = 1024;

/// The rules, or all mistakes at once. `file` is the file's name in the places of findings.
tl::expected<std::vector<Rule>, std::vector<RuleFinding>> read_rules(std::string_view text,
                                                                     const std::string& file,
                                                                     RuleScope scope);

/// Finds rules about missing tools and arguments, and rules without effect; read_rules cannot see
/// them. A missing tool of a known origin is an error. An origin without tools here may be
/// connected later, so there it is a warning.
std::vector<RuleFinding> check_rules(const std::vector<Rule>& rules,
                                     const std::vector<const Contract*>& contracts);

struct CheckedRules {
    std::optional<std::vector<Rule>> rules{};  ///< nothing if a finding is an error
    std::vector<RuleFinding> findings{};       ///< in the order of the file
};
/// Reads and checks. A mistake in one rule hides none in another.
CheckedRules read_and_check_rules(std::string_view text, const std::string& file, RuleScope scope,
                                  const std::vector<const Contract*>& contracts);

}  // namespace iam::consent
