// The languages of the library's own words.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

// The list of languages. Each has one file, runtime/src/words/<name>.cpp.
#define IAM_WORDS_LOCALES(ROW) \
    ROW(en_us, "en-US")        \
    ROW(pt_br, "pt-BR")

namespace iam::words {

enum class Locale {
#define IAM_WORDS_LOCALE(name, tag) name,
    IAM_WORDS_LOCALES(IAM_WORDS_LOCALE)
#undef IAM_WORDS_LOCALE
};

inline constexpr std::array k_locales = {
#define IAM_WORDS_LOCALE(name, tag) Locale::name,
    IAM_WORDS_LOCALES(IAM_WORDS_LOCALE)
#undef IAM_WORDS_LOCALE
};

/// "en-US"
std::string_view tag_of(Locale locale) noexcept;
/// Of a language tag or of POSIX' name of a locale: "pt-BR", "pt_BR.UTF-8". An unknown one is
/// en-US.
Locale locale_of(std::string_view name) noexcept;

}  // namespace iam::words
