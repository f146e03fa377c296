// The patterns of texts in place of values of other types.
#include "generator/model/text_pattern.hpp"

#include <generator/model/integer_pattern.hpp>

namespace iam::gen {
namespace {

// Four characters stand for three bytes; the unused bits of the last ones are zero.
constexpr const char* k_base64 =
    "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";
constexpr const char* k_time_of_day = "^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]";

std::string fraction_pattern(int digits) {
    if (digits == 0) return {};
    return digits == 1 ? "([.][0-9])?" : "([.][0-9]{1," + std::to_string(digits) + "})?";
}

// Completes the format: the digits of the fraction, and the range of years of 64-bit nanoseconds.
std::string moment_pattern(const Type& type) {
    const std::string years =
        type.is_bounded_to_years
            ? "(167[89]|16[89][0-9]|1[7-9][0-9]{2}|2[01][0-9]{2}|22[0-5][0-9]|226[01])-"
            : "";
    const std::string fraction =
        type.digits == 0 ? "" : "([.][0-9]{1," + std::to_string(type.digits) + "}[^0-9.][^.]*)?";
    return "^" + years + "[^.]*" + fraction + "$";
}

}  // namespace

std::string decimal_pattern(const Type& type, const Constraints& rules) {
    return integer_pattern(type.bits, type.is_signed, rules.range.value_or(Bounds{}));
}

std::string text_pattern(const Type& type) {
    switch (type.kind) {
        case TypeKind::integer:
            return integer_pattern(type.bits, type.is_signed);
        case TypeKind::character:
            return "^[\\u0001-\\u007f]$";
        case TypeKind::bytes:
            return k_base64;
        case TypeKind::bitset:
            return "^[01]{" + std::to_string(*type.extent) + "}$";
        case TypeKind::moment:
            return moment_pattern(type);
        case TypeKind::time_of_day:
            return k_time_of_day + fraction_pattern(type.digits) + "$";
        default:
            return {};
    }
}

}  // namespace iam::gen
