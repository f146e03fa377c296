// One function for each line of portable_points.def, applied to every subschema from the inside out.
#include "iam/contract/portable.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
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
        if (std::find(kinds.begin(), kinds.end(), item) == kinds.end()) kinds.push_back(item);
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

/// Recursion is bounded as the depth of the schema is.
void visit(OrderedJson& schema) {
    if (!schema.is_object()) return;
    for (const char* keyword : {"properties", "$defs"}) {
        if (const auto members = schema.find(keyword); members != schema.end())
            for (auto& [name, member] : members->items()) visit(member);
    }
    for (const char* keyword : {"items", "additionalProperties"}) {
        if (const auto inner = schema.find(keyword); inner != schema.end()) visit(*inner);
    }
    for (const char* keyword : {"prefixItems", "anyOf", "allOf"}) {
        if (const auto list = schema.find(keyword); list != schema.end())
            for (OrderedJson& inner : *list) visit(inner);
    }
    widen(schema);
}

}  // namespace

OrderedJson portable_schema(OrderedJson full) {
    visit(full);
    return full;
}

}  // namespace iam::contract
