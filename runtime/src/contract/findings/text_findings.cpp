// Compares texts at the places where schemas use them. The texts of a referenced schema stand at
// the reference.
#include "contract/findings/made_finding.hpp"
#include "contract/findings/moved_members.hpp"
#include "contract/findings/tool_changes.hpp"
#include "contract/inclusion/unreadable.hpp"
#include "contract/normal/keywords.hpp"
#include "contract/normal/members.hpp"
#include "contract/normal/schema_walk.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace iam::contract {
namespace {

/// The rules for a changed and for a removed text.
struct TextRules {
    std::string_view member;
    std::string_view changed;
    std::string_view removed;
};

/// The words of a text, without white space and the marks of Markdown.
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

/// True if the text's growth makes a request noticeably more expensive. Four bytes are about one
/// token.
bool is_much_longer(const Json* before, const Json* after) {
    constexpr std::size_t k_more_bytes_min = 200;
    if (before == nullptr || after == nullptr || !before->is_string() || !after->is_string())
        return false;
    const std::size_t was = before->get_ref<const std::string&>().size();
    const std::size_t is = after->get_ref<const std::string&>().size();
    return is >= was + std::max(k_more_bytes_min, was / 2);
}

/// True if a finding about a schema reports the part at `place` as added or removed.
bool says_of_part(const Finding& finding, const std::string& root, const std::string& place) {
    // These rules report a different spelling or a move of a part, and no new texts.
    if (finding.rule->id == "S08" || finding.rule->id == "S14") return false;
    if (finding.pointer != root && is_within(place, finding.pointer)) return true;
    const auto members = moved_members(finding);
    return std::any_of(members.begin(), members.end(),
                       [&](const std::string& member) { return is_within(place, member); });
}

constexpr std::string_view k_description = "description";
constexpr std::array<const char*, 4> k_texts{"title", "description", "examples", "$comment"};

/// A structured value under a bound's name is a schema.
bool may_be_bound(const Json* value) {
    return value == nullptr || !value->is_structured();
}

// Most changes are changes of bounds. To put texts in their places costs as much as a proof, so
// these changes skip it.
bool differ_in_bounds_alone(const Json& before, const Json& after) {
    if (before.is_array() && after.is_array())
        return std::equal(before.begin(), before.end(), after.begin(), after.end(),
                          differ_in_bounds_alone);
    if (!before.is_object() || !after.is_object()) return json_equal(before, after);
    for (const std::string& name : member_names(before, after)) {
        const Json* was = find_member(before, name);
        const Json* is = find_member(after, name);
        if (is_bound(name) && may_be_bound(was) && may_be_bound(is)) continue;
        if (was == nullptr || is == nullptr || !differ_in_bounds_alone(*was, *is)) return false;
    }
    return true;
}

class TextComparison {
 public:
    explicit TextComparison(const std::vector<Finding>& schemas) : schemas_(schemas) {}

    void compare(const Json& before, const Json& after, const std::string& pointer,
                 const TextRules& rules) {
        const Json* was = find_member(before, std::string(rules.member));
        const Json* is = find_member(after, std::string(rules.member));
        if (same_value(was, is)) return;
        std::string_view rule = is == nullptr ? rules.removed : rules.changed;
        if (says_the_same(was, is))
            rule = "D11";
        else if (rules.member == k_description && is_much_longer(was, is))
            rule = "D10";
        found_.push_back(made_finding(rule, pointer + "/" + std::string(rules.member), was, is));
    }

    /// Compares the schemas of one side of the tool.
    void compare_side(const Json& before, const Json& after, const std::string& root) {
        const auto old_normal = form_with_texts(before);
        const auto new_normal = form_with_texts(after);
        // A schema without a normal form has a finding of its own.
        if (!old_normal || !new_normal) return;
        each_common_schema(*old_normal, *new_normal, root,
                           [&](const Json& was, const Json& is, const auto& place) {
                               compare_schemas(was, is, place);
                           });
        const Places old_places = places_of(*old_normal, root);
        const Places new_places = places_of(*new_normal, root);
        compare_moved(old_places, new_places, root);
        compare_definitions(places_of(before, root), places_of(after, root), texts_of(old_places),
                            texts_of(new_places));
    }

