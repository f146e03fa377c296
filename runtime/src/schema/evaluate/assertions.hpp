// Judges keywords that need no other subschema.
#pragma once

#include "schema/compile/program.hpp"
#include "schema/evaluate/values.hpp"
#include <iam/core/exact_number.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_number.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <string>

namespace iam::schema {

inline bool has_type(const Json& value, std::uint8_t kind, Index mask) noexcept {
    if ((mask & kind) != 0) return true;
    return kind == k_number && (mask & k_integer) != 0 && is_integer(value);
}

/// Returns -1, 0 or 1. Most numbers and bounds are integers from 0 on. They take the short way.
inline int compare_with(const Json& value, const JsonNumber& limit) noexcept {
    const auto* natural = value.get_ptr<const Json::number_unsigned_t*>();
    if (natural == nullptr || limit.kind != JsonNumber::Kind::non_negative)
        return compare(number_of(value), limit);
    return *natural < limit.non_negative ? -1 : *natural > limit.non_negative ? 1 : 0;
}

inline bool within_bound(Op op, const Json& value, const JsonNumber& limit) noexcept {
    if (op == Op::multiple_of) return is_multiple_of(number_of(value), limit);
    const int order = compare_with(value, limit);
    switch (op) {
        case Op::minimum:
            return order >= 0;
        case Op::maximum:
            return order <= 0;
        case Op::exclusive_minimum:
            return order > 0;
        default:
            return order < 0;
    }
}

/// Up to this many constants are compared one by one; more are sorted.
inline constexpr Index k_listed_in_order = 8;

/// Compares the first bytes first: most texts differ there already.
inline bool is_same_text(std::string_view one, std::string_view other) noexcept {
    return one.size() == other.size() &&
           (one.empty() || (one.front() == other.front() && one == other));
}

inline bool is_text(const Json& constant, std::string_view text) noexcept {
    const auto* wanted = constant.get_ptr<const std::string*>();
    return wanted != nullptr && is_same_text(*wanted, text);
}

/// True if the text is among the constants of an instruction.
inline bool is_listed_text(const Program& program, const Instruction& at, std::string_view text) {
    const Json* const first = program.constants.data() + at.first;
    return std::any_of(first, first + at.count,
                       [text](const Json& each) { return is_text(each, text); });
}
inline bool is_listed(const Program& program, const Instruction& at, const Json& value) {
    const Json* const first = program.constants.data() + at.first;
    const Json* const last = first + at.count;
    const auto* text = value.get_ptr<const std::string*>();
    if (at.count <= k_listed_in_order && text != nullptr) return is_listed_text(program, at, *text);
    if (at.count <= k_listed_in_order)
        return std::any_of(first, last,
                           [&value](const Json& each) { return json_equal(each, value); });
    const auto found = std::lower_bound(
        first, last, value, [](const Json& a, const Json& b) { return json_order(a, b) < 0; });
    return found != last && json_equal(*found, value);
}

}  // namespace iam::schema
