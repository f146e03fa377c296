// The parts of a language's file. Adding a language: a file, and a row in iam/words/locale.hpp.
#pragma once

#include <iam/words/ids.hpp>
#include <iam/words/locale.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace iam::words {

struct Row {
    Id id;
    std::string_view text;
};
using Texts = std::array<std::string_view, k_id_count>;  // by Id

/// The texts by id; the rows may have any order. A missing or doubled text does not compile.
consteval Texts texts(const Row (&rows)[k_id_count]) {
    Texts all{};
    for (const Row& row : rows) {
        std::string_view& text = all[static_cast<std::size_t>(row.id)];
        if (!text.empty() || row.text.empty()) throw "a text is empty or stands twice";
        text = row.text;
    }
    return all;
}

/// A text of another module by its key.
struct Term {
    std::string_view key;
    std::string_view text;
};

struct Language {
    const Texts& texts;
    std::span<const Term> terms;
    /// A sentence of another module, in English there. None: the language is English.
    std::string (*phrase)(std::string_view english);
};

/// The language of a locale. A caller carries all languages.
const Language& language_of(Locale locale) noexcept;
/// Of the id, with its {names}.
inline std::string_view text_in(const Language& language, Id id) noexcept {
    return language.texts[static_cast<std::size_t>(id)];
}
/// Of a term by its key; `english` where the language has none.
std::string_view term_in(const Language& language, std::string_view key,
                         std::string_view english) noexcept;

#define IAM_WORDS_LOCALE(name, tag) const Language& language_##name() noexcept;
IAM_WORDS_LOCALES(IAM_WORDS_LOCALE)
#undef IAM_WORDS_LOCALE

}  // namespace iam::words
