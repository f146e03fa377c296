// Walks over two schemas at once and lists their changes. Keywords with a joint effect are one
// change.
#include "contract/findings/schema_changes.hpp"

#include "contract/inclusion/unreadable.hpp"
#include "contract/normal/members.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace iam::contract {
namespace {

constexpr RuleChoice k_output_bounds{"O16", "O15", "O15"};
constexpr RuleChoice k_output_form{"O16", "O15", "O32"};
constexpr RuleChoice k_output_note{"O33", "O33", "O33"};

constexpr RuleChoice always(std::string_view rule) {
    return {rule, rule, rule};
}

/// Keywords of one change. Their rules do not depend on the rest of the schema.
struct KeywordGroup {
    std::array<const char*, 3> keywords;
    RuleChoice input;
    RuleChoice output;
    std::string_view added{};    ///< input rule if the keyword was absent before; empty: `input`
    std::string_view removed{};  ///< input rule if the keyword is absent afterwards; empty: `input`
};

constexpr std::array k_groups{
    KeywordGroup{.keywords = {"minimum", "exclusiveMinimum"},
                 .input = {"I23", "I24", {}},
                 .output = k_output_bounds},
    KeywordGroup{.keywords = {"maximum", "exclusiveMaximum"},
                 .input = {"I25", "I26", {}},
                 .output = k_output_bounds},
    KeywordGroup{
        .keywords = {"multipleOf"}, .input = {"I27", "I28", "I27"}, .output = k_output_bounds},
    KeywordGroup{.keywords = {"minLength"},
                 .input = {"I29", "I31", {}},
                 .output = k_output_bounds,
                 .added = "I29",
                 .removed = "I82"},
    KeywordGroup{.keywords = {"maxLength"}, .input = {"I29", "I30", {}}, .output = k_output_bounds},
    KeywordGroup{.keywords = {"pattern"},
                 .input = {"I83", "I34", "I33"},
                 .output = {"O29", "O17", "O17"},
                 .added = "I32",
                 .removed = "I34"},
    KeywordGroup{.keywords = {"minItems"}, .input = {"I38", "I80", {}}, .output = k_output_bounds},
    KeywordGroup{.keywords = {"maxItems"}, .input = {"I38", "I39", {}}, .output = k_output_bounds},
    KeywordGroup{
        .keywords = {"uniqueItems"}, .input = {"I40", "I41", {}}, .output = k_output_bounds},
    KeywordGroup{
        .keywords = {"minProperties"}, .input = {"I54", "I81", {}}, .output = k_output_bounds},
    KeywordGroup{
        .keywords = {"maxProperties"}, .input = {"I54", "I81", {}}, .output = k_output_bounds},
    KeywordGroup{.keywords = {"contains", "minContains", "maxContains"},
                 .input = {"I45", "I46", {}},
                 .output = k_output_bounds},
    KeywordGroup{.keywords = {"prefixItems"}, .input = always("I44"), .output = k_output_form},
    KeywordGroup{
        .keywords = {"patternProperties"}, .input = always("I49"), .output = k_output_form},
    KeywordGroup{
        .keywords = {"propertyNames"}, .input = {"I50", "I51", {}}, .output = k_output_bounds},
    KeywordGroup{
        .keywords = {"dependentRequired"}, .input = {"I52", "I53", {}}, .output = k_output_bounds},
    KeywordGroup{
        .keywords = {"dependentSchemas"}, .input = {"I52", "I53", {}}, .output = k_output_bounds},
    KeywordGroup{
        .keywords = {"dependencies"}, .input = {"I52", "I53", {}}, .output = k_output_bounds},
    KeywordGroup{.keywords = {"unevaluatedProperties"},
                 .input = {"I55", "I56", {}},
                 .output = k_output_bounds},
    KeywordGroup{
        .keywords = {"unevaluatedItems"}, .input = {"I55", "I56", {}}, .output = k_output_bounds},
    KeywordGroup{.keywords = {"not"}, .input = {"I63", "I62", {}}, .output = k_output_bounds},
    KeywordGroup{.keywords = {"allOf"}, .input = {"I61", "I62", {}}, .output = k_output_bounds},
    KeywordGroup{
        .keywords = {"if", "then", "else"}, .input = always("I64"), .output = k_output_form},
    KeywordGroup{
        .keywords = {"const"}, .input = {"I21", "I22", "I21"}, .output = {"O13", "O11", "O11"}},
    KeywordGroup{
        .keywords = {"$ref", "$dynamicRef"}, .input = always("I75"), .output = k_output_form},
    KeywordGroup{.keywords = {"$schema"}, .input = always("S01"), .output = always("S01")},
    KeywordGroup{.keywords = {"x-mcp-header"}, .input = always("I77"), .output = k_output_note},
    KeywordGroup{.keywords = {"format"},
                 .input = always("I35"),
                 .output = k_output_note,
                 .added = "I35",
                 .removed = "I36"},
    KeywordGroup{.keywords = {"contentEncoding", "contentMediaType", "contentSchema"},
                 .input = always("I37"),
                 .output = k_output_note},
    KeywordGroup{.keywords = {"readOnly", "writeOnly", "deprecated"},
                 .input = always("I86"),
                 .output = k_output_note},
    KeywordGroup{.keywords = {"default"},
                 .input = always("I66"),
                 .output = k_output_note,
                 .added = "I65",
                 .removed = "I67"},
};

/// Keywords with a function of their own below, and keywords without effect on values.
constexpr std::array<std::string_view, 14> k_by_hand{
    "type",  "enum",    "properties",     "required",   "additionalProperties",
    "items", "anyOf",   "oneOf",          "$defs",      "definitions",
    "$id",   "$anchor", "$dynamicAnchor", "$vocabulary"};

bool contains_value(const Json* list, const Json& value) {
    return list != nullptr && list->is_array() &&
           std::any_of(list->begin(), list->end(),
                       [&](const Json& other) { return json_equal(value, other); });
}

bool requires_member(const Json& schema, const std::string& name) {
    return contains_value(find_member(schema, "required"), Json(name));
}

bool is_closed(const Json& schema) {
    const Json* others = find_member(schema, "additionalProperties");
    return others != nullptr && others->is_boolean() && !others->get<bool>();
}

bool is_null_schema(const Json& schema) {
    return json_equal(schema, Json{{"type", "null"}});
}

/// The indexes, in each list, of values without an equal partner in the other list.
std::pair<std::vector<std::size_t>, std::vector<std::size_t>> unmatched(const Json& before,
                                                                        const Json& after) {
    std::vector<std::size_t> removed;
    std::vector<std::size_t> added;
    std::vector<bool> is_matched(after.size(), false);
    for (std::size_t i = 0; i < before.size(); ++i) {
        std::size_t at = 0;
        while (at < after.size() && (is_matched[at] || !json_equal(before[i], after[at]))) ++at;
        if (at == after.size())
            removed.push_back(i);
        else
            is_matched[at] = true;
    }
    for (std::size_t i = 0; i < after.size(); ++i)
        if (!is_matched[i]) added.push_back(i);
    return {std::move(removed), std::move(added)};
}

/// The members of `object` with names absent from `others`.
Json without(Json object, const Json& others) {
    if (object.is_object() && others.is_object())
        for (const auto& [name, value] : others.items()) object.erase(name);
    return object;
}

std::set<std::string> types_of(const Json& schema) {
    std::set<std::string> types;
    const Json* type = find_member(schema, "type");
    if (type == nullptr) return types;
    if (type->is_string()) return {type->get<std::string>()};
    for (const Json& name : *type) types.insert(name.get<std::string>());
    return types;
}

/// True if a schema for the same value names the member. References are not followed: normal form
/// keeps them only for recursion.
bool names_member(const Json& schema, const std::string& name) {
    if (!schema.is_object()) return false;
    if (find_member(object_member(schema, "properties"), name) != nullptr) return true;
    const auto names = [&](const Json& inner) { return names_member(inner, name); };
    for (const char* keyword : {"allOf", "anyOf", "oneOf"})
        if (const Json* list = find_member(schema, keyword))
            if (std::any_of(list->begin(), list->end(), names)) return true;
    for (const char* keyword : {"if", "then", "else"})
        if (const Json* inner = find_member(schema, keyword); inner != nullptr && names(*inner))
            return true;
    const Json& dependents = object_member(schema, "dependentSchemas");
    return std::any_of(dependents.begin(), dependents.end(), names);
}

/// True if the schema is a member of an alternative. Its constant then tells the alternatives
/// apart.
bool is_tag(const std::string& pointer) {
    const Json::json_pointer properties = Json::json_pointer(pointer).parent_pointer();
    const Json::json_pointer list = properties.parent_pointer().parent_pointer();
    return !list.empty() && properties.back() == "properties" &&
           (list.back() == "anyOf" || list.back() == "oneOf");
}

/// True if minimum and maximum are the limits of a machine integer.
bool is_machine_integer(const Json& schema) {
    const Json* low = find_member(schema, "minimum");
    const Json* high = find_member(schema, "maximum");
    if (low == nullptr || high == nullptr) return false;
    for (unsigned bits = 8; bits <= 64; bits *= 2) {
        const Json least = std::numeric_limits<std::int64_t>::min() >> (64 - bits);
        const Json most = std::numeric_limits<std::int64_t>::max() >> (64 - bits);
        const Json most_unsigned = ~std::uint64_t{0} >> (64 - bits);
        if (json_equal(*low, least) && json_equal(*high, most)) return true;
        if (json_equal(*low, Json(0)) && json_equal(*high, most_unsigned)) return true;
    }
    return false;
}

class Walk {
 public:
    std::vector<SchemaChange> run(const Json& before, const Json& after) {
        compare(before, after, "");
        // Normal form keeps only recursive definitions. with_names_of() has given definitions of
        // the same use the same names.
        const Json* old_definitions = find_member(before, "$defs");
        const Json* new_definitions = find_member(after, "$defs");
        if (old_definitions != nullptr && new_definitions != nullptr)
            for (const auto& [name, definition] : old_definitions->items())
                if (const Json* other = find_member(*new_definitions, name))
                    compare(definition, *other, "/$defs/" + name);
        return std::move(changes_);
    }

