// Enumerations: the names of their enumerators.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/decoder.hpp>
#include <iam/tool/rules.hpp>
#include <iam/tool/schema_text.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace iam {

/// The index of the name that comes next, or nothing, reported.
std::optional<std::size_t> read_name(Decoder& in, std::span<const std::string_view> names);
std::string describe_names(std::span<const std::string_view> names);
void names_schema(SchemaText& out, std::span<const std::string_view> names);

/// Derived states both lists in the order of declaration:
///     static constexpr std::array<std::string_view, 2> k_names{"low", "high"};
///     static constexpr std::array<Level, 2> k_values{Level::low, Level::high};
template <class Derived, class Enum>
struct EnumCodec {
    static bool decode(Decoder& in, Enum& value, const Rules& = {}) {
        const std::optional<std::size_t> index = read_name(in, Derived::k_names);
        if (index) value = Derived::k_values[*index];
        return index.has_value();
    }
    static void encode(JsonWriter& out, Enum value) {
        static_assert(Derived::k_names.size() == Derived::k_values.size());
        for (std::size_t i = 0; i < Derived::k_values.size(); ++i)
            if (Derived::k_values[i] == value) return out.string(Derived::k_names[i]);
        out.fail("an enumerator that has no name");
        out.null();
    }
    static std::string expected(const Rules&) { return describe_names(Derived::k_names); }
    static void schema(SchemaText& out, const Rules&) { names_schema(out, Derived::k_names); }
};

}  // namespace iam
