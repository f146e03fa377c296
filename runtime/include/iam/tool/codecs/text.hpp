// Codecs of texts other than std::string: a single character, character arrays, pointers to texts,
// std::u8string.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/codecs/string.hpp>
#include <iam/tool/rules.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace iam {

/// One ASCII character except NUL: a char holds no more of UTF-8.
struct CharacterCodec {
    static bool decode(Decoder& in, char& value, const Rules& = {});
    static void encode(JsonWriter& out, char value);
    static std::string expected(const Rules&) { return "one ASCII character"; }
};

/// Reads at most `capacity` bytes of text; `text` stays unchanged if there are more.
bool read_short_text(Decoder& in, std::size_t capacity, std::string& text);
void write_short_text(JsonWriter& out, std::string_view text, std::size_t capacity);
std::string describe_short_text(std::size_t capacity);

/// Codec of char[N]: up to N - 1 bytes and a NUL.
template <std::size_t N>
struct CharArrayCodec {
    static bool decode(Decoder& in, char (&value)[N], const Rules& = {}) {
        std::string text;
        if (!read_short_text(in, N - 1, text)) return false;
        std::fill(std::copy(text.begin(), text.end(), value), value + N, '\0');
        return true;
    }
    static void encode(JsonWriter& out, const char (&value)[N]) {
        const auto length = static_cast<std::size_t>(std::find(value, value + N, '\0') - value);
        write_short_text(out, std::string_view(value, length), N - 1);
    }
    static std::string expected(const Rules&) { return describe_short_text(N - 1); }
};

/// For parameters: the decoder owns the bytes and keeps them as long as it lives.
struct CStringCodec {
    static bool decode(Decoder& in, const char*& value, const Rules& rules = {}) {
        std::string_view text;
        if (!StringViewCodec::decode(in, text, rules)) return false;
        value = text.data();  // points into a std::string, so a NUL follows
        return true;
    }
    static void encode(JsonWriter& out, const char* value) { out.string(value); }
    static std::string expected(const Rules& rules) { return StringCodec::expected(rules); }
};

struct U8StringCodec {
    static bool decode(Decoder& in, std::u8string& value, const Rules& rules = {}) {
        std::string text;
        if (!StringCodec::decode(in, text, rules)) return false;
        value.assign(text.begin(), text.end());
        return true;
    }
    static void encode(JsonWriter& out, const std::u8string& value) {
        out.string(std::string(value.begin(), value.end()));
    }
    static std::string expected(const Rules& rules) { return StringCodec::expected(rules); }
};

}  // namespace iam
