// Checks values against types and constraints, and words the first problem.
#include "generator/check/value.hpp"

#include <generator/check/number.hpp>
#include <generator/model/alternatives.hpp>
#include <generator/model/diagnostics.hpp>
#include <generator/model/integer_pattern.hpp>
#include <generator/model/text_pattern.hpp>
#include <iam/core/assert.hpp>
#include <iam/core/value_text.hpp>
#include <iam/schema/pattern.hpp>
#include <iam/tool/format.hpp>

#include <algorithm>

namespace iam::gen {
namespace {

using Problem = std::optional<std::string>;

struct Judge {
    const Model& model;

    Problem value(const Json& json, const Type& type, const Constraints& constraints) const;
    Problem number(const Json& json, const Type& type, const Constraints& constraints) const;
    Problem string(const Json& json, const Constraints& constraints) const;
    Problem short_text(const Json& json, std::size_t most) const;
    Problem enumeration(const Json& json, const Type& type) const;
    Problem enumerator(const Json& json, const Enum& type) const;
    Problem repeated(const Json& json) const;
    Problem key(const std::string& name, const Type& type) const;
    Problem list(const Json& json, const Type& type, const Constraints& constraints) const;
    Problem tuple(const Json& json, const Type& type) const;
    Problem named_parts(const Json& json, const Type& type) const;
    Problem formed_text(const Json& json, const Type& type) const;
    Problem decimal(const Json& json, const Type& type, const Constraints& constraints) const;
    Problem map(const Json& json, const Type& type, const Constraints& constraints) const;
    Problem record(const Json& json, const Type& type) const;
    Problem variant(const Json& json, const Type& type) const;
};

std::string shown(const Json& json) {
    const auto text = canonical_json(json);
    if (!text) return "a value that JSON cannot hold";
    constexpr std::size_t k_long = 60;
    return text->size() <= k_long ? *text : std::string("a ") + json.type_name();
}

/// A suggestion within a sentence, unlike did_you_mean.
std::string guess(std::string_view word, const std::vector<std::string>& candidates) {
    const auto candidate = nearest(word, candidates);
    return candidate ? " (did you mean '" + *candidate + "'?)" : std::string();
}

std::string inside(const std::string& place, const std::string& problem) {
    return "has " + place + ", which " + problem;
}

Number number_of(const Json& json) {
    if (json.is_number_unsigned()) return json.get<std::uint64_t>();
    if (json.is_number_integer()) return json.get<std::int64_t>();
    return json.get<double>();
}

Problem beyond(const Number& number, const Bounds& bounds, const std::string& what) {
    if (bounds.low && is_finite(*bounds.low) && compare(number, *bounds.low) < 0)
        return "is " + to_text(number) + ", but " + what + " begins at " + to_text(*bounds.low);
    if (bounds.high && is_finite(*bounds.high) && compare(number, *bounds.high) > 0)
        return "is " + to_text(number) + ", but " + what + " ends at " + to_text(*bounds.high);
    return std::nullopt;
}

Problem miscounted(std::size_t count, const Constraints& constraints, const std::string& what) {
    if (!constraints.length) return std::nullopt;
    const Number number = static_cast<std::uint64_t>(count);
    const Bounds& length = *constraints.length;
    if (length.low && is_finite(*length.low) && compare(number, *length.low) < 0)
        return "has " + std::to_string(count) + ' ' + what + ", but the length begins at " +
               to_text(*length.low);
    if (length.high && is_finite(*length.high) && compare(number, *length.high) > 0)
        return "has " + std::to_string(count) + ' ' + what + ", but the length ends at " +
               to_text(*length.high);
    return std::nullopt;
}

Problem Judge::number(const Json& json, const Type& type, const Constraints& constraints) const {
    if (!json.is_number()) return "is " + shown(json) + ", which is no number";
    Number number = number_of(json);
    if (type.kind == TypeKind::integer) {
        const auto integer = as_integer(number);
        if (!integer) return "is " + to_text(number) + ", which is no integer";
        number = *integer;
    }
    if (auto problem = beyond(number, limits_of(type), "the type")) return problem;
    if (constraints.range)
        if (auto problem = beyond(number, *constraints.range, "the range")) return problem;
    if (!constraints.multiple_of) return std::nullopt;
    const Number& step = constraints.multiple_of->value;
    const bool usable = is_finite(step) && compare(step, Number{std::int64_t{0}}) > 0;
    if (usable && !is_multiple(number, step))
        return "is " + to_text(number) + ", which is no multiple of " + to_text(step);
    return std::nullopt;
}

bool matches(const std::string& pattern, const std::string& text) {
    const auto compiled = schema::Pattern::compile(pattern);
    return !compiled || compiled->search(text);
}

Problem Judge::string(const Json& json, const Constraints& constraints) const {
    if (!json.is_string()) return "is " + shown(json) + ", which is no string";
    const auto& text = json.get_ref<const std::string&>();
    if (auto problem = miscounted(count_code_points(text), constraints, "characters"))
        return problem;
    if (constraints.pattern && !matches(constraints.pattern->value, text))
        return "is " + shown(json) + ", which the pattern does not match";
    const auto format = constraints.format ? format_named(constraints.format->value) : std::nullopt;
    if (format && !has_format(*format, text))
        return "is " + shown(json) + ", which does not have the format '" +
               constraints.format->value + "'";
    return std::nullopt;
}

Problem Judge::short_text(const Json& json, std::size_t most) const {
    if (!json.is_string()) return "is " + shown(json) + ", which is no string";
    const std::size_t bytes = json.get_ref<const std::string&>().size();
    if (bytes <= most) return std::nullopt;
    return "has " + std::to_string(bytes) + " bytes, but the type holds at most " +
           std::to_string(most);
}

Problem Judge::enumeration(const Json& json, const Type& type) const {
    const auto found = model.enums.find(type.name);
    if (found == model.enums.end()) return std::nullopt;
    const Enum& names = found->second;
    if (!names.is_flags) return enumerator(json, names);
    if (!json.is_array()) return "is " + shown(json) + ", which is no list of enumerators";
    for (std::size_t i = 0; i < json.size(); ++i)
        if (auto problem = enumerator(json[i], names))
            return inside("an element at " + std::to_string(i), *problem);
    return repeated(json);
}

Problem Judge::enumerator(const Json& json, const Enum& type) const {
    const std::string name = json.is_string() ? json.get<std::string>() : std::string();
    const auto has_name = [&](const Enumerator& enumerator) { return enumerator.name == name; };
    if (std::any_of(type.enumerators.begin(), type.enumerators.end(), has_name))
        return std::nullopt;
    std::vector<std::string> names;
    for (const Enumerator& enumerator : type.enumerators) names.push_back(enumerator.name);
    return "is " + shown(json) + ", which is no enumerator of " + type.name + guess(name, names);
}

Problem Judge::repeated(const Json& json) const {
    for (std::size_t i = 0; i < json.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (json_equal(json[i], json[j]))
                return "has " + shown(json[i]) + " twice, and each value may be there once";
    return std::nullopt;
}

Problem Judge::list(const Json& json, const Type& type, const Constraints& constraints) const {
    if (!json.is_array()) return "is " + shown(json) + ", which is no list";
    if (type.extent && json.size() != *type.extent)
        return "has " + std::to_string(json.size()) + " elements, but the type holds " +
               std::to_string(*type.extent);
    if (auto problem = miscounted(json.size(), constraints, "elements")) return problem;
    for (std::size_t i = 0; i < json.size(); ++i)
        if (auto problem = value(json[i], *type.element, {}))
            return inside("an element at " + std::to_string(i), *problem);
    return type.kind == TypeKind::set || constraints.unique ? repeated(json) : std::nullopt;
}

Problem Judge::named_parts(const Json& json, const Type& type) const {
    if (!json.is_object()) return "is " + shown(json) + ", which is no object";
    std::vector<std::string> names;
    for (std::size_t i = 0; i < type.parts.size(); ++i) {
        names.push_back(part_name(type, i));
        const auto member = json.find(names[i]);
        if (member == json.end()) {
            if (!is_nullable(type.parts[i])) return "lacks the member '" + names[i] + "'";
            continue;
        }
        if (auto problem = value(*member, type.parts[i], {}))
            return inside("a member '" + names[i] + "'", *problem);
    }
    for (const auto& item : json.items())
        if (std::find(names.begin(), names.end(), item.key()) == names.end())
            return "has a member '" + item.key() + "', which the type does not have" +
                   guess(item.key(), names);
    return std::nullopt;
}

Problem Judge::tuple(const Json& json, const Type& type) const {
    if (type.has_named_parts) return named_parts(json, type);
    if (!json.is_array()) return "is " + shown(json) + ", which is no list";
    if (json.size() != type.parts.size())
        return "has " + std::to_string(json.size()) + " elements, but the type holds " +
               std::to_string(type.parts.size());
    for (std::size_t i = 0; i < json.size(); ++i)
        if (auto problem = value(json[i], type.parts[i], {}))
            return inside("an element at " + std::to_string(i), *problem);
    return std::nullopt;
}

/// Checks texts in place of values of other types, as the schema describes them.
Problem Judge::formed_text(const Json& json, const Type& type) const {
    if (!json.is_string()) return "is " + shown(json) + ", which is no string";
    const auto& text = json.get_ref<const std::string&>();
    const bool has_its_format = type.kind == TypeKind::date ? has_format(Format::date, text)
                                : type.kind == TypeKind::moment
                                    ? has_format(Format::date_time, text)
                                    : true;
    if (has_its_format && matches(text_pattern(type), text)) return std::nullopt;
    return "is " + shown(json) + ", which does not have the format of its type";
}

/// Checks the text of a number. The range applies to the number.
Problem Judge::decimal(const Json& json, const Type& type, const Constraints& constraints) const {
    if (auto problem = formed_text(json, type)) return problem;
    const auto digits = parse_json(json.get_ref<const std::string&>());
    const bool pattern_matches_numbers_only = digits.has_value();
    IAM_ASSERT(pattern_matches_numbers_only);
    Type bare = type;
    bare.is_decimal = false;
    return number(*digits, bare, constraints);
}

Problem Judge::map(const Json& json, const Type& type, const Constraints& constraints) const {
    if (!json.is_object()) return "is " + shown(json) + ", which is no object";
    if (auto problem = miscounted(json.size(), constraints, "entries")) return problem;
    for (const auto& [name, element] : json.items()) {
        auto problem = key(name, *type.key);
        if (!problem) problem = value(element, *type.element, {});
        if (problem) return inside("an entry '" + name + "'", *problem);
    }
    return std::nullopt;
}

/// Checks a map's key. If a value has several names, keys have the first.
Problem Judge::key(const std::string& name, const Type& type) const {
    if (type.kind == TypeKind::integer &&
        !matches(integer_pattern(type.bits, type.is_signed), name))
        return "is not named like an integer of its type";
    if (type.kind != TypeKind::enumeration) return std::nullopt;
    const Enum& names = model.enums.at(type.name);
    for (const Enumerator& enumerator : names.enumerators)
        if (enumerator.is_alias && enumerator.name == name)
            return "is named by another name of an earlier enumerator";
    return enumerator(name, names);
}

Problem Judge::record(const Json& json, const Type& type) const {
    const auto found = model.records.find(type.name);
    if (found == model.records.end()) return std::nullopt;
    if (!json.is_object()) return "is " + shown(json) + ", which is no object";
    std::vector<std::string> names;
    for (const Member& field : found->second.fields) {
        names.push_back(field.json_name);
        const auto member = json.find(field.json_name);
        if (member == json.end()) {
            if (field.required()) return "lacks the member '" + field.json_name + "'";
            continue;
        }
        if (auto problem = value(*member, field.type, field.constraints))
            return inside("a member '" + field.json_name + "'", *problem);
    }
    for (const auto& item : json.items())
        if (std::find(names.begin(), names.end(), item.key()) == names.end())
            return "has a member '" + item.key() + "', which " + found->second.name +
                   " does not have" + guess(item.key(), names);
    return std::nullopt;
}

/// Words the problem for the alternative of the same kind and tag, if there is one.
Problem Judge::variant(const Json& json, const Type& type) const {
    const auto tags = tags_of(model, type);
    for (std::size_t i = 0; i < type.parts.size(); ++i) {
        const Type& part = type.parts[i];
        if (json_kind(model, part) != json.type_name()) continue;
        if (tags[i].empty()) return value(json, part, {});
        if (!json.contains("type") || !json_equal(json.at("type"), Json(tags[i]))) continue;
        Json untagged = json;
        untagged.erase("type");
        return value(untagged, part, {});
    }
    return "is " + shown(json) + ", which is none of the alternatives";
}

Problem Judge::value(const Json& json, const Type& type, const Constraints& own) const {
    const Constraints& constraints = rules_of(type, own);
    switch (type.kind) {
        case TypeKind::boolean:
            if (json.is_boolean()) return std::nullopt;
            return "is " + shown(json) + ", which is neither true nor false";
        case TypeKind::integer:
            return type.is_decimal ? decimal(json, type, constraints)
                                   : number(json, type, constraints);
        case TypeKind::floating:
            return number(json, type, constraints);
        case TypeKind::char_array:
            return short_text(json, *type.extent - 1);
        case TypeKind::string:
        case TypeKind::string_view:
        case TypeKind::c_string:
        case TypeKind::path:
            return string(json, constraints);
        case TypeKind::enumeration:
            return enumeration(json, type);
        case TypeKind::optional:
        case TypeKind::pointer:
            if (json.is_null()) return std::nullopt;
            return value(json, *type.element, constraints);
        case TypeKind::sequence:
        case TypeKind::array:
        case TypeKind::set:
            return list(json, type, constraints);
        case TypeKind::map:
            return map(json, type, constraints);
        case TypeKind::record:
            return record(json, type);
        case TypeKind::converted:
            return value(json, *type.element, constraints);
        case TypeKind::tuple:
            return tuple(json, type);
        case TypeKind::variant:
            return variant(json, type);
        case TypeKind::character:
        case TypeKind::bytes:
        case TypeKind::bitset:
        case TypeKind::moment:
        case TypeKind::date:
        case TypeKind::time_of_day:
            return formed_text(json, type);
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<std::string> misfit(const Json& value, const Member& member, const Model& model) {
    return Judge{model}.value(value, member.type, member.constraints);
}

}  // namespace iam::gen
