// Widens a full schema to the portable one. Each line of portable_points.def has one function here.
// It is applied to every subschema from the inside out.
#include "iam/contract/portable.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace iam::contract {
namespace {

constexpr std::int64_t k_safe_integer_max = 9'007'199'254'740'991;  // 2^53 - 1

/// nlohmann's own search compares the bytes of every name; names of keywords nearly always differ
/// in length.
template <class AnyJson>
auto* find(AnyJson& schema, std::string_view keyword) {
    using Members = std::conditional_t<std::is_const_v<AnyJson>, const OrderedJson::object_t,
                                       OrderedJson::object_t>;
    auto& members = schema.template get_ref<Members&>();
    const auto found = std::find_if(members.begin(), members.end(), [&](const auto& member) {
        return std::string_view(member.first) == keyword;
    });
    return found == members.end() ? nullptr : &found->second;
}

bool erase(OrderedJson& schema, const char* keyword) {
    return find(schema, keyword) != nullptr && schema.erase(keyword) > 0;
}

bool is_type(const OrderedJson& schema, std::string_view name) {
    const OrderedJson* type = find(schema, "type");
    return type != nullptr && type->is_string() && type->get_ref<const std::string&>() == name;
}

template <class Leave>
bool drop_bounds(OrderedJson& schema, const Leave& leaves) {
    bool result = false;
    for (const char* keyword : {"minimum", "maximum"}) {
        const OrderedJson* bound = find(schema, keyword);
        if (bound != nullptr && leaves(*bound)) result = erase(schema, keyword);
    }
    return result;
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

/// "string", "integer or null". A subschema without a type is any value.
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

/// "string, integer (the hour)": tells a model the order of kinds. The portable schema lost it.
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

// Each function returns true if it changed the schema.

bool integer_bounds(OrderedJson& schema) {
    return is_type(schema, "integer") && drop_bounds(schema, is_rounded);
}

bool float_bounds(OrderedJson& schema) {
    return is_type(schema, "number") && drop_bounds(schema, is_end_of_float);
}

bool unique_items(OrderedJson& schema) {
    return erase(schema, "uniqueItems");
}

bool property_names(OrderedJson& schema) {
    return erase(schema, "propertyNames");
}

bool tuple_items(OrderedJson& schema) {
    const OrderedJson* prefix = find(schema, "prefixItems");
    if (prefix == nullptr || !prefix->is_array() || prefix->empty()) return false;
    // Without the list, unevaluatedItems would count other elements.
    if (schema.contains("unevaluatedItems")) return false;
    const OrderedJson items = *prefix;
    const OrderedJson further = schema.value("items", OrderedJson(true));
    schema.erase("prefixItems");
    // Anything may follow, so a list of all kinds would refuse nothing.
    if (further == true) return true;
    const bool is_closed = further == false;
    // Elements of one kind have one schema. It stands alone. Different elements become a choice of
    // their kinds.
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
        return true;
    }
    schema["items"] = OrderedJson{{"anyOf", kinds}};
    const std::string order = "in this order: " + kinds_in_order(items) +
                              (is_closed ? "" : ", then " + kind_words(further));
    const std::string before = schema.value("description", "");
    schema["description"] = before.empty() ? order : before + " (" + order + ")";
    return true;
}

bool widen(OrderedJson& schema) {
    bool result = false;
#define IAM_PORTABLE_POINT(name, full, portable, why) result = name(schema) || result;
#include "portable_points.def"
#undef IAM_PORTABLE_POINT
    return result;
}

/// Passes the subschemas open to widening to `take`, and the values of all other keywords to
/// `leave`. To widen a schema there may narrow the whole.
template <class AnyJson, class Take, class Leave>
void each_part(AnyJson& schema, const Take& take, const Leave& leave) {
    using Members = std::conditional_t<std::is_const_v<AnyJson>, const OrderedJson::object_t,
                                       OrderedJson::object_t>;
    for (auto& [name, value] : schema.template get_ref<Members&>()) {
        const std::string_view keyword = name;
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

/// True if another part's meaning depends on a schema to be widened. The part refers to the schema,
/// or counts the elements evaluated by the schema.
bool is_depended_on(const OrderedJson& schema) {
    if (!schema.is_object()) return false;
    bool result = find(schema, "unevaluatedItems") != nullptr &&
                  (schema.contains("allOf") || schema.contains("anyOf") || schema.contains("$ref"));
    each_part(
        schema, [&](const OrderedJson& inner) { result = result || is_depended_on(inner); },
        [&](const OrderedJson& value) { result = result || has_reference(value); });
    return result;
}

/// The recursion is bounded by the schema's depth.
bool visit(OrderedJson& schema) {
    if (!schema.is_object()) return false;
    bool result = false;
    each_part(
        schema, [&](OrderedJson& inner) { result = visit(inner) || result; },
        [](const OrderedJson&) {});
    return widen(schema) || result;
}

}  // namespace

bool make_portable(OrderedJson& full) {
    return !is_depended_on(full) && visit(full);
}

OrderedJson portable_schema(OrderedJson full) {
    make_portable(full);
    return full;
}

}  // namespace iam::contract
