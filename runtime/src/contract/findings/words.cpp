// Words a finding as a sentence.
#include "iam/contract/findings.hpp"
#include <iam/core/utf8.hpp>

#include <string>
#include <string_view>

namespace iam::contract {
namespace {

constexpr std::size_t k_value_bytes_max = 160;

std::string unescaped(std::string_view token) {
    std::string text;
    for (std::size_t i = 0; i < token.size(); ++i) {
        const bool is_escape = token[i] == '~' && i + 1 < token.size();
        text += !is_escape ? token[i] : token[++i] == '1' ? '/' : '~';
    }
    return text;
}

std::string_view take_token(std::string_view& pointer) {
    pointer.remove_prefix(1);
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(token.size());
    return token;
}

/// Makes "to.name" of "/properties/to/items/properties/name/maxLength".
std::string named_members(std::string_view pointer) {
    std::string names;
    while (!pointer.empty()) {
        if (take_token(pointer) != "properties" || pointer.empty()) continue;
        names += (names.empty() ? "" : ".") + unescaped(take_token(pointer));
    }
    return names;
}

std::string_view name_of(FindingPart::Kind kind, bool is_one) {
    if (kind == FindingPart::Kind::result) return "Result";
    return is_one ? "Argument" : "Arguments";
}

}  // namespace

FindingPart part_of(const Finding& finding) {
    FindingPart part;
    std::string_view pointer = finding.pointer;
    if (pointer.empty()) return part;
    const std::string_view first = take_token(pointer);
    if (first == "inputSchema") part.kind = FindingPart::Kind::arguments;
    if (first == "outputSchema") part.kind = FindingPart::Kind::result;
    if (part.kind != FindingPart::Kind::whole) part.names = named_members(pointer);
    return part;
}

std::string shortened(const std::string& value) {
    if (value.size() <= k_value_bytes_max) return value;
    std::string_view rest = value;
    while (value.size() - rest.size() < k_value_bytes_max) take_code_point(rest);
    return value.substr(0, value.size() - rest.size()) + "…";
}

std::string values_text(const Finding& finding) {
    if (finding.before.empty() && finding.after.empty()) return {};
    if (finding.before.empty()) return ": is " + shortened(finding.after);
    if (finding.after.empty()) return ": was " + shortened(finding.before);
    return ": was " + shortened(finding.before) + ", is " + shortened(finding.after);
}

std::string sentence_of(const Finding& finding) {
    const FindingPart part = part_of(finding);
    std::string text;
    if (part.kind != FindingPart::Kind::whole) {
        text = name_of(part.kind, !part.names.empty());
        text += part.names.empty() ? ": " : " \"" + part.names + "\": ";
    }
    return text + std::string(finding.rule->name) + values_text(finding) + ". " +
           std::string(finding.rule->explanation);
}

}  // namespace iam::contract
