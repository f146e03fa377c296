#include "generator/model/alternatives.hpp"

#include <generator/model/reach.hpp>

#include <algorithm>

namespace iam::gen {
namespace {

/// An empty name is reported when variants are judged.
bool is_named(const Record& record) {
    return record.tag && !record.tag->value.empty();
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
        case TypeKind::tuple:
            return "array";
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

}  // namespace iam::gen
