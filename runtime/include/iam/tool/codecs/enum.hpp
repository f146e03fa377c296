// Codecs of enumerations by the names of their enumerators.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/codecs/scalar.hpp>
#include <iam/tool/rules.hpp>
#include <iam/tool/schema_text.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace iam {

/// The index of the next name; nothing after it reported another value.
std::optional<std::size_t> read_name(Decoder& in, std::span<const std::string_view> names);
std::string describe_names(std::span<const std::string_view> names);
void names_schema(SchemaText& out, std::span<const std::string_view> names);

/// Reads an array of different names and gives the index of each.
bool read_names(Decoder& in, std::span<const std::string_view> names, const Rules& rules,
                const std::function<void(std::size_t)>& take);
std::string describe_flags(std::span<const std::string_view> names);

/// Codec of an enumeration. Derived states both lists in the order of declaration:
///     static constexpr std::array<std::string_view, 2> k_names{"low", "high"};
///     static constexpr std::array<Level, 2> k_values{Level::low, Level::high};
template <class Derived, class Enum>
struct EnumCodec {
    using ReadsBack = Derived;
    static bool decode(Decoder& in, Enum& value, const Rules& = {}) {
        const std::optional<std::size_t> index = read_name(in, Derived::k_names);
        if (index) value = Derived::k_values[*index];
        return index.has_value();
    }
    static void encode(JsonWriter& out, Enum value) {
        static_assert(Derived::k_names.size() == Derived::k_values.size());
        const std::size_t index = index_of(value);
        if (index < Derived::k_names.size()) return out.string(Derived::k_names[index]);
        out.fail("an enumerator that has no name");
        out.null();
    }
    /// The index of the first name of the value; the number of names if it has none.
    static constexpr std::size_t index_of(Enum value) noexcept {
        std::size_t index = 0;
        while (index < Derived::k_values.size() && Derived::k_values[index] != value) ++index;
        return index;
    }
    static std::string expected(const Rules&) { return describe_names(Derived::k_names); }
    static void schema(SchemaText& out, const Rules&) { names_schema(out, Derived::k_names); }
};

/// Codec of a combination of bits: their names in the order of declaration, no name for zero.
/// Derived states both lists, without zero enumerators.
template <class Derived, class Enum>
struct FlagsCodec {
    using Bits = std::make_unsigned_t<std::underlying_type_t<Enum>>;

    static bool decode(Decoder& in, Enum& value, const Rules& rules = {}) {
        Bits bits = 0;
        const bool good = read_names(in, Derived::k_names, rules, [&](std::size_t index) {
            bits = static_cast<Bits>(bits | bits_of(Derived::k_values[index]));
        });
        if (good) value = static_cast<Enum>(bits);
        return good;
    }
    static void encode(JsonWriter& out, Enum value) {
        const Bits all = bits_of(value);
        Bits left = all;
        out.begin_array();
        for (std::size_t i = 0; i < Derived::k_values.size(); ++i) {
            const Bits bits = bits_of(Derived::k_values[i]);
            if ((all & bits) != bits || (left & bits) == 0) continue;
            out.string(Derived::k_names[i]);
            left = static_cast<Bits>(left & ~bits);
        }
        out.end_array();
        if (left != 0) out.fail("a bit that has no name");
    }
    static std::string expected(const Rules&) { return describe_flags(Derived::k_names); }

 private:
    static constexpr Bits bits_of(Enum value) noexcept { return static_cast<Bits>(value); }
};

/// Codec of an enumeration used only as a number with its own type: `enum class Id : std::uint64_t
/// {};`
template <class Enum>
struct StrongCodec {
    using Number = std::underlying_type_t<Enum>;
    using ReadsBack = StrongCodec;

    static bool decode(Decoder& in, Enum& value, const Rules& rules = {}) {
        Number number{};
        const bool good = IntegerCodec<Number>::decode(in, number, rules);
        if (good) value = static_cast<Enum>(number);
        return good;
    }
    static void encode(JsonWriter& out, Enum value) {
        IntegerCodec<Number>::encode(out, static_cast<Number>(value));
    }
    static std::string expected(const Rules& rules) {
        return IntegerCodec<Number>::expected(rules);
    }
};

}  // namespace iam