 private:
    void compare(const Json& before, const Json& after, const std::string& pointer) {
        if (json_equal(before, after)) return;
        if (compare_unreadable(before, after, pointer)) return;
        if (!before.is_object() || !after.is_object())
            return add(pointer, {}, {"I09", "I10", "I11"}, {"O10", "O09", "O09"});
        // Normal form keeps references only for recursion: one side is recursive and the other is
        // not.
        if (before.contains("$ref") != after.contains("$ref"))
            return add(pointer, {}, always("I75"), k_output_form);
        if (compare_kinds(before, after, pointer)) return;
        compare_groups(before, after, pointer);
        compare_values(before, after, pointer);
        compare_properties(before, after, pointer);
        compare_others(before, after, pointer);
        compare_items(before, after, pointer);
        for (const char* keyword : {"anyOf", "oneOf"})
            compare_alternatives(before, after, pointer, keyword);
    }

    // Reports an unreadable part of one side; true if nothing else can be said.
    bool compare_unreadable(const Json& before, const Json& after, const std::string& pointer) {
        const Json* is = marked_part(after);
        if (marked_part(before) == nullptr && is == nullptr) return false;
        std::string_view rule = "S05";
        if (marked_part(before) == nullptr) rule = refers_outside(*is) ? "S04" : "S03";
        add(pointer, {}, always(rule), always(rule));
        return true;
    }

