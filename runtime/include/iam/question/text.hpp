// A card as lines of text. Pure functions, so that what a person sees can be tested character by
// character.
#pragma once

#include <iam/question/card.hpp>
#include <iam/words/catalogue.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::question {

struct Layout {
    std::size_t columns = 80;
    std::size_t rows = 24;  ///< a question that needs more says at its end again what it is about
    std::string answer_elsewhere{};  ///< command that answers from another process; empty: not said
    words::Locale locale = words::Locale::en_us;
};

/// The whole question: every slot of the card, all arguments, and what each "always" would store.
/// Lines that hold anything from outside this library begin with a bar ("| ", or "|> " where a line
/// goes on), the library's own lines never do. Every character that could act on a terminal or hide
/// is an escape.
std::string text(const Card& card, std::size_t width, words::Locale locale);

/// The same without answers, for a surface with buttons of its own that offers no "always".
std::string about(const Card& card, std::size_t width, words::Locale locale);

struct FirstView {
    std::string text{};
    std::size_t risk_at = 0;  ///< where the words of the risk stand, for colour
    std::size_t risk_size = 0;
    /// Some of the arguments are left out, with a count: full_arguments() comes before an answer
    /// that allows.
    bool is_shortened = false;
};

/// What a person sees first: everything but what "always" would store. Long arguments are
/// shortened.
FirstView first_view(const Card& card, const Layout& layout);

/// All arguments, what the question is about, and the actions again.
std::string full_arguments(const Card& card, const Layout& layout);

/// What an "always" would store, word for word.
std::string stored_text(const Card& card, consent::Answer always, const Layout& layout);

/// "Allow once", …; "Not answered" for none.
std::string_view label_of(consent::Answer answer,
                          words::Locale locale = words::Locale::en_us) noexcept;
/// "Low risk · read-only", …
std::string_view label_of(consent::Risk risk, words::Locale locale = words::Locale::en_us) noexcept;

/// What the tool says of itself, a sentence each: what it changes, whether a repeated call does
/// more, how far it reaches, whether it can be undone. Visible text.
std::vector<std::string> hint_sentences(const Card& card, words::Locale locale);

}  // namespace iam::question
