// Codec of optional values. As a member, an empty value is absent and null is refused. As an
// element of a list or map, or as a whole result, an empty value is null.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/converted.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/rules.hpp>
#include <iam/tool/schema_text.hpp>

#include <optional>
#include <string>
#include <type_traits>

namespace iam {

template <class Value, class T>
struct OptionalCodec {
    using ReadsBack = std::conditional_t<k_reads_back<Value>, OptionalCodec, void>;

    static bool decode(Decoder& in, std::optional<T>& value, const Rules& rules = {}) {
        return Value::decode(in, value.emplace(), rules);
    }
    static bool decode_element(Decoder& in, std::optional<T>& value, const Rules& rules = {}) {
        if (in.reader().peek() != JsonKind::null) return decode(in, value, rules);
        value.reset();
        return in.reader().read_null();
    }
    static bool absent(const std::optional<T>& value) { return !value.has_value(); }
    static void encode(JsonWriter& out, const std::optional<T>& value) {
        if (value)
            Value::encode(out, *value);
        else
            out.null();
    }
    static std::string expected(const Rules& rules) { return Value::expected(rules); }
    static void schema(SchemaText& out, const Rules& rules) { Value::schema(out, rules); }
    static void element_schema(SchemaText& out, const Rules& rules) {
        out.set("anyOf", "[" + schema_text<Value>(rules) + ",{\"type\":\"null\"}]");
    }
};

template <class T>
struct codec<std::optional<T>> : OptionalCodec<codec_of<T>, T> {
    using ReadsBack = std::conditional_t<k_reads_back<codec_of<T>>, codec, void>;
};

/// Reads a value; null stands for an empty optional.
template <class Codec, class T>
bool decode_element(Decoder& in, T& value, const Rules& rules = {}) {
    if constexpr (requires { Codec::decode_element(in, value, rules); })
        return Codec::decode_element(in, value, rules);
    else
        return Codec::decode(in, value, rules);
}

template <class Codec>
std::string element_schema_text(const Rules& rules = {}) {
    SchemaText schema;
    if constexpr (requires { Codec::element_schema(schema, rules); })
        Codec::element_schema(schema, rules);
    else
        Codec::schema(schema, rules);
    return schema.text();
}

}  // namespace iam
