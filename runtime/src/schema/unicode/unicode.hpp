// Gives properties of code points from Unicode 15.0 (Debian 12's unicode-data). The library has its
// own tables, so a published pattern means the same on every machine.
#pragma once

#include "schema/unicode/code_points.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace iam::schema::unicode {

/// General_Category, in the order of scripts/unicode_tables.py.
enum class Category : std::uint8_t {
    cn,
    cc,
    cf,
    co,
    cs,
    ll,
    lm,
    lo,
    lt,
    lu,
    mc,
    me,
    mn,
    nd,
    nl,
    no,
    pc,
    pd,
    pe,
    pf,
    pi,
    po,
    ps,
    sc,
    sk,
    sm,
    so,
    zl,
    zp,
    zs,
};

/// One bit for each category.
using CategoryMask = std::uint32_t;

constexpr CategoryMask mask(Category category) noexcept {
    return CategoryMask{1} << static_cast<unsigned>(category);
}

Category category_of(char32_t code) noexcept;
/// Finds a category by any of its names: "Lu", "Uppercase_Letter", "L", "punct".
std::optional<CategoryMask> category_named(std::string_view name) noexcept;
CodePointSet code_points_of(CategoryMask categories);

/// A value of Script, by its number in the tables.
using Script = std::uint8_t;
Script script_of(char32_t code) noexcept;
/// Finds a script by any of its names: "Greek", "Grek".
std::optional<Script> script_named(std::string_view name) noexcept;
CodePointSet code_points_of_script(Script script);

/// True if the code point may begin or continue an identifier (ID_Start, ID_Continue).
bool starts_identifier(char32_t code) noexcept;
bool continues_identifier(char32_t code) noexcept;

/// The class of a code point in a label (RFC 5892).
enum class Idna : std::uint8_t { disallowed, valid, context_joiner, context_other };
/// Bidi_Class, as far as RFC 5893 tells classes apart. `neutral` stands for ES, CS, ET, ON and BN.
enum class Bidi : std::uint8_t { other, l, r, al, an, en, neutral, nsm };
/// Joining_Type.
enum class Joining : std::uint8_t { none, left, right, dual, transparent };

struct LabelProperties {
    Idna idna = Idna::disallowed;
    Bidi bidi = Bidi::other;          ///< of code points not disallowed
    Joining joining = Joining::none;  ///< of code points not disallowed
    bool is_virama = false;           ///< Canonical_Combining_Class 9
};
LabelProperties label_properties_of(char32_t code) noexcept;

}  // namespace iam::schema::unicode
