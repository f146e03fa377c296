// Words the sentences of errors. A sentence shows scalars only, cut after about 60 bytes.
#include "schema/evaluate/sentences.hpp"

#include "schema/evaluate/values.hpp"
#include <iam/core/exact_number.hpp>
#include <iam/core/utf8.hpp>
#include <iam/core/value_text.hpp>

#include <array>

namespace iam::schema {
namespace {

/// More than shown() shows, so it can say how much it left out.
constexpr std::size_t k_text_bytes_max = 4'096;
constexpr std::size_t k_listed_max = 12;

std::string_view kind_name(std::uint8_t kind) {
    switch (kind) {
        case k_null:
            return "null";
        case k_boolean:
            return "a boolean";
        case k_number:
            return "a number";
        case k_string:
            return "a string";
        case k_array:
            return "an array";
        case k_object:
            return "an object";
        default:
            return "an integer";
    }
}

std::string wrong_type(const Instruction& at, const Json& value) {
    constexpr std::array<std::uint8_t, 7> k_order{k_null,   k_boolean, k_integer, k_number,
                                                  k_string, k_array,   k_object};
    std::string wanted;
    for (const std::uint8_t kind : k_order) {
        if ((at.first & kind) == 0) continue;
        if (!wanted.empty()) wanted += " or ";
        wanted += kind_name(kind);
    }
    const std::uint8_t kind = kind_of(value);
    if (kind == k_number) return shown_value(value) + " is not " + wanted;
    if (kind == k_boolean || kind == k_string)
        return shown_value(value) + " is " + std::string(kind_name(kind)) + ", not " + wanted;
    return "it is " + std::string(kind_name(kind)) + ", not " + wanted;
}

std::string not_listed(const Program& program, const Instruction& at, const Json& value) {
    std::string text = shown_value(value);
    if (at.count == 0) return text + " is not allowed, as nothing is";
    text += at.count == 1 ? " is not " : " is not one of ";
    for (Index i = 0; i < at.count && i < k_listed_max; ++i) {
        if (i > 0) text += ", ";
        text += shown_value(program.constants[at.first + i]);
    }
    if (at.count > k_listed_max)
        text += " and " + std::to_string(at.count - k_listed_max) + " more";
    return text;
}

std::string beyond(const Json& value, std::string_view relation, const JsonNumber& limit) {
    return shown_value(value).append(" ").append(relation).append(" ").append(to_text(limit));
}

std::string bound_failure(const Program& program, const Instruction& at, const Json& value) {
    const JsonNumber& limit = program.numbers[at.first];
    switch (at.op) {
        case Op::minimum:
            return beyond(value, "is less than", limit);
        case Op::maximum:
            return beyond(value, "is greater than", limit);
        case Op::exclusive_minimum:
            return beyond(value, "is not greater than", limit);
        case Op::exclusive_maximum:
            return beyond(value, "is not less than", limit);
        default:
            return beyond(value, "is not a multiple of", limit);
    }
}

std::string size_failure(std::string subject, std::uint64_t count, std::string_view noun,
                         std::string_view relation, std::uint64_t limit) {
    subject.append(" has ").append(counted(count, noun)).append(", ").append(relation).append(" ");
    return subject + std::to_string(limit);
}

}  // namespace

std::string counted(std::uint64_t count, std::string_view noun) {
    std::string text = std::to_string(count);
    text.append(" ").append(noun);
    if (count != 1) text += 's';
    return text;
}

std::string shown_value(const Json& value) {
    if (value.is_array()) return "an array";
    if (value.is_object()) return "an object";
    const bool is_long =
        value.is_string() && value.get_ref<const std::string&>().size() > k_text_bytes_max;
    const auto text = canonical_json(
        is_long ? Json(first_bytes(value.get_ref<const std::string&>(), k_text_bytes_max)) : value);
    return text ? shown(*text) : std::string("the value");
}

std::string failure(const Program& program, const Instruction& at, const Json& value) {
    const auto length = [&] { return count_code_points(value.get_ref<const std::string&>()); };
    switch (at.op) {
        case Op::type:
            return wrong_type(at, value);
        case Op::constant:
        case Op::enumeration:
            return not_listed(program, at, value);
        case Op::minimum:
        case Op::maximum:
        case Op::exclusive_minimum:
        case Op::exclusive_maximum:
        case Op::multiple_of:
            return bound_failure(program, at, value);
        case Op::min_length:
            return size_failure(shown_value(value), length(), "character", "fewer than", wide(at));
        case Op::max_length:
            return size_failure(shown_value(value), length(), "character", "more than", wide(at));
        case Op::min_items:
            return size_failure("the array", value.size(), "item", "fewer than", wide(at));
        case Op::max_items:
            return size_failure("the array", value.size(), "item", "more than", wide(at));
        case Op::min_properties:
            return size_failure("the object", value.size(), "member", "fewer than", wide(at));
        case Op::max_properties:
            return size_failure("the object", value.size(), "member", "more than", wide(at));
        case Op::pattern:
            return shown_value(value) + " does not match the pattern " +
                   quoted_name(program.view(program.pattern_texts[at.first]));
        case Op::format:
            return shown_value(value) + " is not of the format " +
                   std::string(program.formats[at.first]->name);
        default:
            return "nothing is allowed here";
    }
}

std::string missing(std::string_view name) {
    return quoted_name(name) + " is missing";
}

std::string unknown_member(std::string_view name, const std::vector<std::string_view>& known) {
    return "there is no member " + quoted_name(name) + " here" + did_you_mean(name, known);
}

}  // namespace iam::schema