    std::vector<Finding> take() { return std::move(found_); }

 private:
    using Places = std::map<std::string, const Json*>;

    static Places places_of(const Json& schema, const std::string& root) {
        Places places;
        each_schema(schema, root,
                    [&](const Json& part, const auto& place) { places.emplace(place, &part); });
        return places;
    }

    static std::string text_of(const char* member, const Json& text) {
        return member + canonical_json(text).value_or(std::string());
    }

    static std::set<std::string> texts_of(const Places& places) {
        std::set<std::string> texts;
        for (const auto& [place, schema] : places)
            for (const char* member : k_texts)
                if (const Json* text = find_member(*schema, member))
                    texts.insert(text_of(member, *text));
        return texts;
    }

    static const Json& at(const Places& places, const std::string& place) {
        static const Json k_none = Json::object();
        const auto found = places.find(place);
        return found == places.end() ? k_none : *found->second;
    }

    /// Compares two schemas at the same place; an empty one stands for an absent one.
    void compare_schemas(const Json& before, const Json& after, const std::string& pointer) {
        const bool is_value = before.contains("const") && after.contains("const");
        const std::string_view changed = is_value ? "D05" : "D03";
        const std::string_view removed = is_value ? "D05" : "D04";
        compare(before, after, pointer, {"title", changed, removed});
        compare(before, after, pointer, {"description", changed, removed});
        compare(before, after, pointer, {"examples", "D06", "D06"});
        compare(before, after, pointer, {"$comment", "S15", "S15"});
    }

    /// Compares parts of one side only, without a finding.
    void compare_moved(const Places& before, const Places& after, const std::string& root) {
        for (const auto& [place, part] : before)
            if (after.count(place) == 0) compare_part(*part, Json::object(), place, root);
        for (const auto& [place, part] : after)
            if (before.count(place) == 0) compare_part(Json::object(), *part, place, root);
    }

    void compare_part(const Json& before, const Json& after, const std::string& place,
                      const std::string& root) {
        if (std::any_of(schemas_.begin(), schemas_.end(),
                        [&](const Finding& finding) { return says_of_part(finding, root, place); }))
            return;
        compare_schemas(before, after, place);
        const bool is_output = root == "/outputSchema";
        compare(before, after, place,
                {"default", is_output ? "O33" : "I65", is_output ? "O33" : "I67"});
    }

    /// Compares unused definitions, since a model can still read them. Other definitions are
    /// compared where they are used.
    void compare_definitions(const Places& before, const Places& after,
                             const std::set<std::string>& used_before,
                             const std::set<std::string>& used_after) {
        std::set<std::string> places;
        for (const Places* side : {&before, &after})
            for (const auto& [place, schema] : *side)
                if (place.find("/$defs/") != std::string::npos ||
                    place.find("/definitions/") != std::string::npos)
                    places.insert(place);
        for (const std::string& place : places) {
            const auto is_used = [](const std::set<std::string>& used, const Json& schema) {
                return std::all_of(k_texts.begin(), k_texts.end(), [&](const char* member) {
                    const Json* text = find_member(schema, member);
                    return text == nullptr || used.count(text_of(member, *text)) != 0;
                });
            };
            const Json& was = at(before, place);
            const Json& is = at(after, place);
            if (!is_used(used_before, was) || !is_used(used_after, is))
                compare_schemas(was, is, place);
        }
    }

    const std::vector<Finding>& schemas_;
    std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> text_findings(const ToolPair& tools, const std::vector<Finding>& schemas) {
    TextComparison comparison(schemas);
    comparison.compare(tools.before, tools.after, "", {"description", "D01", "D02"});
    for (const char* name : {"inputSchema", "outputSchema"}) {
        const Json* was = find_member(tools.before, name);
        const Json* is = find_member(tools.after, name);
        if (was != nullptr && is != nullptr && !differ_in_bounds_alone(*was, *is))
            comparison.compare_side(*was, *is, std::string("/") + name);
    }
    return comparison.take();
}

}  // namespace iam::contract
