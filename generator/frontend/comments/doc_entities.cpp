// Decodes entities: the names of Latin-1, and of other characters common in comments of code.
#include "generator/frontend/comments/doc_entities.hpp"

#include <generator/model/text.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace iam::gen {
namespace {

constexpr std::size_t k_entity_bytes_max = 12;

struct Named {
    std::string_view name;
    char32_t code;
};

constexpr std::array k_named = {
    Named{"lt", U'<'},         Named{"gt", U'>'},          Named{"amp", U'&'},
    Named{"quot", U'"'},       Named{"apos", U'\''},       Named{"tm", U'\u2122'},
    Named{"trade", U'\u2122'}, Named{"lsquo", U'\u2018'},  Named{"rsquo", U'\u2019'},
    Named{"ldquo", U'\u201C'}, Named{"rdquo", U'\u201D'},  Named{"ndash", U'\u2013'},
    Named{"mdash", U'\u2014'}, Named{"hellip", U'\u2026'}, Named{"bull", U'\u2022'},
    Named{"larr", U'\u2190'},  Named{"uarr", U'\u2191'},   Named{"rarr", U'\u2192'},
    Named{"darr", U'\u2193'},  Named{"harr", U'\u2194'},   Named{"rArr", U'\u21D2'},
    Named{"infin", U'\u221E'}, Named{"ne", U'\u2260'},     Named{"le", U'\u2264'},
    Named{"ge", U'\u2265'},    Named{"minus", U'\u2212'},  Named{"asymp", U'\u2248'},
    Named{"equiv", U'\u2261'}, Named{"radic", U'\u221A'},  Named{"sum", U'\u2211'},
    Named{"prod", U'\u220F'},  Named{"isin", U'\u2208'},   Named{"euro", U'\u20AC'},
    Named{"alpha", U'\u03B1'}, Named{"beta", U'\u03B2'},   Named{"gamma", U'\u03B3'},
    Named{"delta", U'\u03B4'}, Named{"Delta", U'\u0394'},  Named{"epsilon", U'\u03B5'},
    Named{"theta", U'\u03B8'}, Named{"lambda", U'\u03BB'}, Named{"mu", U'\u03BC'},
    Named{"pi", U'\u03C0'},    Named{"rho", U'\u03C1'},    Named{"sigma", U'\u03C3'},
    Named{"Sigma", U'\u03A3'}, Named{"tau", U'\u03C4'},    Named{"phi", U'\u03C6'},
    Named{"omega", U'\u03C9'}, Named{"Omega", U'\u03A9'},  Named{"ensp", U' '},
    Named{"emsp", U' '},       Named{"thinsp", U' '},      Named{"nbsp", U' '},
    Named{"Yuml", U'\u0178'},  Named{"oelig", U'\u0153'},  Named{"OElig", U'\u0152'}};

/// The names of the characters from U+00A1 on, in their order; HTML 4 has one for each.
constexpr std::array<std::string_view, 95> k_latin = {
    "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",    "copy",
    "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn", "sup2",
    "sup3",   "acute",  "micro",  "para",   "middot", "cedil",  "sup1",   "ordm",   "raquo",
    "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc",  "Atilde", "Auml",
    "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave", "Iacute",
    "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde", "Ouml",
    "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",  "szlig",
    "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil", "egrave",
    "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",   "eth",    "ntilde",
    "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide", "oslash", "ugrave", "uacute",
    "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};
static_assert(k_latin.back() == "yuml");

char byte_of(std::uint32_t bits) {
    return static_cast<char>(static_cast<unsigned char>(bits));
}

std::string utf8(char32_t code) {
    const auto bits = static_cast<std::uint32_t>(code);
    if (bits < 0x80) return {byte_of(bits)};
    if (bits < 0x800) return {byte_of(0xC0 | bits >> 6), byte_of(0x80 | (bits & 0x3F))};
    if (bits < 0x10000)
        return {byte_of(0xE0 | bits >> 12), byte_of(0x80 | (bits >> 6 & 0x3F)),
                byte_of(0x80 | (bits & 0x3F))};
    return {byte_of(0xF0 | bits >> 18), byte_of(0x80 | (bits >> 12 & 0x3F)),
            byte_of(0x80 | (bits >> 6 & 0x3F)), byte_of(0x80 | (bits & 0x3F))};
}

/// The character of "#38" or "#x26"; 0 if it is none.
char32_t numbered(std::string_view name) {
    name.remove_prefix(1);
    const bool is_hexadecimal = name.starts_with('x') || name.starts_with('X');
    if (is_hexadecimal) name.remove_prefix(1);
    std::uint32_t code = 0;
    const auto [end, error] =
        std::from_chars(name.data(), name.data() + name.size(), code, is_hexadecimal ? 16 : 10);
    const bool is_whole = error == std::errc() && end == name.data() + name.size();
    const bool is_character = !(code >= 0xD800 && code < 0xE000) && code <= 0x10FFFF;
    return is_whole && is_character ? static_cast<char32_t>(code) : U'\0';
}

char32_t code_of(std::string_view name) {
    if (name.starts_with('#')) return numbered(name);
    const auto* const named = std::find_if(k_named.begin(), k_named.end(),
                                           [&](const Named& row) { return row.name == name; });
    if (named != k_named.end()) return named->code;
    const auto* const latin = std::find(k_latin.begin(), k_latin.end(), name);
    return latin == k_latin.end() ? U'\0' : static_cast<char32_t>(0xA1 + (latin - k_latin.begin()));
}

}  // namespace

Entity entity_at(std::string_view text) {
    const std::size_t end = text.substr(0, k_entity_bytes_max).find(';');
    if (end == std::string_view::npos || end < 2) return {};
    const char32_t code = code_of(text.substr(1, end - 1));
    // An entity must not bring a hidden character past the readers of a comment.
    if (code < U' ' || is_hidden(code)) return {};
    return {utf8(code), end + 1};
}

}  // namespace iam::gen