    void add(const std::string& pointer, std::vector<std::string> keywords, RuleChoice input,
             RuleChoice output, std::vector<std::string> members = {}) {
        changes_.push_back({.input = input,
                            .output = output,
                            .pointer = pointer,
                            .keywords = std::move(keywords),
                            .members = std::move(members)});
    }

    // Reports a change of the kinds of values; true if nothing else need be reported.
    bool compare_kinds(const Json& before, const Json& after, const std::string& pointer) {
        for (const bool added : {true, false}) {
            const Json* alternatives = find_member(added ? after : before, "anyOf");
            if (alternatives == nullptr) continue;
            const Json beside = without(added ? after : before, Json{{"anyOf", true}});
            const Json alone = without(added ? before : after, beside);
            if (!contains_value(alternatives, alone) || find_member(alone, "anyOf") != nullptr)
                continue;
            const bool nullable =
                alternatives->size() == 2 && contains_value(alternatives, Json{{"type", "null"}});
            add(pointer, {}, nullable ? RuleChoice{"I14", "I15", {}} : RuleChoice{"I57", "I58", {}},
                nullable ? RuleChoice{"O28", "O14", {}} : RuleChoice{"O31", "O19", {}});
            // Keywords beside the alternatives are a change of their own.
            compare_groups(added ? without(before, alone) : beside,
                           added ? beside : without(after, alone), pointer);
            return true;
        }
        const std::set<std::string> old_types = types_of(before);
        const std::set<std::string> new_types = types_of(after);
        if (old_types == new_types) return false;
        std::set<std::string> moved;
        std::set_symmetric_difference(old_types.begin(), old_types.end(), new_types.begin(),
                                      new_types.end(), std::inserter(moved, moved.end()));
        if (moved == std::set<std::string>{"integer", "number"}) {
            add(pointer, {"type"}, {"I13", "I12", {}}, {"O10", "O09", "O09"});
            return false;
        }
        if (moved == std::set<std::string>{"null"} && !old_types.empty() && !new_types.empty()) {
            add(pointer, {"type"}, {"I14", "I15", {}}, {"O28", "O14", {}});
            return false;
        }
        const bool apart = !old_types.empty() && !new_types.empty() &&
                           std::none_of(old_types.begin(), old_types.end(), [&](const auto& type) {
                               return new_types.count(type) != 0;
                           });
        add(pointer, apart ? std::vector<std::string>{} : std::vector<std::string>{"type"},
            {"I09", "I10", "I11"}, {"O10", "O09", "O09"});
        return apart;
    }

