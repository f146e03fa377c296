// Takes class, effect and level from the rule.
#include "made_finding.hpp"

#include <iam/core/assert.hpp>

#include <utility>

namespace iam::contract {
namespace {

std::string text_of(const Json* value) {
    if (value == nullptr) return {};
    return canonical_json(*value).value_or("(a value without canonical form)");
}

const Json* unless_null(const Json& value) {
    return value.is_null() ? nullptr : &value;
}

}  // namespace

Finding made_finding(std::string_view id, std::string pointer, const Json* before,
                     const Json* after) {
    Finding finding;
    finding.rule = find_rule(id);
    IAM_ASSERT(finding.rule != nullptr);
    finding.change = finding.rule->change;
    finding.grants = finding.rule->grants;
    finding.level = finding.rule->level;
    finding.pointer = std::move(pointer);
    finding.before = text_of(before);
    finding.after = text_of(after);
    return finding;
}

Finding made_finding(std::string_view id, std::string pointer, const Json& before,
                     const Json& after) {
    return made_finding(id, std::move(pointer), unless_null(before), unless_null(after));
}

}  // namespace iam::contract
