// Compares arguments with the conditions of rules. If two readers could read a value differently,
// the answer is "unknown".
#include "consent/rule_values.hpp"
#include <iam/consent/rules.hpp>

#include <algorithm>
#include <utility>

namespace iam::consent {
namespace {

Truth truth(bool value) noexcept {
    return value ? Truth::yes : Truth::no;
}

Truth compare(const OneOf& wanted, const Json& value, RuleSteps& /*steps*/) {
    return truth(std::any_of(wanted.values.begin(), wanted.values.end(),
                             [&](const Json& one) { return json_equal(one, value); }));
}

Truth compare(const InRange& range, const Json& value, RuleSteps& /*steps*/) {
    if (!value.is_number()) return Truth::no;
    return truth((!range.low || json_order(*range.low, value) <= 0) &&
                 (!range.high || json_order(value, *range.high) <= 0));
}

Truth compare(const BelowFolder& below, const std::string& text) {
    const auto path = path_segments(text);
    const auto folder = path_segments(below.folder);
    // The place of a relative path depends on the program's current folder.
    if (!path || !folder || !path->is_absolute || !folder->is_absolute) return Truth::unknown;
    if (path->segments.size() < folder->segments.size()) return Truth::no;
    return truth(
        std::equal(folder->segments.begin(), folder->segments.end(), path->segments.begin()));
}

Truth compare(const OnHost& wanted, const std::string& text) {
    const auto host = host_of(text);
    return host ? truth(*host == wanted.host) : Truth::unknown;
}

Truth compare(const Matching& wanted, const std::string& text) {
    return truth(wanted.pattern.search(text));
}

std::size_t steps_of_a_byte(const Matching& wanted) noexcept {
    return wanted.pattern.program_size();
}
template <class Wanted>
std::size_t steps_of_a_byte(const Wanted& /*wanted*/) noexcept {
    return 1;
}

/// Compares texts within the steps: a model writes long texts, and a stranger may write the rules.
template <class Wanted>
Truth compare(const Wanted& wanted, const Json& value, RuleSteps& steps) {
    if (!value.is_string()) return Truth::no;
    const auto& text = value.get_ref<const std::string&>();
    if (!steps.spend((text.size() + 1) * steps_of_a_byte(wanted))) return Truth::unknown;
    return compare(wanted, text);
}

}  // namespace

Truth holds(const Comparison& comparison, const Json& value, RuleSteps& steps) {
    return std::visit([&](const auto& wanted) { return compare(wanted, value, steps); },
                      comparison);
}

Truth holds(const Condition& condition, const Json& arguments, RuleSteps& steps) {
    const Json* value = part_at(arguments, condition.tokens);
    return value == nullptr ? Truth::no : holds(condition.comparison, *value, steps);
}

}  // namespace iam::consent
