// Checks tools against Gemini's generateContent: names, and the keywords of parametersJsonSchema.
#include <generator/lint/visit.hpp>

#include <algorithm>

namespace iam::gen::lint {
namespace {

constexpr std::size_t k_gemini_name_max = 64;

const std::set<std::string_view> k_known{"$id",
                                         "$defs",
                                         "$ref",
                                         "$anchor",
                                         "type",
                                         "format",
                                         "title",
                                         "description",
                                         "enum",
                                         "items",
                                         "prefixItems",
                                         "minItems",
                                         "maxItems",
                                         "minimum",
                                         "maximum",
                                         "anyOf",
                                         "oneOf",
                                         "properties",
                                         "additionalProperties",
                                         "required"};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// True for a letter or _, followed by these, digits and `more`.
bool is_name(const std::string& name, std::string_view more) {
    if (name.empty() || name.size() > k_gemini_name_max) return false;
    if (!is_letter(name.front()) && name.front() != '_') return false;
    return std::all_of(name.begin(), name.end(), [&](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '_' ||
               more.find(c) != std::string_view::npos;
    });
}

void check_names(const Place& place, Findings& findings) {
    const auto properties = place.schema.find("properties");
    if (properties == place.schema.end()) return;
    for (const auto& [name, member] : properties->items()) {
        if (is_name(name, "")) continue;
        std::string pointer = at(place, "properties");
        append_pointer(pointer, name);
        findings.error(pointer, "parameter_name",
                       "a parameter's name begins with a letter or _ and has at most 64 of A-Z a-z "
                       "0-9 _; give it another with [[iam::name(\"…\")]]");
    }
}

void check_enum(const Place& place, Findings& findings) {
    const auto values = place.schema.find("enum");
    if (values == place.schema.end()) return;
    const bool plain = std::all_of(values->begin(), values->end(), [](const OrderedJson& value) {
        return value.is_string() || value.is_number();
    });
    if (!plain)
        findings.error(at(place, "enum"), "enum_kind",
                       "an enum holds strings and numbers only; take strings");
}

void check_list(const Place& place, Findings& findings) {
    if (!has_type(place.schema, "array") || place.schema.contains("items")) return;
    findings.error(place.pointer, "items",
                   "a list says with 'items' what it holds; publish the portable profile, which "
                   "does, or take a list of a struct");
}

}  // namespace

void lint_gemini(const std::vector<OrderedJson>& tools, std::vector<Finding>& out) {
    for (const OrderedJson& tool : tools) {
        Findings findings(LintProfile::gemini, name_of(tool), out);
        if (!is_name(name_of(tool), "-.:"))
            findings.error("/name", "name",
                           "a tool's name begins with a letter or _ and has at most 64 of A-Z a-z "
                           "0-9 _ - . :; give it another with .name");
        each_schema(tool, [&](const Place& place) {
            check_root_object(place, findings);
            check_keywords(place, k_known, {},
                           "say it in the description, arguments are checked after the call anyway",
                           findings);
            check_names(place, findings);
            check_enum(place, findings);
            check_list(place, findings);
        });
    }
}

}  // namespace iam::gen::lint
