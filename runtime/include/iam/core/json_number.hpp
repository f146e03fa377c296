// Converts values of json.hpp to the exact numbers of exact_number.hpp.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/json_reader.hpp>

#include <cstdint>

namespace iam {

/// The number in `value`; 0 if `value` is not a number.
inline JsonNumber number_of(const Json& value) noexcept {
    JsonNumber number;
    if (const auto* natural = value.get_ptr<const Json::number_unsigned_t*>()) {
        number.non_negative = *natural;
        number.real = static_cast<double>(*natural);
    } else if (const auto* integer = value.get_ptr<const Json::number_integer_t*>()) {
        number.real = static_cast<double>(*integer);
        if (*integer < 0) {
            number.kind = JsonNumber::Kind::negative;
            number.negative = *integer;
        } else {
            number.non_negative = static_cast<std::uint64_t>(*integer);
        }
    } else if (const auto* real = value.get_ptr<const Json::number_float_t*>()) {
        number.kind = JsonNumber::Kind::real;
        number.real = *real;
    }
    return number;
}

}  // namespace iam
