// Codecs of strings and of string views.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/rules.hpp>
#include <iam/tool/schema_text.hpp>

#include <string>
#include <string_view>

namespace iam {

struct StringCodec {
    using ReadsBack = StringCodec;
    static bool decode(Decoder& in, std::string& value, const Rules& rules = {});
    static void encode(JsonWriter& out, std::string_view value) { out.string(value); }
    /// "string of 1 to 80 characters that matches '^[a-z]+$'".
    static std::string expected(const Rules& rules);
    static void schema(SchemaText& out, const Rules& rules) { out.string(rules); }
};

/// For parameters: the decoder owns the bytes and keeps them as long as it lives.
struct StringViewCodec {
    using ReadsBack = StringViewCodec;
    static bool decode(Decoder& in, std::string_view& value, const Rules& rules = {});
    static void encode(JsonWriter& out, std::string_view value) { out.string(value); }
    static std::string expected(const Rules& rules) { return StringCodec::expected(rules); }
    static void schema(SchemaText& out, const Rules& rules) { out.string(rules); }
};

template <>
struct codec<std::string> : StringCodec {
    using ReadsBack = codec;
};
template <>
struct codec<std::string_view> : StringViewCodec {
    using ReadsBack = codec;
};

}  // namespace iam
