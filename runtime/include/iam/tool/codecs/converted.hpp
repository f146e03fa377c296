// Codec of program types whose iam::codec names another type, the wire type, for their JSON form.
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

/// True if a written value reads back as the same value and keeps its rules. The codec promises
/// this by `using ReadsBack =` its own name. A class derived from a codec may write another text,
/// so the promise does not cover it.
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

/// The codec of T: iam::codec<T> itself, or the codec made of its wire type.
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
