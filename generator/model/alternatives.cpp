// Finds the JSON kinds, tags and names to tell alternatives and parts apart.
#include "generator/model/alternatives.hpp"

#include <generator/model/reach.hpp>

#include <algorithm>
#include <tuple>

namespace iam::gen {
namespace {

/// An empty name does not count; it is reported when variants are judged.
bool is_named(const Record& record) {
    return record.tag && !record.tag->value.empty();
}

bool has_same_schema(const Type& left, const Type& right);

bool has_same_schema(const std::shared_ptr<const Type>& left,
                     const std::shared_ptr<const Type>& right) {
    return left == right || (left && right && has_same_schema(*left, *right));
}

bool has_same_schema(const Type& left, const Type& right) {
    const auto facts = [](const Type& type) {
        return std::tie(type.kind, type.bits, type.is_signed, type.is_decimal, type.unit,
                        type.digits, type.is_bounded_to_years, type.extent, type.name, type.rules,
                        type.has_named_parts);
    };
    return facts(left) == facts(right) && has_same_schema(left.element, right.element) &&
           has_same_schema(left.key, right.key) &&
           std::equal(
               left.parts.begin(), left.parts.end(), right.parts.begin(), right.parts.end(),
               [](const Type& one, const Type& other) { return has_same_schema(one, other); });
}

}  // namespace

std::optional<std::string> json_kind(const Model& model, const Type& type) {
    switch (type.kind) {
        case TypeKind::null:
            return "null";
        case TypeKind::boolean:
            return "boolean";
        case TypeKind::integer:
            return type.is_decimal ? "string" : "number";
        case TypeKind::floating:
            return "number";
        case TypeKind::enumeration:
            return model.enums.at(type.name).is_flags ? "array" : "string";
        case TypeKind::sequence:
        case TypeKind::array:
        case TypeKind::set:
        case TypeKind::span:
            return "array";
        case TypeKind::tuple:
            return type.has_named_parts ? "object" : "array";
        case TypeKind::map:
        case TypeKind::record:
            return "object";
        case TypeKind::converted:
            return json_kind(model, *type.element);
        case TypeKind::void_:
        case TypeKind::optional:
        case TypeKind::pointer:
        case TypeKind::variant:
        case TypeKind::json:
        case TypeKind::unsupported:
            return std::nullopt;
        default:
            return "string";
    }
}

std::vector<std::string> tags_of(const Model& model, const Type& variant) {
    const auto is_record = [](const Type& part) { return part.kind == TypeKind::record; };
    const bool several = std::count_if(variant.parts.begin(), variant.parts.end(), is_record) > 1;
    std::vector<std::string> tags;
    for (const Type& part : variant.parts) {
        const auto record =
            several && is_record(part) ? model.records.find(part.name) : model.records.end();
        if (record == model.records.end())
            tags.emplace_back();
        else
            tags.push_back(is_named(record->second) ? record->second.tag->value
                                                    : short_name(record->second.name));
    }
    return tags;
}

bool is_mixed(const Type& tuple) {
    return std::any_of(tuple.parts.begin(), tuple.parts.end(), [&](const Type& part) {
        return !has_same_schema(part, tuple.parts.front());
    });
}

std::string part_name(const Type& tuple, std::size_t index) {
    if (tuple.cpp.rfind("::std::pair<", 0) != 0) return "item" + std::to_string(index);
    return index == 0 ? "first" : "second";
}

}  // namespace iam::gen
