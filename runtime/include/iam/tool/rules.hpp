// States the rules of a parameter or field for its value, beyond the type. They are plain
// constants, written by generated code and by hand.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/json_reader.hpp>
#include <iam/tool/format.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace iam {

/// One exact bound, or none.
struct Bound {
    bool open = true;
    JsonNumber value{};

    constexpr Bound() = default;
    constexpr Bound(OpenSide (*)()) {}  // NOLINT(google-explicit-constructor): iam::none
    template <std::integral Integer>
    constexpr Bound(Integer number) : open(false) {  // NOLINT(google-explicit-constructor)
        value.real = static_cast<double>(number);
        if (std::cmp_less(number, 0)) {
            value.kind = JsonNumber::Kind::negative;
            value.negative = static_cast<std::int64_t>(number);
        } else {
            value.non_negative = static_cast<std::uint64_t>(number);
        }
    }
    constexpr Bound(double number) : open(false) {  // NOLINT(google-explicit-constructor)
        value.kind = JsonNumber::Kind::real;
        value.real = number;
    }
};

inline constexpr std::size_t k_no_length_limit = (std::numeric_limits<std::size_t>::max)();

/// Each member applies to the types it fits; other types ignore it. For an optional it applies to
/// the value inside.
struct Rules {
    Bound low{};                 ///< numbers, inclusive
    Bound high{};                ///< numbers, inclusive
    Bound multiple_of{};         ///< numbers; greater than 0
    std::size_t length_min = 0;  ///< code points of a string, elements of a list, members of a map
    std::size_t length_max = k_no_length_limit;
    std::string_view pattern{};  ///< strings; a literal
    Format format = Format::none;
    bool unique = false;  ///< lists: no two elements are equal as JSON values

    constexpr bool ask_for_something() const noexcept {
        return !low.open || !high.open || !multiple_of.open || length_min != 0 ||
               length_max != k_no_length_limit || !pattern.empty() || format != Format::none ||
               unique;
    }
};

inline constexpr Rules k_no_rules{};

}  // namespace iam
