// The library's own texts, by id and language. Pure: no state, no clock, no files.
#pragma once

#include <iam/words/ids.hpp>
#include <iam/words/locale.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace iam::words {

enum class Standing {
    ratified,  ///< the owner's words
    proposed,  ///< they wait for the owner
};

/// "iam.frozen": stable, for documents and tests.
std::string_view key_of(Id id) noexcept;
Standing standing_of(Id id) noexcept;

/// The text as the catalogue has it, with its {names}.
std::string_view text_of(Id id, Locale locale) noexcept;

/// A name and its value: the value replaces {name}.
using Filling = std::pair<std::string_view, std::string_view>;
/// The text with its names filled in. A value with braces stays as it is.
std::string text_of(Id id, Locale locale, std::initializer_list<Filling> values);

/// For records, JSON and errors. Without values, for a text without names.
std::string english(Id id);
std::string english(Id id, std::initializer_list<Filling> values);

/// A message of another module in English: of a decoder, a reader of JSON or a file of rules. Text
/// of strangers stands in it in quotes only, and stays as it is. `english` where the language has
/// no phrase for it.
std::string phrase_text(std::string_view english, Locale locale);

/// A text of another module in this language, by its key; `english` where the language has none.
std::string_view term_text(std::string_view key, std::string_view english, Locale locale) noexcept;

}  // namespace iam::words
