#include "console/markdown/entities.hpp"

#include <iam/core/utf8.hpp>

#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace iam::console {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> k_entities{{
    {"&amp;", "&"},
    {"&apos;", "'"},
    {"&copy;", "©"},
    {"&deg;", "°"},
    {"&gt;", ">"},
    {"&hellip;", "…"},
    {"&larr;", "←"},
    {"&lt;", "<"},
    {"&mdash;", "—"},
    {"&nbsp;", " "},
    {"&ndash;", "–"},
    {"&quot;", "\""},
    {"&rarr;", "→"},
    {"&times;", "×"},
}};

constexpr std::string_view k_no_character = "\xEF\xBF\xBD";
constexpr std::uint32_t k_character_max = 0x10FFFF;

std::string numbered(std::string_view digits, int base) {
    std::uint32_t character = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, character, base);
    const bool is_surrogate = character >= 0xD800 && character <= 0xDFFF;
    if (read.ec != std::errc() || read.ptr != end || character == 0 ||
        character > k_character_max || is_surrogate)
        return std::string(k_no_character);
    std::string out;
    append_utf8(out, static_cast<char32_t>(character));
    return out;
}

}  // namespace

std::string entity_text(std::string_view entity) {
    for (const auto& [name, text] : k_entities)
        if (name == entity) return std::string(text);
    if (!entity.starts_with("&#") || !entity.ends_with(';') || entity.size() < 4)
        return std::string(entity);
    const std::string_view digits = entity.substr(2, entity.size() - 3);
    const bool is_hex = digits[0] == 'x' || digits[0] == 'X';
    return is_hex ? numbered(digits.substr(1), 16) : numbered(digits, 10);
}

}  // namespace iam::console
