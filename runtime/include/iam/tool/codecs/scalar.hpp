// Codecs of booleans and numbers.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/rules.hpp>
#include <iam/tool/schema_text.hpp>

#include <concepts>
#include <limits>
#include <string>
#include <type_traits>

namespace iam {

/// The width of a number of the program.
struct NumberType {
    int bits = 64;
    bool is_integer = true;
    bool is_signed = true;
};

/// Reads a number within the type and the rules, or reports it. `real` is rounded to the type.
bool read_number(Decoder& in, const NumberType& type, const Rules& rules, JsonNumber& number);
/// Reports the number just read, with a text from byte `start` on, if it breaks a rule.
bool check_number(Decoder& in, std::size_t start, const JsonNumber& number, const Rules& rules,
                  std::string expected);
/// "integer from 0 to 23".
std::string describe_number(const NumberType& type, const Rules& rules);
/// Writes a float with only as many digits as a float needs.
void write_float(JsonWriter& out, float value);

/// `bits` is less than the width of T for a bit-field.
template <std::integral T, int bits = static_cast<int>(sizeof(T)) * 8>
struct IntegerCodec {
    static_assert(!std::is_same_v<T, bool>, "use BooleanCodec");
    static constexpr NumberType k_type{bits, true, std::is_signed_v<T>};
    using ReadsBack = IntegerCodec;

    static bool decode(Decoder& in, T& value, const Rules& rules = {}) {
        JsonNumber number;
        if (!read_number(in, k_type, rules, number)) return false;
        value = number.kind == JsonNumber::Kind::negative ? static_cast<T>(number.negative)
                                                          : static_cast<T>(number.non_negative);
        return true;
    }
    static void encode(JsonWriter& out, T value) {
        if constexpr (std::is_signed_v<T>)
            out.integer(static_cast<std::int64_t>(value));
        else
            out.integer(static_cast<std::uint64_t>(value));
    }
    static std::string expected(const Rules& rules) { return describe_number(k_type, rules); }
    static void schema(SchemaText& out, const Rules& rules) {
        out.integer(k_type.bits, k_type.is_signed, rules);
    }
};

/// JSON has doubles only: a long double is written as the nearest double.
template <std::floating_point T>
struct FloatCodec {
    static constexpr NumberType k_type{std::is_same_v<T, float> ? 32 : 64, false, true};
    using ReadsBack = FloatCodec;

    static bool decode(Decoder& in, T& value, const Rules& rules = {}) {
        JsonNumber number;
        if (!read_number(in, k_type, rules, number)) return false;
        value = static_cast<T>(number.real);
        return true;
    }
    static void encode(JsonWriter& out, T value) {
        if constexpr (std::is_same_v<T, float>)
            write_float(out, value);
        else
            out.number(static_cast<double>(value));
    }
    static std::string expected(const Rules& rules) { return describe_number(k_type, rules); }
    static void schema(SchemaText& out, const Rules& rules) { out.floating(k_type.bits, rules); }
};

struct BooleanCodec {
    using ReadsBack = BooleanCodec;
    static bool decode(Decoder& in, bool& value, const Rules& rules = {});
    static void encode(JsonWriter& out, bool value) { out.boolean(value); }
    static std::string expected(const Rules&) { return "boolean"; }
    static void schema(SchemaText& out, const Rules&) { out.set("type", "\"boolean\""); }
};

/// True for character types. They are not numbers here.
template <class T>
inline constexpr bool k_is_character =
    std::is_same_v<T, char> || std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> ||
    std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;

template <std::integral T>
requires(!std::is_same_v<T, bool> && !k_is_character<T>) struct codec<T> : IntegerCodec<T> {
    using ReadsBack = codec;
};

template <std::floating_point T>
struct codec<T> : FloatCodec<T> {
    using ReadsBack = codec;
};

template <>
struct codec<bool> : BooleanCodec {
    using ReadsBack = codec;
};

}  // namespace iam
