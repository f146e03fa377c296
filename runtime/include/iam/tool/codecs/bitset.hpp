// Codec of std::bitset: a text of zeros and ones, the highest bit first.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/rules.hpp>

#include <bitset>
#include <cstddef>
#include <string>

namespace iam {

/// Reads `count` zeros and ones.
bool read_bits(Decoder& in, std::size_t count, std::string& bits);
std::string describe_bits(std::size_t count);

template <std::size_t N>
struct BitsetCodec {
    static bool decode(Decoder& in, std::bitset<N>& value, const Rules& = {}) {
        std::string bits;
        if (!read_bits(in, N, bits)) return false;
        value = std::bitset<N>(bits);
        return true;
    }
    static void encode(JsonWriter& out, const std::bitset<N>& value) {
        out.string(value.to_string());
    }
    static std::string expected(const Rules&) { return describe_bits(N); }
};

}  // namespace iam
