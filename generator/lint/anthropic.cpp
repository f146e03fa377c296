// Checks tools against Anthropic's messages: the limits of every request, and the further limits of
// "strict": true.
#include <generator/lint/visit.hpp>
#include <iam/schema/schema.hpp>

#include <algorithm>

namespace iam::gen::lint {
namespace {

constexpr std::size_t k_name_max = 64;
constexpr std::size_t k_strict_tools_max = 20;
constexpr std::size_t k_strict_optional_max = 24;
constexpr std::size_t k_strict_unions_max = 16;

const std::set<std::string_view> k_strict_known{
    "type",  "properties", "items",   "enum",   "const",    "anyOf",    "allOf",
    "$ref",  "$defs",      "default", "format", "minItems", "required", "additionalProperties",
    "title", "description"};
const std::set<std::string_view> k_strict_refused{
    "minimum",   "maximum",   "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    "minLength", "maxLength", "pattern",          "maxItems",         "if",
    "then",      "else"};
const std::set<std::string_view> k_formats{"date-time", "time", "date", "duration", "email",
                                           "hostname",  "ipv4", "ipv6", "uuid",     "uri"};

/// The numbers limited by strict mode over all tools of a request.
struct Counters {
    std::size_t optional = 0;
    std::size_t unions = 0;
};

void check_root(const Place& place, Findings& findings) {
    check_root_object(place, findings);
    if (!place.is_root) return;
    for (const char* keyword : {"oneOf", "anyOf", "allOf"}) {
        if (place.schema.contains(keyword))
            findings.error(at(place, keyword), "root_union",
                           "this keyword at the root refuses the whole request; put the union into "
                           "a property");
    }
}

void check_dialect(const Place& place, Findings& findings) {
    if (!place.is_root) return;
    const auto json = parse_json(place.schema.dump(), Limits{.depth_max = k_depth_ceiling});
    if (!json) return;
    const auto compiled = schema::Schema::compile(*json);
    if (compiled) return;
    findings.error(
        place.pointer + compiled.error().pointer, "dialect",
        "the schema is no JSON Schema 2020-12 (" + compiled.error().message + "); correct it");
}

struct Reference {
    std::string from;  // pointer of the reference
    std::string to;    // pointer of its target
};

bool is_within(const std::string& pointer, const std::string& outer) {
    return pointer.rfind(outer, 0) == 0 &&
           (pointer.size() == outer.size() || pointer[outer.size()] == '/');
}

void read_reference(const Place& place, std::vector<Reference>& references, Findings& findings) {
    const auto reference = place.schema.find("$ref");
    if (reference == place.schema.end() || !reference->is_string()) return;
    const std::string& to = reference->get_ref<const std::string&>();
    if (to.rfind('#', 0) == 0) {
        references.push_back({place.pointer, "/inputSchema" + to.substr(1)});
        return;
    }
    findings.error(at(place, "$ref"), "external_reference",
                   "strict mode follows no reference to another document; copy what it names");
}

/// True if the references behind this one lead back to it.
bool is_recursive(const Reference& first, const std::vector<Reference>& references) {
    std::set<std::string> reached{first.to};
    for (std::size_t size = 0; size != reached.size();) {
        size = reached.size();
        for (const Reference& next : references) {
            const bool follows =
                std::any_of(reached.begin(), reached.end(),
                            [&](const std::string& to) { return is_within(next.from, to); });
            if (follows) reached.insert(next.to);
        }
    }
    return std::any_of(reached.begin(), reached.end(),
                       [&](const std::string& to) { return is_within(first.from, to); });
}

void check_recursion(const std::vector<Reference>& references, Findings& findings) {
    for (const Reference& reference : references) {
        if (is_recursive(reference, references))
            findings.error(reference.from + "/$ref", "recursion",
                           "strict mode takes no type that contains itself; refer to inner values "
                           "by an id");
    }
}

void check_strict_values(const Place& place, Findings& findings) {
    const auto format = place.schema.find("format");
    if (format != place.schema.end() && format->is_string() &&
        k_formats.count(format->get_ref<const std::string&>()) == 0)
        findings.error(at(place, "format"), "format",
                       "the format " + format->dump() +
                           " is not one of strict mode's; say it in the description");
    const auto least = place.schema.find("minItems");
    if (least != place.schema.end() && least->is_number_integer() && least->get<std::int64_t>() > 1)
        findings.error(at(place, "minItems"), "min_items",
                       "strict mode takes 0 or 1 for minItems; say it in the description");
    const auto values = place.schema.find("enum");
    for (const OrderedJson& value : values == place.schema.end() ? OrderedJson::array() : *values) {
        if (value.is_structured())
            findings.error(at(place, "enum"), "enum_scalar",
                           "strict mode takes scalars only in an enum; take an anyOf of objects");
    }
}

void check_strict(const Place& place, Counters& counters, Findings& findings) {
    check_keywords(place, k_strict_known, k_strict_refused,
                   "say it in the description, arguments are checked after the call anyway",
                   findings);
    check_closed(place, findings);
    check_strict_values(place, findings);
    if (place.schema.contains("allOf") && place.schema.contains("$ref"))
        findings.error(at(place, "allOf"), "all_of_reference",
                       "strict mode takes no allOf beside a $ref; write the object in place");
    counters.optional += optional_properties(place.schema).size();
    const auto type = place.schema.find("type");
    const bool several = type != place.schema.end() && type->is_array();
    if (several || place.schema.contains("anyOf")) ++counters.unions;
}

void check_counters(const Counters& counters, std::vector<Finding>& out) {
    Findings findings(LintProfile::anthropic_strict, "", out);
    if (counters.optional > k_strict_optional_max)
        findings.error("", "optional_count",
                       std::to_string(counters.optional) +
                           " optional parameters are more than the 24 that strict tools may have "
                           "together; make some required, or send fewer tools as strict");
    if (counters.unions > k_strict_unions_max)
        findings.error("", "union_count",
                       std::to_string(counters.unions) +
                           " parameters of several types are more than the 16 that strict tools "
                           "may have together; send fewer tools as strict");
}

}  // namespace

void lint_anthropic(const std::vector<OrderedJson>& tools, bool strict, std::vector<Finding>& out) {
    const LintProfile profile = strict ? LintProfile::anthropic_strict : LintProfile::anthropic;
    Counters counters;
    for (const OrderedJson& tool : tools) {
        Findings findings(profile, name_of(tool), out);
        std::vector<Reference> references;
        check_plain_name(tool, k_name_max, findings);
        each_schema(tool, [&](const Place& place) {
            check_root(place, findings);
            check_dialect(place, findings);
            if (!strict) return;
            check_strict(place, counters, findings);
            read_reference(place, references, findings);
        });
        check_recursion(references, findings);
    }
    if (!strict) return;
    check_count(profile, tools.size(), k_strict_tools_max, "that one request may have as strict",
                out);
    check_counters(counters, out);
}

}  // namespace iam::gen::lint
