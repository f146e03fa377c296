// One function for each line of portable_points.def, applied to every subschema from the inside out.
#include "iam/contract/portable.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace iam::contract {
namespace {

constexpr std::int64_t k_safe_integer_max = 9'007'199'254'740'991;  // 2^53 - 1

bool is_type(const OrderedJson& schema, const char* name) {
    const auto type = schema.find("type");
    return type != schema.end() && type->is_string() && type->get_ref<const std::string&>() == name;
}

template <class Leave>
void drop_bounds(OrderedJson& schema, const Leave& leaves) {
    for (const char* keyword : {"minimum", "maximum"}) {
        const auto bound = schema.find(keyword);
        if (bound != schema.end() && leaves(*bound)) schema.erase(keyword);
    }
}

bool is_rounded(const OrderedJson& bound) {
    if (bound.is_number_unsigned())
        return bound.get<std::uint64_t>() > static_cast<std::uint64_t>(k_safe_integer_max);
    if (!bound.is_number_integer()) return false;
    const auto value = bound.get<std::int64_t>();
    return value < -k_safe_integer_max || value > k_safe_integer_max;
}

bool is_end_of_float(const OrderedJson& bound) {
    return bound.is_number_float() &&
           std::fabs(bound.get<double>()) == static_cast<double>(std::numeric_limits<float>::max());
}

/// "string", "integer or null"; a subschema without a type is any value.
std::string kind_words(const OrderedJson& schema) {
    if (const auto type = schema.find("type"); type != schema.end() && type->is_string())
        return type->get<std::string>();
    const auto choices = schema.find("anyOf");
    if (choices == schema.end() || !choices->is_array()) return "value";
    std::string text;
    for (const OrderedJson& choice : *choices)
        text += (text.empty() ? "" : " or ") + kind_words(choice);
    return text.empty() ? "value" : text;
}

/// "string, integer (the hour)": what a model would otherwise not know any more.
std::string kinds_in_order(const OrderedJson& items) {
    std::string text;
    for (const OrderedJson& item : items) {
        if (!text.empty()) text += ", ";
        text += kind_words(item);
        const auto described = item.find("description");
        if (described != item.end() && described->is_string())
            text += " (" + described->get<std::string>() + ")";
    }
    return text;
}

void integer_bounds(OrderedJson& schema) {
    if (is_type(schema, "integer")) drop_bounds(schema, is_rounded);
}

void float_bounds(OrderedJson& schema) {
    if (is_type(schema, "number")) drop_bounds(schema, is_end_of_float);
}

void unique_items(OrderedJson& schema) {
    schema.erase("uniqueItems");
}

void property_names(OrderedJson& schema) {
    schema.erase("propertyNames");
}

void tuple_items(OrderedJson& schema) {
    const auto prefix = schema.find("prefixItems");
    if (prefix == schema.end() || !prefix->is_array() || prefix->empty()) return;
    // What it counts as evaluated would be another thing without the list.
    if (schema.contains("unevaluatedItems")) return;
    const OrderedJson items = *prefix;
    const OrderedJson further = schema.value("items", OrderedJson(true));
    schema.erase("prefixItems");
    // Anything may follow, so that a list of all kinds refuses nothing.
    if (further == true) return;
    const bool is_closed = further == false;
    // Elements of one kind differ in nothing, so their schema says all there is; others are any of the kinds.
    OrderedJson kinds = OrderedJson::array();
    const auto add_kind = [&](const OrderedJson& item) {
        const Json plain(item);
        if (std::none_of(kinds.begin(), kinds.end(),
                         [&](const OrderedJson& kind) { return json_equal(Json(kind), plain); }))
            kinds.push_back(item);
    };
    for (const OrderedJson& item : items) add_kind(item);
    if (!is_closed) add_kind(further);
    if (kinds.size() == 1) {
        schema["items"] = kinds[0];
        return;
    }
    schema["items"] = OrderedJson{{"anyOf", kinds}};
    const std::string order = "in this order: " + kinds_in_order(items) +
                              (is_closed ? "" : ", then " + kind_words(further));
    const std::string before = schema.value("description", "");
    schema["description"] = before.empty() ? order : before + " (" + order + ")";
}

void widen(OrderedJson& schema) {
#define IAM_PORTABLE_POINT(name, full, portable, why) name(schema);
#include "portable_points.def"
#undef IAM_PORTABLE_POINT
}

/// Shows the subschemas that are widened, and the values of all other keywords: to widen a schema there may narrow the whole.
template <class AnyJson, class Take, class Leave>
void each_part(AnyJson& schema, const Take& take, const Leave& leave) {
    using Members = std::conditional_t<std::is_const_v<AnyJson>, const OrderedJson::object_t,
                                       OrderedJson::object_t>;
    for (auto& [keyword, value] : schema.template get_ref<Members&>()) {
        const bool is_map = keyword == "properties" || keyword == "$defs";
        const bool is_list = keyword == "prefixItems" || keyword == "anyOf" || keyword == "allOf";
        if (is_map || is_list) {
            for (auto& inner : value) take(inner);
        } else if (keyword == "items" || keyword == "additionalProperties") {
            take(value);
        } else {
            leave(value);
        }
    }
}

bool has_reference(const OrderedJson& value) {
    if (!value.is_structured()) return false;
    if (value.contains("$ref") || value.contains("$dynamicRef")) return true;
    return std::any_of(value.begin(), value.end(), has_reference);
}

/// Whether the meaning of some other part depends on a schema that would be widened: it refers to it, or counts the elements that it evaluates.
bool is_depended_on(const OrderedJson& schema) {
    if (!schema.is_object()) return false;
    bool result = schema.contains("unevaluatedItems") &&
                  (schema.contains("allOf") || schema.contains("anyOf") || schema.contains("$ref"));
    each_part(
        schema, [&](const OrderedJson& inner) { result = result || is_depended_on(inner); },
        [&](const OrderedJson& value) { result = result || has_reference(value); });
    return result;
}

/// Recursion is bounded as the depth of the schema is.
void visit(OrderedJson& schema) {
    if (!schema.is_object()) return;
    each_part(schema, visit, [](const OrderedJson&) {});
    widen(schema);
}

}  // namespace

OrderedJson portable_schema(OrderedJson full) {
    if (!is_depended_on(full)) visit(full);
    return full;
}

}  // namespace iam::contract
