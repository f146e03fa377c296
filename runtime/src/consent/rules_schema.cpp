#include "consent/rules_schema.hpp"

#include "consent/rule_values.hpp"
#include <iam/contract/choices.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace iam::consent {
namespace {

constexpr std::size_t k_parts_max = 1000;
constexpr std::size_t k_steps_of_a_node = 100;    // compiles a node
constexpr std::size_t k_steps_of_a_value = 1000;  // judges a value; beyond, the value is in doubt

const Json* member(const Json& object, const char* name) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

const Json* follow(const Json& root, const std::string& reference) {
    if (reference.empty() || reference.front() != '#') return nullptr;
    const auto tokens = pointer_tokens(std::string_view(reference).substr(1));
    const Json* at = tokens ? &root : nullptr;
    for (std::size_t i = 0; at != nullptr && i < tokens->size(); ++i) {
        at = member(*at, (*tokens)[i].c_str());
    }
    return at;
}

template <std::size_t k_count>
bool is_among(const char* const (&words)[k_count], const std::string& key) {
    return std::find(std::begin(words), std::end(words), key) != std::end(words);
}

/// True if a part has no keyword of its own and leads to other parts.
bool only_leads_on(const Json& part) {
    static constexpr const char* k_leading[] = {"$ref", "allOf", "anyOf", "oneOf"};
    static constexpr const char* k_saying_nothing[] = {"$defs", "default", "description", "title"};
    if (!part.is_object()) return false;
    bool leads = false;
    for (const auto& row : part.items()) {
        if (is_among(k_leading, row.key())) {
            leads = true;
        } else if (!is_among(k_saying_nothing, row.key())) {
            return false;
        }
    }
    return leads;
}

/// True if the keyword may mean another thing in a schema taken out of its document.
bool depends_on_place(const std::string& key, const Json& value) {
    if (key == "$id") return true;
    if (key != "$ref" && key != "$dynamicRef") return false;
    if (!value.is_string()) return true;
    const std::string_view target = value.get_ref<const std::string&>();
    return !target.starts_with("#/$defs/") && !target.starts_with("#/definitions/");
}

/// True if the schema means the same alone as within its document. It has the document's
/// definitions.
bool stands_alone(const Json& schema, RuleSteps& steps) {
    std::vector<const Json*> open{&schema};
    while (!open.empty()) {
        const Json& value = *open.back();
        open.pop_back();
        steps.spend(k_steps_of_a_node);
        if (steps.left == 0) return false;
        if (!value.is_structured()) continue;
        for (const auto& row : value.items()) {
            if (value.is_object() && depends_on_place(row.key(), row.value())) return false;
            open.push_back(&row.value());
        }
    }
    return true;
}

bool allows_type(const Json& part, std::string_view type) {
    const Json* stated = member(part, "type");
    if (part.is_boolean()) return part.get<bool>();
    if (stated == nullptr) return true;
    const auto is_it = [type](const Json& one) {
        return one.is_string() && one.get_ref<const std::string&>() == type;
    };
    return stated->is_array() ? std::any_of(stated->begin(), stated->end(), is_it) : is_it(*stated);
}

bool is_number(const Json* value) {
    return value != nullptr && value->is_number();
}

bool may_have_item(const Json& part, std::size_t index) {
    const Json* most = member(part, "maxItems");
    return !is_number(most) || json_order(*most, Json(index)) > 0;
}

/// Whether an integer lies in the range. Ends that are no integers may have none between them.
/// Beyond 2^53 a double has no fraction.
bool has_integer(const InRange& range) {
    if (!range.low || !range.high) return true;
    return std::ceil(range.low->get<double>()) <= std::floor(range.high->get<double>());
}

/// Whether a number in the range keeps the bounds of the part.
bool overlaps(const Json& part, const InRange& range) {
    const bool any_number = allows_type(part, "number");
    if (!any_number && !(allows_type(part, "integer") && has_integer(range))) return false;
    const auto cut_off = [&](const char* bound, bool is_upper, bool exclusive) {
        const Json* limit = member(part, bound);
        const auto& end = is_upper ? range.low : range.high;
        if (!is_number(limit) || !end) return false;
        const auto order = is_upper ? json_order(*limit, *end) : json_order(*end, *limit);
        return order < 0 || (exclusive && order == 0);
    };
    return !cut_off("maximum", true, false) && !cut_off("exclusiveMaximum", true, true) &&
           !cut_off("minimum", false, false) && !cut_off("exclusiveMinimum", false, true);
}

bool part_may_hold(const Json& part, const Comparison& comparison, RuleSteps& steps) {
    const auto fulfils = [&](const Json& value) {
        return holds(comparison, value, steps) != Truth::no;
    };
    if (const Json* only = member(part, "const")) return fulfils(*only);
    const Json* list = member(part, "enum");
    const auto constants = list == nullptr ? contract::listed_constants(part) : std::nullopt;
    if (constants) list = &*constants;
    if (list != nullptr && list->is_array()) {
        steps.spend(k_steps_of_a_value * list->size());
        return std::any_of(list->begin(), list->end(), fulfils);
    }
    if (const auto* range = std::get_if<InRange>(&comparison)) return overlaps(part, *range);
    return allows_type(part, "string");
}

}  // namespace