    void compare_groups(const Json& before, const Json& after, const std::string& pointer) {
        const bool widths =
            is_machine_integer(before) && is_machine_integer(after) &&
            (!same_member(before, after, "minimum") || !same_member(before, after, "maximum"));
        if (widths) add(pointer, {"minimum", "maximum"}, {"I72", "I73", {}}, k_output_bounds);
        std::set<std::string> known(k_by_hand.begin(), k_by_hand.end());
        for (const KeywordGroup& group : k_groups) {
            std::vector<std::string> keywords;
            bool same = true;
            bool was = false;
            bool is = false;
            for (const char* keyword : group.keywords) {
                if (keyword == nullptr) continue;
                keywords.emplace_back(keyword);
                same = same && same_member(before, after, keyword);
                was = was || before.contains(keyword);
                is = is || after.contains(keyword);
            }
            known.insert(keywords.begin(), keywords.end());
            if (same ||
                (widths && (keywords.front() == "minimum" || keywords.front() == "maximum")))
                continue;
            RuleChoice input = group.input;
            if (!was && !group.added.empty()) input = always(group.added);
            if (!is && !group.removed.empty()) input = always(group.removed);
            if (was && is && keywords.front() == "const" && is_tag(pointer))
                input = {"I60", "I22", "I60"};
            add(pointer, std::move(keywords), input, group.output);
        }
        std::set<std::string> others;
        for (const Json* schema : {&before, &after})
            for (const auto& [keyword, value] : schema->items())
                if (known.count(keyword) == 0 && !same_member(before, after, keyword))
                    others.insert(keyword);
        for (const std::string& keyword : others)
            add(pointer, {keyword}, always("S07"), always("S07"));
    }

    void compare_values(const Json& before, const Json& after, const std::string& pointer) {
        if (same_member(before, after, "enum")) return;
        RuleChoice input{"I16", "I17", {}};
        if (!before.contains("enum")) input = {"I18", "I18", {}};
        if (!after.contains("enum")) input = {"I19", "I19", {}};
        add(pointer, {"enum"}, input, {"O13", "O11", {}});
    }

