// The words of the permission prompt in each language.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace iam::host {

enum class Locale { en_us, pt_br };
inline constexpr std::array k_locales = {Locale::en_us, Locale::pt_br};
/// "en-US"
std::string_view tag_of(Locale locale) noexcept;
/// Of a language tag or of POSIX' name of a locale: "pt-BR", "pt_BR.UTF-8". What is not known is en-US.
Locale locale_of(std::string_view name) noexcept;

enum class Copy {
#define IAM_COPY(name, key, standing, en, pt) name,
#include "prompt_copy.def"
#undef IAM_COPY
};

enum class CopyStanding { ratified, proposed };
struct CopyRow {
    std::string_view key;
    CopyStanding standing;
    std::array<std::string_view, k_locales.size()> texts;  ///< by Locale
};
inline constexpr std::size_t k_copy_count = 0
#define IAM_COPY(name, key, standing, en, pt) +1
#include "prompt_copy.def"
#undef IAM_COPY
    ;
/// By Copy.
const std::array<CopyRow, k_copy_count>& copy_rows() noexcept;

/// What stands for {name}; visible text.
using CopyValue = std::pair<std::string_view, std::string_view>;
std::string text_of(Copy copy, Locale locale, std::initializer_list<CopyValue> values);
/// Of a text that names nothing.
std::string_view text_of(Copy copy, Locale locale) noexcept;

}  // namespace iam::host
