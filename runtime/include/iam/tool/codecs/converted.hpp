// Types of the program that iam::codec gives a JSON form: that of another type, its wire type.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/rules.hpp>
#include <iam/tool/schema_text.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace iam {

/// True where what is written of a value that was read is read as that value and keeps its rules, by the codec's own word:
/// `using ReadsBack = ` itself. What derives from a codec may write something else, and so does not have its word.
template <class Codec>
inline constexpr bool k_reads_back = requires {
    requires std::is_same_v<typename Codec::ReadsBack, Codec>;
};

/// Wire is the codec of codec<T>::wire.
template <class Wire, class T>
struct ConvertedCodec {
    using Custom = codec<T>;
    using Form = typename Custom::wire;

    static bool decode(Decoder& in, T& value, const Rules& rules = {}) {
        const std::size_t start = in.reader().offset();
        Form form{};
        if (!Wire::decode(in, form, rules)) return false;
        if constexpr (std::is_convertible_v<decltype(Custom::from_wire(std::move(form))), T>) {
            value = Custom::from_wire(std::move(form));
            return true;
        } else {
            std::optional<T> made = Custom::from_wire(std::move(form));
            if (!made) return in.refuse(start, "has no meaning for the program", expected(rules));
            value = *std::move(made);
            return true;
        }
    }
    static void encode(JsonWriter& out, const T& value) {
        Wire::encode(out, Custom::to_wire(value));
    }
    static std::string expected(const Rules& rules) { return Wire::expected(rules); }
    static void schema(SchemaText& out, const Rules& rules) { Wire::schema(out, rules); }
};

/// A type whose iam::codec names a wire type.
template <class T>
concept HasWire = requires {
    typename codec<T>::wire;
};

/// The codec of T: iam::codec<T> itself, or what its wire type makes of it.
template <class T>
struct CodecOf {
    using type = codec<T>;
};
template <HasWire T>
struct CodecOf<T> {
    using type = ConvertedCodec<typename CodecOf<typename codec<T>::wire>::type, T>;
};
template <class T>
using codec_of = typename CodecOf<T>::type;

}  // namespace iam