ArgumentSchema::ArgumentSchema(const Contract& contract, RuleSteps& steps) : steps_(&steps) {
    auto document = parse_json(contract.document, limits_of_own_text(contract.document.size()));
    if (!document) return;
    if (const Json* schema = member(*document, "inputSchema")) root_ = *schema;
}

void ArgumentSchema::add(const Json* part, std::vector<const Json*>& parts) const {
    steps_->spend(1 + parts.size());
    if (parts.size() >= k_parts_max) part = &anything_;
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
}

std::vector<const Json*> ArgumentSchema::parts_of(const Json& subschema) const {
    std::vector<const Json*> parts{&subschema};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Json& part = *parts[i];
        if (const Json* reference = member(part, "$ref"); reference && reference->is_string()) {
            const Json* target = follow(root_, reference->get_ref<const std::string&>());
            add(target != nullptr ? target : &anything_, parts);
        }
        for (const char* key : {"allOf", "anyOf", "oneOf"}) {
            const Json* list = member(part, key);
            if (list == nullptr || !list->is_array()) continue;
            for (const Json& one : *list) add(&one, parts);
        }
    }
    std::erase_if(parts, [](const Json* part) { return only_leads_on(*part); });
    return parts;
}

void ArgumentSchema::step(const Json& subschema, const std::string& token,
                          std::vector<const Json*>& next) const {
    for (const Json* part : parts_of(subschema)) {
        if (allows_type(*part, "object")) {
            const Json* properties = member(*part, "properties");
            const Json* described =
                properties != nullptr ? member(*properties, token.c_str()) : nullptr;
            const Json* others = member(*part, "additionalProperties");
            if (described == nullptr) {
                described =
                    others != nullptr && !member(*part, "patternProperties") ? others : &anything_;
            }
            if (*described != Json(false)) add(described, next);
        }
        const auto index = array_index(token);
        if (index && allows_type(*part, "array") && may_have_item(*part, *index)) {
            const Json* items = member(*part, "items");
            add(items != nullptr && !member(*part, "prefixItems") ? items : &anything_, next);
        }
    }
}

std::vector<const Json*> ArgumentSchema::find(const std::vector<std::string>& tokens) const {
    std::vector<const Json*> found{&root_};
    for (const std::string& token : tokens) {
        std::vector<const Json*> next;
        for (const Json* subschema : found) step(*subschema, token, next);
        if (steps_->left == 0) return {&anything_};
        found = std::move(next);
    }
    return found;
}

std::optional<schema::Schema> ArgumentSchema::compile(const Json& subschema) const {
    Json whole = Json::object();
    whole["allOf"] = Json::array({subschema});
    for (const char* key : {"$defs", "definitions", "$schema"}) {
        if (const Json* definitions = member(root_, key)) whole[key] = *definitions;
    }
    if (!stands_alone(whole, *steps_)) return std::nullopt;
    auto compiled = schema::Schema::compile(whole);
    if (!compiled) return std::nullopt;
    return *std::move(compiled);
}

bool ArgumentSchema::accepts(const Json& subschema, const Json& value) {
    steps_->spend(k_steps_of_a_value);
    if (steps_->left == 0) return true;
    const auto [known, is_new] = compiled_.try_emplace(&subschema);
    if (is_new) known->second = compile(subschema);
    if (!known->second) return true;
    schema::EvaluationLimits limits;
    limits.steps_max = k_steps_of_a_value;
    return known->second->accepts(value, limits).value_or(true);
}

bool ArgumentSchema::may_hold(const Comparison& comparison, const Json& subschema) {
    if (const auto* wanted = std::get_if<OneOf>(&comparison)) {
        return std::any_of(wanted->values.begin(), wanted->values.end(),
                           [&](const Json& value) { return accepts(subschema, value); });
    }
    const auto parts = parts_of(subschema);
    return steps_->left == 0 || std::any_of(parts.begin(), parts.end(), [&](const Json* part) {
               return part_may_hold(*part, comparison, *steps_);
           });
}

std::string ArgumentSchema::names() const {
    std::string names;
    const Json* properties = member(root_, "properties");
    if (properties == nullptr || !properties->is_object()) return names;
    for (const auto& row : properties->items()) {
        std::string pointer;
        append_pointer(pointer, row.key());
        names += (names.empty() ? "" : ", ") + pointer;
    }
    return names;
}

}  // namespace iam::consent
