// Compiles keywords that judge a value without a subschema.
#include "schema/compile/compiler.hpp"
#include "schema/evaluate/assertions.hpp"
#include "schema/evaluate/values.hpp"
#include <iam/core/exact_number.hpp>
#include <iam/core/json_number.hpp>

#include <algorithm>
#include <array>

namespace iam::schema {
namespace {

struct TypeName {
    std::string_view name;
    std::uint8_t kind;
};

constexpr std::array<TypeName, 7> k_types{{
    {"null", k_null},
    {"boolean", k_boolean},
    {"object", k_object},
    {"array", k_array},
    {"number", k_number},
    {"string", k_string},
    {"integer", k_integer},
}};

/// The bit of the type; 0 for an unknown name.
std::uint8_t type_named(const Json& name) {
    if (!name.is_string()) return 0;
    for (const TypeName& type : k_types)
        if (type.name == name.get_ref<const std::string&>()) return type.kind;
    return 0;
}

struct Sized {
    Op op;
    std::uint8_t applies;
};

Sized sized(Keyword keyword) {
    switch (keyword) {
        case Keyword::min_length:
            return {Op::min_length, k_string};
        case Keyword::max_length:
            return {Op::max_length, k_string};
        case Keyword::min_items:
            return {Op::min_items, k_array};
        case Keyword::max_items:
            return {Op::max_items, k_array};
        case Keyword::min_properties:
            return {Op::min_properties, k_object};
        default:
            return {Op::max_properties, k_object};
    }
}

Op bound_op(Keyword keyword) {
    switch (keyword) {
        case Keyword::minimum:
            return Op::minimum;
        case Keyword::maximum:
            return Op::maximum;
        case Keyword::exclusive_minimum:
            return Op::exclusive_minimum;
        case Keyword::exclusive_maximum:
            return Op::exclusive_maximum;
        default:
            return Op::multiple_of;
    }
}

}  // namespace

std::size_t weight(const Json& value) {
    std::size_t steps = 1;
    if (value.is_string()) return text_steps(value.get_ref<const std::string&>().size());
    if (value.is_array()) {
        for (const Json& element : value) steps += weight(element);
    } else if (value.is_object()) {
        for (const auto& [name, part] : value.get_ref<const Json::object_t&>())
            steps += text_steps(name.size()) + weight(part);
    }
    return steps;
}

Result<void> Compiler::type(Keyword keyword, const Json& value) {
    unsigned mask = 0;
    const auto add = [&mask](const Json& name) {
        const unsigned kind = type_named(name);
        const bool fresh = kind != 0 && (mask & kind) == 0;
        mask |= kind;
        return fresh;
    };
    const bool good = value.is_array()
                          ? !value.empty() && std::all_of(value.begin(), value.end(), add)
                          : add(value);
    if (!good)
        return refuse(keyword,
                      "a type is null, boolean, object, array, number, string or integer, or a "
                      "list of different ones");
    emit(Op::type, keyword, k_any_kind).first = mask;
    return {};
}

Result<void> Compiler::constant(Keyword keyword, const Json& value) {
    const auto first = static_cast<std::ptrdiff_t>(program_.constants.size());
    if (keyword == Keyword::const_) {
        program_.constants.push_back(value);
    } else if (value.is_array()) {
        for (const Json& element : value) program_.constants.push_back(element);
    } else {
        return refuse(keyword, "it is no list of values");
    }
    // Many constants are sorted, so they can be searched. A few stay as written, for the sentence.
    if (program_.constants.size() - static_cast<std::size_t>(first) > k_listed_in_order)
        std::sort(program_.constants.begin() + first, program_.constants.end(),
                  [](const Json& a, const Json& b) { return json_order(a, b) < 0; });
    std::size_t heaviest = 1;
    for (auto at = program_.constants.begin() + first; at != program_.constants.end(); ++at)
        heaviest = std::max(heaviest, weight(*at));
    Instruction& made =
        emit(keyword == Keyword::const_ ? Op::constant : Op::enumeration, keyword, k_any_kind);
    made.first = static_cast<Index>(first);
    made.count = static_cast<Index>(program_.constants.size()) - made.first;
    made.extra = static_cast<Index>(std::min<std::size_t>(heaviest, k_none));
    return {};
}

Result<void> Compiler::bound(Keyword keyword, const Json& value) {
    if (!value.is_number()) return refuse(keyword, "it is no number");
    const JsonNumber number = number_of(value);
    if (keyword == Keyword::multiple_of && compare(number, JsonNumber{}) <= 0)
        return refuse(keyword, "a number has multiples only if it is greater than 0");
    emit(bound_op(keyword), keyword, k_number).first = static_cast<Index>(program_.numbers.size());
    program_.numbers.push_back(number);
    return {};
}

Result<void> Compiler::size(Keyword keyword, const Json& value) {
    IAM_TRY(count, read_count(keyword, value));
    const Sized what = sized(keyword);
    Instruction& made = emit(what.op, keyword, what.applies);
    made.first = static_cast<Index>(count & k_none);
    made.count = static_cast<Index>(count >> 32U);
    return {};
}

Result<void> Compiler::unique_items(Keyword keyword, const Json& value) {
    if (!value.is_boolean()) return refuse(keyword, "it is neither true nor false");
    if (value.get<bool>()) emit(Op::unique_items, keyword, k_array);
    return {};
}

Result<void> Compiler::pattern(Keyword keyword, const Json& value) {
    if (!value.is_string()) return refuse(keyword, "it is no string; write a regular expression");
    IAM_TRY(number, add_pattern(keyword, value.get_ref<const std::string&>()));
    emit(Op::pattern, keyword, k_string).first = number;
    return {};
}

Result<void> Compiler::format(Keyword keyword, const Json& value) {
    if (!value.is_string()) return refuse(keyword, "it is no string; write the name of a format");
    const bool by_dialect = resolver_.dialect_at(place_).asserts_format;
    if (!options_.assert_format && !by_dialect) return {};
    const auto& name = value.get_ref<const std::string&>();
    const Format* format = find_format(name);
    // An asserting dialect promises to judge every format. If a host asks for assertions, it takes
    // the known ones.
    if (format == nullptr && !by_dialect) return {};
    if (format == nullptr)
        return refuse(keyword,
                      "the format '" + name +
                          "' is not known, so it cannot be asserted; remove it or write a pattern");
    emit(Op::format, keyword, k_string).first = static_cast<Index>(program_.formats.size());
    program_.formats.push_back(format);
    return {};
}

/// Annotations judge nothing, but their values must have the right form.
Result<void> Compiler::annotation(Keyword keyword, const Json& value) {
    switch (keyword) {
        case Keyword::dollar_comment:
        case Keyword::title:
        case Keyword::description:
        case Keyword::content_encoding:
        case Keyword::content_media_type:
            if (!value.is_string()) return refuse(keyword, "it is no string");
            break;
        case Keyword::deprecated:
        case Keyword::read_only:
        case Keyword::write_only:
            if (!value.is_boolean()) return refuse(keyword, "it is neither true nor false");
            break;
        case Keyword::examples:
            if (!value.is_array()) return refuse(keyword, "it is no list of values");
            break;
        case Keyword::dollar_defs:
        case Keyword::definitions:
        case Keyword::dollar_vocabulary:
            if (!value.is_object()) return refuse(keyword, "it is no object");
            break;
        default:
            break;
    }
    return {};
}

Result<std::uint64_t> Compiler::read_count(Keyword keyword, const Json& value) const {
    if (value.is_number() && is_integer(value)) {
        const JsonNumber number = number_of(value);
        if (number.kind == JsonNumber::Kind::non_negative) return number.non_negative;
        // An integer beyond 64 bits is beyond every length too.
        if (number.kind == JsonNumber::Kind::real && number.real > 0)
            return std::numeric_limits<std::uint64_t>::max();
    }
    return refuse(keyword, "it is no integer from 0 on");
}

Result<std::vector<std::string>> Compiler::read_names(Keyword keyword, const Json& value) const {
    std::vector<std::string> names;
    if (!value.is_array()) return refuse(keyword, "it is no list of names");
    for (const Json& name : value) {
        if (!name.is_string()) return refuse(keyword, "it lists something that is no name");
        names.push_back(name.get_ref<const std::string&>());
    }
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) return refuse(keyword, "it lists '" + *twice + "' twice");
    return names;
}

}  // namespace iam::schema
