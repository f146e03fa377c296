#include "iam/words/catalogue.hpp"

#include "words/language.hpp"

#include <algorithm>

namespace iam::words {
namespace {

struct Facts {
    std::string_view key;
    Standing standing;
};

constexpr std::array<Facts, k_id_count> k_facts = {{
#define IAM_WORDS_ROW(name, key, standing) {key, Standing::standing},
    IAM_WORDS_ROWS(IAM_WORDS_ROW)
#undef IAM_WORDS_ROW
}};

std::string filled(std::string_view rest, std::initializer_list<Filling> values) {
    std::string text;
    // Only names in the row are filled in: a value with braces stays as it is.
    while (!rest.empty()) {
        const std::size_t open = std::min(rest.find('{'), rest.size());
        text += rest.substr(0, open);
        rest.remove_prefix(open);
        const std::size_t close = rest.find('}');
        const std::string_view name = rest.empty() ? rest : rest.substr(1, close - 1);
        const auto* value = std::find_if(values.begin(), values.end(),
                                         [&](const Filling& v) { return v.first == name; });
        if (value != values.end()) {
            text += value->second;
            rest.remove_prefix(close + 1);
        } else if (!rest.empty()) {
            text += rest.front();
            rest.remove_prefix(1);
        }
    }
    return text;
}

}  // namespace

const Language& language_of(Locale locale) noexcept {
    switch (locale) {
#define IAM_WORDS_LOCALE(name, tag) \
    case Locale::name:              \
        return language_##name();
        IAM_WORDS_LOCALES(IAM_WORDS_LOCALE)
#undef IAM_WORDS_LOCALE
    }
    return language_en_us();
}

std::string_view term_in(const Language& language, std::string_view key,
                         std::string_view english) noexcept {
    for (const Term& term : language.terms) {
        if (term.key == key) return term.text;
    }
    return english;
}

std::string_view tag_of(Locale locale) noexcept {
    constexpr std::array<std::string_view, k_locales.size()> k_tags = {
#define IAM_WORDS_LOCALE(name, tag) tag,
        IAM_WORDS_LOCALES(IAM_WORDS_LOCALE)
#undef IAM_WORDS_LOCALE
    };
    return k_tags[static_cast<std::size_t>(locale)];
}

Locale locale_of(std::string_view name) noexcept {
    constexpr std::string_view k_ends = "-_.@";
    const std::string_view language = name.substr(0, name.find_first_of(k_ends));
    for (const Locale locale : k_locales) {
        const std::string_view tag = tag_of(locale);
        if (language == tag.substr(0, tag.find('-'))) return locale;
    }
    return Locale::en_us;
}

std::string_view key_of(Id id) noexcept {
    return k_facts[static_cast<std::size_t>(id)].key;
}

Standing standing_of(Id id) noexcept {
    return k_facts[static_cast<std::size_t>(id)].standing;
}

std::string_view text_of(Id id, Locale locale) noexcept {
    return text_in(language_of(locale), id);
}

std::string text_of(Id id, Locale locale, std::initializer_list<Filling> values) {
    return filled(text_of(id, locale), values);
}

std::string english(Id id) {
    return std::string(text_in(language_en_us(), id));
}

std::string english(Id id, std::initializer_list<Filling> values) {
    return filled(text_in(language_en_us(), id), values);
}

std::string phrase_text(std::string_view english, Locale locale) {
    const Language& language = language_of(locale);
    return language.phrase == nullptr ? std::string(english) : language.phrase(english);
}

std::string_view term_text(std::string_view key, std::string_view english, Locale locale) noexcept {
    return term_in(language_of(locale), key, english);
}

}  // namespace iam::words
