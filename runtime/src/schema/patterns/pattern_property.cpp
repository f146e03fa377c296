// Reads \p{…}. The tables know the code points of some properties; ECMA-262 has others besides.
#include "schema/patterns/pattern_source.hpp"
#include "schema/unicode/unicode.hpp"
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <array>

namespace iam::schema {
namespace {

// The table "Binary Unicode property aliases" of ECMA-262, without Any, ASCII and Assigned.
constexpr std::array<std::string_view, 95> k_binary{
    "ASCII_Hex_Digit",
    "AHex",
    "Alphabetic",
    "Alpha",
    "Bidi_Control",
    "Bidi_C",
    "Bidi_Mirrored",
    "Bidi_M",
    "Case_Ignorable",
    "CI",
    "Cased",
    "Changes_When_Casefolded",
    "CWCF",
    "Changes_When_Casemapped",
    "CWCM",
    "Changes_When_Lowercased",
    "CWL",
    "Changes_When_NFKC_Casefolded",
    "CWKCF",
    "Changes_When_Titlecased",
    "CWT",
    "Changes_When_Uppercased",
    "CWU",
    "Dash",
    "Default_Ignorable_Code_Point",
    "DI",
    "Deprecated",
    "Dep",
    "Diacritic",
    "Dia",
    "Emoji",
    "Emoji_Component",
    "EComp",
    "Emoji_Modifier",
    "EMod",
    "Emoji_Modifier_Base",
    "EBase",
    "Emoji_Presentation",
    "EPres",
    "Extended_Pictographic",
    "ExtPict",
    "Extender",
    "Ext",
    "Grapheme_Base",
    "Gr_Base",
    "Grapheme_Extend",
    "Gr_Ext",
    "Hex_Digit",
    "Hex",
    "IDS_Binary_Operator",
    "IDSB",
    "IDS_Trinary_Operator",
    "IDST",
    "ID_Continue",
    "IDC",
    "ID_Start",
    "IDS",
    "Ideographic",
    "Ideo",
    "Join_Control",
    "Join_C",
    "Logical_Order_Exception",
    "LOE",
    "Lowercase",
    "Lower",
    "Math",
    "Noncharacter_Code_Point",
    "NChar",
    "Pattern_Syntax",
    "Pat_Syn",
    "Pattern_White_Space",
    "Pat_WS",
    "Quotation_Mark",
    "QMark",
    "Radical",
    "Regional_Indicator",
    "RI",
    "Sentence_Terminal",
    "STerm",
    "Soft_Dotted",
    "SD",
    "Terminal_Punctuation",
    "Term",
    "Unified_Ideograph",
    "UIdeo",
    "Uppercase",
    "Upper",
    "Variation_Selector",
    "VS",
    "White_Space",
    "space",
    "XID_Continue",
    "XIDC",
    "XID_Start",
    "XIDS",
};

std::string_view take_name(PatternSource& source) noexcept {
    const std::size_t start = source.offset();
    while (true) {
        const char c = source.front();
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '_') return source.from(start);
        source.take(c);
    }
}

std::optional<CodePointSet> lone_property(std::string_view name) {
    using unicode::Category;
    if (const auto categories = unicode::category_named(name))
        return unicode::code_points_of(*categories);
    if (name == "Any") return normalised({{0, k_last_code_point}});
    if (name == "ASCII") return CodePointSet{{0, 0x7F}};
    if (name == "Assigned") return complement(unicode::code_points_of(mask(Category::cn)));
    return std::nullopt;
}

tl::unexpected<Error> unknown(const PatternSource& source, std::size_t start, std::string what) {
    return source.wrong(start,
                        std::move(what) +
                            " is no property of ECMA-262; use a general category or a script, "
                            "'\\p{L}', '\\p{Uppercase_Letter}', '\\p{Script=Greek}'");
}

Result<CodePointSet> valued_property(PatternSource& source, std::size_t start,
                                     std::string_view name, std::string_view value) {
    const std::string what = quoted_name(source.from(start));
    if (name == "General_Category" || name == "gc") {
        if (const auto categories = unicode::category_named(value))
            return unicode::code_points_of(*categories);
        return unknown(source, start, what);
    }
    const bool extended = name == "Script_Extensions" || name == "scx";
    if (!extended && name != "Script" && name != "sc") return unknown(source, start, what);
    const auto script = unicode::script_named(value);
    if (!script) return unknown(source, start, what);
    if (extended)
        source.cannot(start, what +
                                 " asks for Script_Extensions, which we have no table of; write "
                                 "'\\p{Script=" +
                                 std::string(value) + "}'");
    return unicode::code_points_of_script(*script);
}

}  // namespace

Result<CodePointSet> read_property(PatternSource& source, std::size_t start) {
    if (!source.take('{'))
        return source.wrong(
            start, quoted_name(source.from(start)) + " needs a property in braces, '\\p{L}'");
    const std::string_view name = take_name(source);
    const bool has_value = source.take('=');
    const std::string_view value = has_value ? take_name(source) : std::string_view();
    if (!source.take('}'))
        return source.wrong(start,
                            quoted_name(source.from(start)) +
                                " is not closed by '}'; names have letters, digits and '_' only");
    if (has_value) return valued_property(source, start, name, value);
    if (auto set = lone_property(name)) return std::move(*set);
    const std::string what = quoted_name(source.from(start));
    if (std::find(k_binary.begin(), k_binary.end(), name) == k_binary.end())
        return unknown(source, start, what);
    source.cannot(
        start, what +
                   " is a binary property, which we have no table of; use a general category or a "
                   "script, '\\p{L}' or '\\p{Script=Greek}'");
    return CodePointSet{};
}

}  // namespace iam::schema
