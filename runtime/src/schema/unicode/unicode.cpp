// Holds the Unicode tables and the names of PropertyValueAliases.txt.
#include "schema/unicode/unicode.hpp"

#include "schema/unicode/runs.hpp"

#include <array>

namespace iam::schema::unicode {
namespace {

constexpr std::uint32_t k_categories[] = {
#include "unicode_categories.def"
};

constexpr std::uint32_t k_scripts[] = {
#include "unicode_scripts.def"
};

// Idna in the lowest two bits, then three bits of Bidi and three of Joining.
constexpr std::uint32_t k_idna[] = {
#include "unicode_idna.def"
};

struct CategoryName {
    std::string_view name;
    CategoryMask mask;
};

template <class... Categories>
constexpr CategoryMask masks(Categories... categories) noexcept {
    return (mask(categories) | ...);
}

constexpr CategoryMask k_cased = masks(Category::ll, Category::lt, Category::lu);
constexpr CategoryMask k_letter = k_cased | masks(Category::lm, Category::lo);
constexpr CategoryMask k_mark = masks(Category::mc, Category::me, Category::mn);
constexpr CategoryMask k_number = masks(Category::nd, Category::nl, Category::no);
constexpr CategoryMask k_other =
    masks(Category::cc, Category::cf, Category::cn, Category::co, Category::cs);
constexpr CategoryMask k_punctuation = masks(Category::pc, Category::pd, Category::pe, Category::pf,
                                             Category::pi, Category::po, Category::ps);
constexpr CategoryMask k_symbol = masks(Category::sc, Category::sk, Category::sm, Category::so);
constexpr CategoryMask k_separator = masks(Category::zl, Category::zp, Category::zs);

constexpr std::array<CategoryName, 80> k_category_names{{
    {"C", k_other},
    {"Other", k_other},
    {"Cc", mask(Category::cc)},
    {"Control", mask(Category::cc)},
    {"cntrl", mask(Category::cc)},
    {"Cf", mask(Category::cf)},
    {"Format", mask(Category::cf)},
    {"Cn", mask(Category::cn)},
    {"Unassigned", mask(Category::cn)},
    {"Co", mask(Category::co)},
    {"Private_Use", mask(Category::co)},
    {"Cs", mask(Category::cs)},
    {"Surrogate", mask(Category::cs)},
    {"L", k_letter},
    {"Letter", k_letter},
    {"LC", k_cased},
    {"Cased_Letter", k_cased},
    {"Ll", mask(Category::ll)},
    {"Lowercase_Letter", mask(Category::ll)},
    {"Lm", mask(Category::lm)},
    {"Modifier_Letter", mask(Category::lm)},
    {"Lo", mask(Category::lo)},
    {"Other_Letter", mask(Category::lo)},
    {"Lt", mask(Category::lt)},
    {"Titlecase_Letter", mask(Category::lt)},
    {"Lu", mask(Category::lu)},
    {"Uppercase_Letter", mask(Category::lu)},
    {"M", k_mark},
    {"Mark", k_mark},
    {"Combining_Mark", k_mark},
    {"Mc", mask(Category::mc)},
    {"Spacing_Mark", mask(Category::mc)},
    {"Me", mask(Category::me)},
    {"Enclosing_Mark", mask(Category::me)},
    {"Mn", mask(Category::mn)},
    {"Nonspacing_Mark", mask(Category::mn)},
    {"N", k_number},
    {"Number", k_number},
    {"Nd", mask(Category::nd)},
    {"Decimal_Number", mask(Category::nd)},
    {"digit", mask(Category::nd)},
    {"Nl", mask(Category::nl)},
    {"Letter_Number", mask(Category::nl)},
    {"No", mask(Category::no)},
    {"Other_Number", mask(Category::no)},
    {"P", k_punctuation},
    {"Punctuation", k_punctuation},
    {"punct", k_punctuation},
    {"Pc", mask(Category::pc)},
    {"Connector_Punctuation", mask(Category::pc)},
    {"Pd", mask(Category::pd)},
    {"Dash_Punctuation", mask(Category::pd)},
    {"Pe", mask(Category::pe)},
    {"Close_Punctuation", mask(Category::pe)},
    {"Pf", mask(Category::pf)},
    {"Final_Punctuation", mask(Category::pf)},
    {"Pi", mask(Category::pi)},
    {"Initial_Punctuation", mask(Category::pi)},
    {"Po", mask(Category::po)},
    {"Other_Punctuation", mask(Category::po)},
    {"Ps", mask(Category::ps)},
    {"Open_Punctuation", mask(Category::ps)},
    {"S", k_symbol},
    {"Symbol", k_symbol},
    {"Sc", mask(Category::sc)},
    {"Currency_Symbol", mask(Category::sc)},
    {"Sk", mask(Category::sk)},
    {"Modifier_Symbol", mask(Category::sk)},
    {"Sm", mask(Category::sm)},
    {"Math_Symbol", mask(Category::sm)},
    {"So", mask(Category::so)},
    {"Other_Symbol", mask(Category::so)},
    {"Z", k_separator},
    {"Separator", k_separator},
    {"Zl", mask(Category::zl)},
    {"Line_Separator", mask(Category::zl)},
    {"Zp", mask(Category::zp)},
    {"Paragraph_Separator", mask(Category::zp)},
    {"Zs", mask(Category::zs)},
    {"Space_Separator", mask(Category::zs)},
}};

struct ScriptName {
    std::string_view name;
    Script script;
};

#define IAM_SCRIPT(name, number) {name, number},
constexpr ScriptName k_script_names[] = {
#include "unicode_script_names.def"
};
#undef IAM_SCRIPT

template <class Names>
auto named(const Names& names, std::string_view name) noexcept {
    return std::find_if(std::begin(names), std::end(names),
                        [&](const auto& entry) { return entry.name == name; });
}

// PropList.txt: Other_ID_Start and Other_ID_Continue, and the one letter excluded by
// Pattern_Syntax.
constexpr char32_t k_other_id_start[] = {0x1885, 0x1886, 0x2118, 0x212E, 0x309B, 0x309C};
constexpr char32_t k_other_id_continue[] = {0xB7,   0x387,  0x1369, 0x136A, 0x136B, 0x136C,
                                            0x136D, 0x136E, 0x136F, 0x1370, 0x1371, 0x19DA};
constexpr char32_t k_vertical_tilde = 0x2E2F;

template <std::size_t Size>
bool holds(const char32_t (&codes)[Size], char32_t code) noexcept {
    return std::find(std::begin(codes), std::end(codes), code) != std::end(codes);
}

}  // namespace

Category category_of(char32_t code) noexcept {
    return static_cast<Category>(value_at(k_categories, code));
}

std::optional<CategoryMask> category_named(std::string_view name) noexcept {
    const auto found = named(k_category_names, name);
    if (found == k_category_names.end()) return std::nullopt;
    return found->mask;
}

CodePointSet code_points_of(CategoryMask categories) {
    return code_points_with(k_categories, [&](std::uint8_t value) {
        return (categories & mask(static_cast<Category>(value))) != 0;
    });
}

Script script_of(char32_t code) noexcept {
    return value_at(k_scripts, code);
}

std::optional<Script> script_named(std::string_view name) noexcept {
    const auto* const found = named(k_script_names, name);
    if (found == std::end(k_script_names)) return std::nullopt;
    return found->script;
}

CodePointSet code_points_of_script(Script script) {
    return code_points_with(k_scripts, [&](std::uint8_t value) { return value == script; });
}

LabelProperties label_properties_of(char32_t code) noexcept {
    const unsigned value = value_at(k_idna, code);
    constexpr unsigned k_transparent_virama = 5;
    const unsigned joining = value >> 5;
    LabelProperties properties{static_cast<Idna>(value & 3), static_cast<Bidi>((value >> 2) & 7),
                               static_cast<Joining>(joining), joining >= k_transparent_virama};
    if (properties.is_virama)
        properties.joining = joining == k_transparent_virama ? Joining::transparent : Joining::none;
    return properties;
}

bool starts_identifier(char32_t code) noexcept {
    const CategoryMask category = mask(category_of(code));
    return code != k_vertical_tilde &&
           ((category & (k_letter | mask(Category::nl))) != 0 || holds(k_other_id_start, code));
}

bool continues_identifier(char32_t code) noexcept {
    constexpr CategoryMask k_more = masks(Category::mn, Category::mc, Category::nd, Category::pc);
    return starts_identifier(code) || (mask(category_of(code)) & k_more) != 0 ||
           holds(k_other_id_continue, code);
}

}  // namespace iam::schema::unicode