    void compare_properties(const Json& before, const Json& after, const std::string& pointer) {
        static const Json k_none = Json::object();
        const Json* old_members = find_member(before, "properties");
        const Json* new_members = find_member(after, "properties");
        if (old_members == nullptr) old_members = &k_none;
        if (new_members == nullptr) new_members = &k_none;
        std::vector<std::string> removed;
        std::vector<std::string> added;
        for (const auto& [name, member] : old_members->items())
            if (!new_members->contains(name)) removed.push_back(name);
        for (const auto& [name, member] : new_members->items())
            if (!old_members->contains(name)) added.push_back(name);
        if (removed.size() == 1 && added.size() == 1 &&
            json_equal((*old_members)[removed.front()], (*new_members)[added.front()]) &&
            requires_member(before, removed.front()) == requires_member(after, added.front())) {
            add(pointer, {"properties", "required"}, always("I05"), {"O03", "O07", "O07"},
                {removed.front(), added.front()});
        } else {
            for (const std::string& name : removed) add_removed(before, after, pointer, name);
            for (const std::string& name : added) add_added(before, after, pointer, name);
        }
        std::set<std::string> names;
        for (const Json* schema : {&before, &after})
            if (const Json* required = find_member(*schema, "required"))
                for (const Json& name : *required) names.insert(name.get<std::string>());
        for (const std::string& name : names)
            if (requires_member(before, name) != requires_member(after, name) &&
                old_members->contains(name) == new_members->contains(name))
                add_requirement(before, pointer, name);
        for (const auto& [name, member] : old_members->items()) {
            if (!new_members->contains(name)) continue;
            std::string place = pointer + "/properties";
            append_pointer(place, name);
            compare(member, (*new_members)[name], place);
        }
    }

    // If another part of the schema names a parameter too, the parameter neither comes nor goes.
    bool add_if_named(const Json& other, const std::string& pointer, const std::string& name) {
        if (!names_member(other, name)) return false;
        constexpr RuleChoice k_by_values{"S06", "S06", {}};
        add(pointer, {"properties", "required"}, k_by_values, k_by_values, {name});
        return true;
    }

    void add_removed(const Json& before, const Json& after, const std::string& pointer,
                     const std::string& name) {
        if (add_if_named(after, pointer, name)) return;
        const bool was_required = requires_member(before, name);
        const std::string_view output = was_required ? "O03" : "O05";
        const bool closed = is_closed(after);
        add(pointer, {"properties", "required"}, always(closed ? "I03" : "I04"), always(output),
            {name});
    }

    void add_added(const Json& before, const Json& after, const std::string& pointer,
                   const std::string& name) {
        if (add_if_named(before, pointer, name)) return;
        add(pointer, {"properties", "required"},
            {requires_member(after, name) ? "I01" : "I79", "I02",
             requires_member(after, name) ? "I01" : "I79", "I87"},
            {"O06", "O07", "O07", "O06"}, {name});
    }

    void add_requirement(const Json& before, const std::string& pointer, const std::string& name) {
        const Json* members = find_member(before, "properties");
        const Json* member = members == nullptr ? nullptr : find_member(*members, name);
        const bool has_default = member != nullptr && find_member(*member, "default") != nullptr;
        add(pointer, {"required"}, {has_default ? "I07" : "I06", "I08", {}}, {"O08", "O04", {}},
            {name});
    }

    void compare_others(const Json& before, const Json& after, const std::string& pointer) {
        const char* keyword = "additionalProperties";
        if (same_member(before, after, keyword)) return;
        const Json* old_others = find_member(before, keyword);
        const Json* new_others = find_member(after, keyword);
        if (old_others != nullptr && new_others != nullptr && old_others->is_object() &&
            new_others->is_object())
            return compare(*old_others, *new_others, pointer + "/additionalProperties");
        if (is_closed(after))
            return add(pointer, {keyword}, {"I47", "I47", {}}, {"O30", "O30", {}});
        if (is_closed(before))
            return add(pointer, {keyword}, {"I48", "I48", {}}, {"O20", "O20", {}});
        add(pointer, {keyword}, {"I84", "I85", {}}, k_output_bounds);
    }

    void compare_items(const Json& before, const Json& after, const std::string& pointer) {
        if (same_member(before, after, "items")) return;
        const Json* old_items = find_member(before, "items");
        const Json* new_items = find_member(after, "items");
        if (old_items != nullptr && new_items != nullptr && old_items->is_object() &&
            new_items->is_object())
            return compare(*old_items, *new_items, pointer + "/items");
        add(pointer, {"items"}, {"I42", "I43", {}}, k_output_bounds);
    }

