// Makes findings with the class, effect and level of their rule.
#include "contract/findings/made_finding.hpp"

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
    take_rule(id, finding);
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
