#include "iam/tool/codecs/bytes.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace iam {
namespace {

constexpr std::string_view k_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Adds the bytes of four characters; false if they are no base64. Only the last four may be padded.
template <class Byte>
bool add_bytes(std::string_view four, bool is_last, std::vector<Byte>& bytes) {
    std::size_t count = 4;
    while (is_last && count > 2 && four[count - 1] == '=') --count;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t digit = k_alphabet.find(four[i]);
        if (digit == k_alphabet.npos) return false;
        bits |= static_cast<std::uint32_t>(digit) << (18 - 6 * i);
    }
    const std::uint32_t unused = 0xFFFFFFU >> (8 * (count - 1));
    if ((bits & unused) != 0) return false;
    for (std::size_t i = 0; i + 1 < count; ++i)
        bytes.push_back(static_cast<Byte>(bits >> (16 - 8 * i) & 0xFFU));
    return true;
}

template <class Byte>
std::optional<std::vector<Byte>> from_base64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    std::vector<Byte> bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4)
        if (!add_bytes(text.substr(i, 4), i + 4 == text.size(), bytes)) return std::nullopt;
    return bytes;
}

std::string to_base64(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = bytes.size() - i < 3 ? bytes.size() - i : 3;
        std::uint32_t bits = 0;
        for (std::size_t j = 0; j < count; ++j)
            bits |= std::to_integer<std::uint32_t>(bytes[i + j]) << (16 - 8 * j);
        for (std::size_t j = 0; j < 4; ++j)
            text += j <= count ? k_alphabet[(bits >> (18 - 6 * j)) & 63U] : '=';
    }
    return text;
}

template <class Byte>
bool read_base64(Decoder& in, std::vector<Byte>& value, const Rules& rules) {
    std::size_t start = 0;
    std::string text;
    if (!in.read_text(BytesCodec::expected(rules), start, text)) return false;
    auto bytes = from_base64<Byte>(text);
    if (!bytes) return in.refuse(start, "is no base64", BytesCodec::expected(rules));
    value = *std::move(bytes);
    return true;
}

}  // namespace

bool BytesCodec::decode(Decoder& in, std::vector<std::byte>& value, const Rules& rules) {
    return read_base64(in, value, rules);
}

bool BytesCodec::decode(Decoder& in, std::vector<unsigned char>& value, const Rules& rules) {
    return read_base64(in, value, rules);
}

void BytesCodec::encode(JsonWriter& out, std::span<const std::byte> value) {
    out.string(to_base64(value));
}

}  // namespace iam