    void compare_alternatives(const Json& before, const Json& after, const std::string& pointer,
                              const char* keyword) {
        if (same_member(before, after, keyword)) return;
        const Json* old_list = find_member(before, keyword);
        const Json* new_list = find_member(after, keyword);
        if (old_list == nullptr || new_list == nullptr)
            return add(pointer, {keyword}, {"I61", "I62", {}}, k_output_bounds);
        const auto [removed, added] = unmatched(*old_list, *new_list);
        if (removed.empty() && added.empty())
            return add(pointer, {keyword}, always("S14"), always("S14"));
        if (removed == added && old_list->size() == new_list->size()) {
            for (const std::size_t i : removed)
                compare((*old_list)[i], (*new_list)[i],
                        pointer + "/" + keyword + "/" + std::to_string(i));
            return;
        }
        const bool is_null = removed.size() + added.size() == 1 &&
                             is_null_schema(removed.empty() ? (*new_list)[added.front()]
                                                            : (*old_list)[removed.front()]);
        if (is_null) return add(pointer, {keyword}, {"I14", "I15", {}}, {"O28", "O14", {}});
        add(pointer, {keyword}, {removed.empty() ? "I59" : "I57", "I58", {}}, {"O31", "O19", {}});
    }

    std::vector<SchemaChange> changes_;
};

// Takes one member of an object keyword, or one requirement, from the other schema.
void take_member(Json& schema, const Json& other, const std::string& keyword,
                 const std::string& name) {
    if (keyword == "required") {
        Json list = schema.value("required", Json::array());
        Json left = Json::array();
        for (const Json& value : list)
            if (!json_equal(value, Json(name))) left.push_back(value);
        if (requires_member(other, name)) left.push_back(name);
        schema["required"] = std::move(left);
        return;
    }
    const Json* members = find_member(other, keyword);
    const Json* member = members == nullptr ? nullptr : find_member(*members, name);
    if (member != nullptr)
        schema[keyword][name] = *member;
    else if (schema.contains(keyword))
        schema[keyword].erase(name);
}

}  // namespace

std::vector<SchemaChange> schema_changes(const Json& before, const Json& after) {
    return Walk().run(before, after);
}

void apply_change(Json& whole, const Json& after, const SchemaChange& change) {
    const Json::json_pointer place(change.pointer);
    const Json& other = after.at(place);
    Json definitions = whole.is_object() ? whole.value("$defs", Json()) : Json();
    Json& schema = whole.at(place);
    if (change.keywords.empty()) schema = other;
    for (const std::string& keyword : change.keywords) {
        if (!change.members.empty()) {
            for (const std::string& name : change.members)
                take_member(schema, other, keyword, name);
        } else if (const Json* value = find_member(other, keyword)) {
            schema[keyword] = *value;
        } else {
            schema.erase(keyword);
        }
    }
    // References keep their definitions; a reference added by the change brings its own.
    if (!whole.is_object()) return;
    if (definitions.is_object() && !whole.contains("$defs")) whole["$defs"] = Json::object();
    if (definitions.is_object()) whole["$defs"].insert(definitions.begin(), definitions.end());
    if (const Json* more = find_member(after, "$defs")) {
        if (!whole.contains("$defs")) whole["$defs"] = Json::object();
        whole["$defs"].insert(more->begin(), more->end());
    }
}

Json with_change(Json before, const Json& after, const SchemaChange& change) {
    apply_change(before, after, change);
    return before;
}

Json part_of(const Json& schema, const SchemaChange& change) {
    const Json& whole = schema.at(Json::json_pointer(change.pointer));
    if (change.keywords.empty()) return whole;
    Json part = Json::object();
    for (const std::string& keyword : change.keywords) {
        const Json* value = find_member(whole, keyword);
        if (value == nullptr) continue;
        if (change.members.empty()) {
            part[keyword] = *value;
            continue;
        }
        for (const std::string& name : change.members) {
            if (keyword == "required" ? requires_member(whole, name) : value->contains(name))
                part[keyword][name] = keyword == "required" ? Json(true) : (*value)[name];
        }
    }
    return part.empty() ? Json() : part;
}

}  // namespace iam::contract
