// Texts, at the places where schemas use them: those of references stand where they are referred to.
#include "made_finding.hpp"
#include "members.hpp"
#include "normalise.hpp"
#include "schema_walk.hpp"
#include "tool_changes.hpp"

#include <algorithm>

namespace iam::contract {
namespace {

/// Which rule says that a text changed, and which one that it went.
struct TextRules {
    const char* member;
    std::string_view changed;
    std::string_view removed;
};

/// The same words: white space and the marks of Markdown are left out.
std::string words_of(const Json& text) {
    std::string words = text.get<std::string>();
    constexpr std::string_view k_left_out = " \t\r\n*_#>`";
    words.erase(
        std::remove_if(words.begin(), words.end(),
                       [&](char c) { return k_left_out.find(c) != std::string_view::npos; }),
        words.end());
    return words;
}

bool says_the_same(const Json* before, const Json* after) {
    return before != nullptr && after != nullptr && before->is_string() && after->is_string() &&
           words_of(*before) == words_of(*after);
}

class TextComparison {
 public:
    void compare(const Json& before, const Json& after, const std::string& pointer,
                 const TextRules& rules) {
        const Json* was = find_member(before, rules.member);
        const Json* is = find_member(after, rules.member);
        if (same_value(was, is)) return;
        const std::string_view rule = is == nullptr ? rules.removed : rules.changed;
        found_.push_back(made_finding(says_the_same(was, is) ? "D11" : rule,
                                      pointer + "/" + rules.member, was, is));
    }

    /// Two schemas at the same place.
    void compare_schemas(const Json& before, const Json& after, const std::string& pointer) {
        const bool is_value = before.contains("const") && after.contains("const");
        const std::string_view changed = is_value ? "D05" : "D03";
        const std::string_view removed = is_value ? "D05" : "D04";
        compare(before, after, pointer, {"title", changed, removed});
        compare(before, after, pointer, {"description", changed, removed});
        compare(before, after, pointer, {"examples", "D06", "D06"});
        compare(before, after, pointer, {"$comment", "S15", "S15"});
    }

    std::vector<Finding> take() { return std::move(found_); }

 private:
    std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> text_findings(const ToolPair& tools) {
    TextComparison comparison;
    comparison.compare(tools.before, tools.after, "", {"description", "D01", "D02"});
    for (const char* name : {"inputSchema", "outputSchema"}) {
        const Json* was = find_member(tools.before, name);
        const Json* is = find_member(tools.after, name);
        if (was == nullptr || is == nullptr) continue;
        const auto before = normalise(*was, Texts::keep);
        const auto after = normalise(*is, Texts::keep);
        // What has no normal form is a finding about the schema.
        if (!before || !after) continue;
        each_common_schema(*before, *after, std::string("/") + name,
                           [&](const Json& old_part, const Json& new_part, const auto& place) {
                               comparison.compare_schemas(old_part, new_part, place);
                           });
    }
    return comparison.take();
}

}  // namespace iam::contract
