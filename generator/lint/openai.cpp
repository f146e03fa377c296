// Checks tools against OpenAI's function calling: the limits of every request, and the limits of
// "strict": true by its guide on structured outputs.
#include <generator/lint/visit.hpp>

namespace iam::gen::lint {
namespace {

constexpr std::size_t k_openai_name_max = 64;
constexpr std::size_t k_tools_max = 128;
constexpr std::size_t k_properties_max = 5000;
constexpr unsigned k_levels_max = 10;
constexpr std::size_t k_characters_max = 120'000;
constexpr std::size_t k_enum_values_max = 1000;
constexpr std::size_t k_large_enum = 250;
constexpr std::size_t k_large_enum_characters_max = 15'000;

const std::set<std::string_view> k_openai_known{"type",
                                                "properties",
                                                "items",
                                                "enum",
                                                "const",
                                                "anyOf",
                                                "$ref",
                                                "$defs",
                                                "pattern",
                                                "format",
                                                "minimum",
                                                "maximum",
                                                "exclusiveMinimum",
                                                "exclusiveMaximum",
                                                "multipleOf",
                                                "minItems",
                                                "maxItems",
                                                "required",
                                                "additionalProperties",
                                                "title",
                                                "description"};
const std::set<std::string_view> k_refused{"allOf",
                                           "oneOf",
                                           "not",
                                           "if",
                                           "then",
                                           "else",
                                           "dependentRequired",
                                           "dependentSchemas",
                                           "dependencies",
                                           "patternProperties",
                                           "propertyNames",
                                           "prefixItems",
                                           "contains",
                                           "uniqueItems",
                                           "minProperties",
                                           "maxProperties",
                                           "unevaluatedItems",
                                           "unevaluatedProperties",
                                           "$anchor"};
const std::set<std::string_view> k_openai_formats{"date-time", "time", "date", "duration", "email",
                                                  "hostname",  "ipv4", "ipv6", "uuid"};

/// The numbers limited by strict mode in one schema.
struct Sizes {
    std::size_t properties = 0;
    std::size_t characters = 0;  // of names, enumerations and constants
    std::size_t enum_values = 0;
    unsigned levels = 0;
};

std::size_t characters_of(const OrderedJson& value) {
    return value.is_string() ? value.get_ref<const std::string&>().size() : value.dump().size();
}

void measure_enum(const Place& place, const OrderedJson& values, Sizes& sizes, Findings& findings) {
    std::size_t characters = 0;
    for (const OrderedJson& value : values) characters += characters_of(value);
    sizes.enum_values += values.size();
    sizes.characters += characters;
    if (values.size() > k_large_enum && characters > k_large_enum_characters_max)
        findings.error(at(place, "enum"), "enum_characters",
                       "an enum of more than 250 values has at most 15,000 characters; shorten the "
                       "names, or take a string");
}

void measure(const Place& place, Sizes& sizes, Findings& findings) {
    sizes.levels = std::max(sizes.levels, place.level);
    if (const auto list = place.schema.find("properties"); list != place.schema.end()) {
        sizes.properties += list->size();
        for (const auto& [name, member] : list->items()) sizes.characters += name.size();
    }
    if (const auto list = place.schema.find("$defs"); list != place.schema.end())
        for (const auto& [name, member] : list->items()) sizes.characters += name.size();
    if (const auto values = place.schema.find("enum"); values != place.schema.end())
        measure_enum(place, *values, sizes, findings);
    if (const auto value = place.schema.find("const"); value != place.schema.end())
        sizes.characters += characters_of(*value);
}

void check_sizes(const Sizes& sizes, Findings& findings) {
    const auto refuse = [&](bool too_much, const char* rule, const std::string& what) {
        if (too_much)
            findings.error("/inputSchema", rule,
                           "a strict schema has at most " + what +
                               "; split the tool, or refer to inner values by an id");
    };
    refuse(sizes.properties > k_properties_max, "property_count", "5000 properties");
    refuse(sizes.levels > k_levels_max, "depth", "10 levels of objects and lists");
    refuse(sizes.characters > k_characters_max, "characters",
           "120,000 characters of names, enumerations and constants");
    refuse(sizes.enum_values > k_enum_values_max, "enum_count", "1000 values in its enumerations");
}

void check_required(const Place& place, Findings& findings) {
    for (const std::string& name : optional_properties(place.schema)) {
        std::string pointer = at(place, "properties");
        append_pointer(pointer, name);
        findings.error(pointer, "required",
                       "strict schemas require every property; make it required and let it be null "
                       "where it may be left out, or send the tool without strict");
    }
}

void check_format(const Place& place, Findings& findings) {
    const auto format = place.schema.find("format");
    if (format == place.schema.end() || !format->is_string()) return;
    if (k_openai_formats.count(format->get_ref<const std::string&>()) != 0) return;
    findings.error(at(place, "format"), "format",
                   "the format " + format->dump() +
                       " is not one of strict mode's; say it in the description or with a pattern");
}

void check_openai_root(const Place& place, Findings& findings) {
    check_root_object(place, findings);
    if (!place.is_root) return;
    for (const char* keyword : {"oneOf", "anyOf", "allOf", "enum", "not"}) {
        if (place.schema.contains(keyword))
            findings.error(at(place, keyword), "root_union",
                           "this keyword at the root refuses the whole request; put it into a "
                           "property");
    }
}

void check_strict(const Place& place, Findings& findings) {
    check_keywords(place, k_openai_known, k_refused,
                   "say it in the description, arguments are checked after the call anyway",
                   findings);
    check_closed(place, findings);
    check_required(place, findings);
    check_format(place, findings);
}

void lint_tool(LintProfile profile, const OrderedJson& tool, std::vector<Finding>& out) {
    const bool strict = profile == LintProfile::openai_strict;
    Findings findings(profile, name_of(tool), out);
    check_plain_name(tool, k_openai_name_max, findings);
    Sizes sizes;
    each_schema(tool, [&](const Place& place) {
        check_openai_root(place, findings);
        if (!strict) return;
        check_strict(place, findings);
        measure(place, sizes, findings);
    });
    check_sizes(sizes, findings);
}

}  // namespace

void lint_openai(const std::vector<OrderedJson>& tools, bool strict, std::vector<Finding>& out) {
    const LintProfile profile = strict ? LintProfile::openai_strict : LintProfile::openai;
    for (const OrderedJson& tool : tools) lint_tool(profile, tool, out);
    check_count(profile, tools.size(), k_tools_max, "that one request may have", out);
}

}  // namespace iam::gen::lint
