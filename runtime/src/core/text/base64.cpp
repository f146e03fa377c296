#include "iam/core/base64.hpp"

#include <cstdint>

namespace iam {
namespace {

constexpr std::string_view k_standard =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view k_url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr std::string_view alphabet(Base64 form) noexcept {
    return form == Base64::url ? k_url : k_standard;
}

/// Adds the bytes of two to four digits; false if they are none, or if unused bits are set.
bool add_bytes(std::string_view digits, std::string_view alphabet, std::string& bytes) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const std::size_t digit = alphabet.find(digits[i]);
        if (digit == std::string_view::npos) return false;
        bits |= static_cast<std::uint32_t>(digit) << (18 - 6 * i);
    }
    const std::uint32_t unused = 0xFFFFFFU >> (8 * (digits.size() - 1));
    if ((bits & unused) != 0) return false;
    for (std::size_t i = 0; i + 1 < digits.size(); ++i)
        bytes += static_cast<char>(bits >> (16 - 8 * i) & 0xFFU);
    return true;
}

std::string_view without_padding(std::string_view text) {
    if (text.size() >= 4 && text.ends_with("==")) return text.substr(0, text.size() - 2);
    if (text.size() >= 4 && text.ends_with('=')) return text.substr(0, text.size() - 1);
    return text;
}

}  // namespace

std::string to_base64(std::span<const std::byte> bytes, Base64 form) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = bytes.size() - i < 3 ? bytes.size() - i : 3;
        std::uint32_t bits = 0;
        for (std::size_t j = 0; j < count; ++j)
            bits |= std::to_integer<std::uint32_t>(bytes[i + j]) << (16 - 8 * j);
        for (std::size_t j = 0; j <= count; ++j)
            text += alphabet(form)[(bits >> (18 - 6 * j)) & 63U];
        if (form == Base64::standard) text.append(3 - count, '=');
    }
    return text;
}

std::string to_base64(std::string_view bytes, Base64 form) {
    return to_base64(std::as_bytes(std::span(bytes.data(), bytes.size())), form);
}

std::optional<std::string> from_base64(std::string_view text, Base64 form) {
    if (form == Base64::standard) {
        if (text.size() % 4 != 0) return std::nullopt;
        text = without_padding(text);
    }
    if (text.size() % 4 == 1) return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    for (std::size_t i = 0; i < text.size(); i += 4)
        if (!add_bytes(text.substr(i, 4), alphabet(form), bytes)) return std::nullopt;
    return bytes;
}

}  // namespace iam
