// Codec of file paths as UTF-8. It never touches the file system.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/string.hpp>

#include <filesystem>
#include <string>

namespace iam {

struct PathCodec {
    static bool decode(Decoder& in, std::filesystem::path& value, const Rules& rules = {}) {
        std::string text;
        if (!StringCodec::decode(in, text, rules)) return false;
        value = std::filesystem::path(std::u8string(text.begin(), text.end()));
        return true;
    }
    /// A path in invalid UTF-8 marks `out` as bad.
    static void encode(JsonWriter& out, const std::filesystem::path& value) {
        const std::u8string text = value.u8string();
        out.string(std::string(text.begin(), text.end()));
    }
    static std::string expected(const Rules& rules) { return StringCodec::expected(rules); }
};

}  // namespace iam
