// ICU: its own strings, and languages by their tags.
#pragma once

#include <iam/annotations.hpp>

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <optional>
#include <string>

template <>
struct iam::codec<icu::UnicodeString> {
    using wire = std::string;
    static icu::UnicodeString from_wire(const std::string& text) {
        return icu::UnicodeString::fromUTF8(text);
    }
    static std::string to_wire(const icu::UnicodeString& text) {
        std::string bytes;
        return text.toUTF8String(bytes);
    }
};

template <>
struct iam::codec<icu::Locale> {
    using wire = std::string;
    static std::optional<icu::Locale> from_wire(const std::string& tag) {
        UErrorCode problem = U_ZERO_ERROR;
        icu::Locale locale = icu::Locale::forLanguageTag(tag, problem);
        if (U_FAILURE(problem) || locale.isBogus()) return std::nullopt;
        return locale;
    }
    static std::string to_wire(const icu::Locale& locale) {
        UErrorCode problem = U_ZERO_ERROR;
        return locale.toLanguageTag<std::string>(problem);
    }
};

namespace text {

/// Writes a text in capitals as a language wants it.
/// @param words     the text
/// @param language  a language tag, for example tr or de-CH
[[iam::tool({.read_only = true})]] icu::UnicodeString capitals(const icu::UnicodeString& words,
                                                               const icu::Locale& language);

}  // namespace text
