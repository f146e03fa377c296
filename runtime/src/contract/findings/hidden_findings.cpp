// Finds characters that make a text read differently than it is. With them, the person asked sees
// less than the model.
#include "contract/findings/made_finding.hpp"
#include "contract/findings/tool_changes.hpp"
#include "contract/normal/members.hpp"
#include <iam/core/assert.hpp>
#include <iam/schema/pattern.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace iam::contract {
namespace {

/// Characters without visible ink: controls (a terminal takes some for commands), marks of
/// direction, line separators, characters without width or ink, and tags. Joiners and the selectors
/// of emoji are not among them: they belong to the spelling of languages.
constexpr const char* k_hidden_pattern =
    R"([\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F)"
    R"(\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}])";

bool has_hidden(const std::string& text) {
    static const auto k_pattern = schema::Pattern::compile(k_hidden_pattern);
    IAM_ASSERT(k_pattern.has_value());
    const bool is_plain =
        std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
    return !is_plain && k_pattern->search(text);
}

/// A text or name with hidden characters → its first place.
using HiddenTexts = std::map<std::string, std::string>;

void collect_hidden(const Json& node, const std::string& pointer, HiddenTexts& to) {
    const auto take = [&](const std::string& text, const std::string& place) {
        if (has_hidden(text)) to.emplace(text, place);
    };
    if (node.is_string()) return take(node.get_ref<const std::string&>(), pointer);
    if (node.is_array())
        for (std::size_t i = 0; i < node.size(); ++i)
            collect_hidden(node[i], pointer + "/" + std::to_string(i), to);
    if (!node.is_object()) return;
    for (const auto& [name, value] : node.items()) {
        std::string place = pointer;
        append_pointer(place, name);
        take(name, place);
        collect_hidden(value, place, to);
    }
}

/// The new text of a finding; empty if it is no text.
std::string new_text(const Finding& finding) {
    const auto value = parse_json(finding.after.empty() ? "null" : finding.after,
                                  limits_of_own_text(finding.after.size() + 4));
    return value && value->is_string() ? value->get<std::string>() : std::string();
}

}  // namespace

void name_hidden(const ToolPair& tools, std::vector<Finding>& found) {
    HiddenTexts was;
    HiddenTexts is;
    collect_hidden(tools.before, "", was);
    collect_hidden(tools.after, "", is);
    for (const auto& [text, place] : was) is.erase(text);
    if (is.empty()) return;
    std::set<std::string> named;
    for (Finding& finding : found) {
        if (finding.rule->side != Side::text && finding.rule->id != "A12") continue;
        std::string text = new_text(finding);
        if (is.count(text) == 0) continue;
        take_rule("D08", finding);
        named.insert(std::move(text));
    }
    for (const auto& [text, place] : is) {
        if (named.count(text) != 0) continue;
        const Json value(text);
        found.push_back(made_finding("D08", place, nullptr, &value));
    }
}

}  // namespace iam::contract
