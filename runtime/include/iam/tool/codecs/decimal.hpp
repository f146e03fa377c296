// Codec of integers as decimal text: for [[iam::as_string]] and for names in JSON.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/codecs/scalar.hpp>
#include <iam/tool/rules.hpp>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace iam {

/// True for the only spelling of an integer of this type, e.g. "-7": digits without a plus sign or
/// leading zeros.
template <std::integral T>
bool read_decimal(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && std::to_string(value) == text;
}

template <class T>
struct DecimalNumber {
    using Type = T;
};
template <class T>
requires std::is_enum_v<T>
struct DecimalNumber<T> {
    using Type = std::underlying_type_t<T>;
};

/// T is an integer, or an enumeration used only as an integer with its own type.
template <class T>
struct DecimalCodec {
    using Number = typename DecimalNumber<T>::Type;

    static bool decode(Decoder& in, T& value, const Rules& rules = {}) {
        std::size_t start = 0;
        std::string text;
        if (!in.read_text(expected(rules), start, text)) return false;
        Number number{};
        if (!read_decimal(text, number))
            return in.refuse(start, "is no such text of digits", expected(rules));
        if (!check_number(in, start, Bound(number).value, rules, expected(rules))) return false;
        value = static_cast<T>(number);
        return true;
    }
    static void encode(JsonWriter& out, T value) {
        out.string(std::to_string(static_cast<Number>(value)));
    }
    static std::string expected(const Rules& rules) {
        return "string of the digits of an " + describe_number(IntegerCodec<Number>::k_type, rules);
    }
};

}  // namespace iam
