// Codec of bytes as base64 text (RFC 4648 §4): with padding, without line breaks, the unused
// bits zero.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/rules.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace iam {

struct BytesCodec {
    static bool decode(Decoder& in, std::vector<std::byte>& value, const Rules& = {});
    static bool decode(Decoder& in, std::vector<unsigned char>& value, const Rules& = {});
    static void encode(JsonWriter& out, std::span<const std::byte> value);
    static void encode(JsonWriter& out, const std::vector<unsigned char>& value) {
        encode(out, std::as_bytes(std::span(value)));
    }
    static std::string expected(const Rules&) { return "string of base64"; }
};

}  // namespace iam
