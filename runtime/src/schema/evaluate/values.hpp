// Answers the questions of keywords about a JSON value.
#pragma once

#include "schema/compile/program.hpp"
#include <iam/core/exact_number.hpp>
#include <iam/core/json.hpp>

#include <array>
#include <cmath>
#include <cstddef>

namespace iam::schema {

inline std::uint8_t kind_of(const Json& value) noexcept {
    // In the order of Json::value_t; binary and discarded values have no kind.
    static constexpr std::array<std::uint8_t, 10> k_kinds{
        k_null, k_object, k_array, k_string, k_boolean, k_number, k_number, k_number, 0, 0};
    static_assert(static_cast<int>(Json::value_t::number_float) == 7);
    return k_kinds[static_cast<std::size_t>(value.type())];
}

/// `value` is a number.
inline bool is_integer(const Json& value) noexcept {
    if (!value.is_number_float()) return true;
    const double real = *value.get_ptr<const Json::number_float_t*>();
    return std::isfinite(real) && std::trunc(real) >= real && std::trunc(real) <= real;
}

/// The member of an object; nullptr if there is none or the value is no object.
inline const Json* member(const Json& object, std::string_view name) {
    const auto* members = object.get_ptr<const Json::object_t*>();
    if (members == nullptr) return nullptr;
    const auto at = members->find(name);
    return at == members->end() ? nullptr : &at->second;
}

/// The highest cost of a comparison of the value, in steps: one for each part and for each 64 bytes
/// of text.
std::size_t weight(const Json& value);

/// The steps for reading this many bytes.
constexpr std::size_t text_steps(std::size_t bytes) noexcept {
    return 1 + bytes / 64;
}

}  // namespace iam::schema
