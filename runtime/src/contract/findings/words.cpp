// Words a finding as a sentence.
#include "iam/contract/findings.hpp"
#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace iam::contract {
namespace {

constexpr std::size_t k_value_bytes_max = 160;
// Equal bytes before the first difference, as far as they are shown.
constexpr std::size_t k_equal_bytes_max = 80;
constexpr std::size_t k_equal_bytes_kept = 40;

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

/// A name for a place between quotes, so that it cannot end there and go on as a sentence of ours.
std::string quotable(const std::string& name) {
    const std::string text = canonical_json(Json(name)).value_or("\"?\"");
    return text.substr(1, text.size() - 2);
}

/// Makes "to.name" of "/properties/to/items/properties/name/maxLength".
std::string named_members(std::string_view pointer) {
    std::string names;
    while (!pointer.empty()) {
        if (take_token(pointer) != "properties" || pointer.empty()) continue;
        names += (names.empty() ? "" : ".") + quotable(unescaped(take_token(pointer)));
    }
    return names;
}

std::string_view name_of(FindingPart::Kind kind, bool is_one) {
    if (kind == FindingPart::Kind::result) return "Result";
    return is_one ? "Argument" : "Arguments";
}

/// The place from which two values are shown: the start, unless they are equal for long.
std::size_t first_shown(const std::string& before, const std::string& after) {
    const auto [one, other] =
        std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const auto equal = static_cast<std::size_t>(one - before.begin());
    if (equal <= k_equal_bytes_max) return 0;
    return first_bytes(before, equal - k_equal_bytes_kept).size();
}

std::string shortened_from(const std::string& value, std::size_t start) {
    if (value.size() <= k_value_bytes_max || start == 0) return shortened(value);
    return "…" + shortened(value.substr(start));
}

}  // namespace

FindingPart part_of(const Finding& finding) {
    FindingPart part;
    std::string_view pointer = finding.pointer;
    if (pointer.empty()) return part;
    const std::string_view first = take_token(pointer);
    if (first == "inputSchema") part.kind = FindingPart::Kind::arguments;
    if (first == "outputSchema") part.kind = FindingPart::Kind::result;
    if (part.kind != FindingPart::Kind::whole) part.names = shortened(named_members(pointer));
    return part;
}

std::string shortened(const std::string& value) {
    if (value.size() <= k_value_bytes_max) return value;
    std::string_view rest = value;
    while (value.size() - rest.size() < k_value_bytes_max) take_code_point(rest);
    return value.substr(0, value.size() - rest.size()) + "…";
}

ShortenedValues shortened_values(const Finding& finding) {
    const std::size_t start = first_shown(finding.before, finding.after);
    return {shortened_from(finding.before, start), shortened_from(finding.after, start)};
}

std::string values_text(const Finding& finding) {
    const auto [before, after] = shortened_values(finding);
    if (before.empty() && after.empty()) return {};
    if (before.empty()) return ": is " + after;
    if (after.empty()) return ": was " + before;
    return ": was " + before + ", is " + after;
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
