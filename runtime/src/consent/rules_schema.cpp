#include "rules_schema.hpp"

#include "rule_values.hpp"
#include <iam/schema/schema.hpp>

#include <algorithm>
#include <utility>

namespace iam::consent {
namespace {

constexpr std::size_t k_parts_max = 1000;

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

/// True where a part says nothing of its own but leads to others.
bool only_leads_on(const Json& part) {
    if (!part.is_object() || part.empty()) return false;
    return std::all_of(part.items().begin(), part.items().end(), [](const auto& row) {
        const std::string& key = row.key();
        return key == "$ref" || key == "anyOf" || key == "oneOf" || key == "allOf" ||
               key == "description" || key == "title" || key == "default" || key == "$defs";
    });
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

/// Whether the bounds of a part leave a number in the range.
bool overlaps(const Json& part, const InRange& range) {
    if (!allows_type(part, "integer") && !allows_type(part, "number")) return false;
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

bool part_may_hold(const Json& part, const Comparison& comparison) {
    const auto fulfils = [&](const Json& value) { return holds(comparison, value) != Truth::no; };
    if (const Json* only = member(part, "const")) return fulfils(*only);
    if (const Json* list = member(part, "enum"); list != nullptr && list->is_array()) {
        return std::any_of(list->begin(), list->end(), fulfils);
    }
    if (const auto* range = std::get_if<InRange>(&comparison)) return overlaps(part, *range);
    return allows_type(part, "string");
}

}  // namespace

ArgumentSchema::ArgumentSchema(const Contract& contract) {
    auto document = parse_json(contract.document, limits_of_own_text(contract.document.size()));
    if (!document) return;
    if (const Json* schema = member(*document, "inputSchema")) root_ = *schema;
}

std::vector<const Json*> ArgumentSchema::parts_of(const Json& subschema) const {
    std::vector<const Json*> parts{&subschema};
    const auto add = [&parts](const Json* part) {
        if (part != nullptr && parts.size() < k_parts_max &&
            std::find(parts.begin(), parts.end(), part) == parts.end()) {
            parts.push_back(part);
        }
    };
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Json& part = *parts[i];
        if (const Json* reference = member(part, "$ref"); reference && reference->is_string()) {
            const Json* target = follow(root_, reference->get_ref<const std::string&>());
            add(target != nullptr ? target : &anything_);
        }
        for (const char* key : {"allOf", "anyOf", "oneOf"}) {
            const Json* list = member(part, key);
            if (list == nullptr || !list->is_array()) continue;
            for (const Json& one : *list) add(&one);
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
            if (*described != Json(false)) next.push_back(described);
        }
        if (allows_type(*part, "array") && array_index(token)) {
            const Json* items = member(*part, "items");
            next.push_back(items != nullptr && !member(*part, "prefixItems") ? items : &anything_);
        }
    }
}

std::vector<const Json*> ArgumentSchema::find(const std::vector<std::string>& tokens) const {
    std::vector<const Json*> found{&root_};
    for (const std::string& token : tokens) {
        std::vector<const Json*> next;
        for (const Json* subschema : found) step(*subschema, token, next);
        found = std::move(next);
    }
    return found;
}

bool ArgumentSchema::accepts(const Json& subschema, const Json& value) const {
    Json whole = Json::object();
    whole["allOf"] = Json::array({subschema});
    for (const char* key : {"$defs", "definitions", "$schema"}) {
        if (const Json* definitions = member(root_, key)) whole[key] = *definitions;
    }
    const auto compiled = schema::Schema::compile(whole);
    if (!compiled) return true;
    return compiled->accepts(value).value_or(true);
}

bool ArgumentSchema::may_hold(const Comparison& comparison, const Json& subschema) const {
    if (const auto* wanted = std::get_if<OneOf>(&comparison)) {
        return std::any_of(wanted->values.begin(), wanted->values.end(),
                           [&](const Json& value) { return accepts(subschema, value); });
    }
    const auto parts = parts_of(subschema);
    return std::any_of(parts.begin(), parts.end(),
                       [&](const Json* part) { return part_may_hold(*part, comparison); });
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
