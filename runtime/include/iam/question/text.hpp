// A card as lines of text. Pure functions, so the visible text can be tested character by
// character.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/question/card.hpp>
#include <iam/words/catalogue.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::question {

struct Layout {
    std::size_t columns = 80;
    std::size_t rows = 24;  ///< if a question needs more, its end repeats its subject
    /// command for an answer from another process; empty: not said
    std::string answer_elsewhere{};
    words::Locale locale = words::Locale::en_us;
};

/// The whole question: every slot of the card, all arguments, and the record of each "always".
/// Lines with text from outside this library begin with a bar ("| ", or "|> " where a line goes
/// on). The library's own lines never do. If a character could act on a terminal or hide, it is an
/// escape.
std::string text(const Card& card, std::size_t width, words::Locale locale);

/// The same without answers, for a surface with its own buttons and without "always".
std::string about(const Card& card, std::size_t width, words::Locale locale);

struct FirstView {
    std::string text{};
    std::size_t risk_at = 0;  ///< where the words of the risk stand, for colour
    std::size_t risk_size = 0;
    /// Some of the arguments are left out, with a count: full_arguments() comes before an allowing
    /// answer.
    bool is_shortened = false;
};

/// The first view: everything but the records of "always". Long arguments are shortened.
FirstView first_view(const Card& card, const Layout& layout);

/// All arguments, the subject of the question, and the actions again.
std::string full_arguments(const Card& card, const Layout& layout);

/// The record of an "always", word for word.
std::string stored_text(const Card& card, consent::Answer always, const Layout& layout);

/// The digest of a text that a person has seen, as an answer records it.
Digest shown_digest_of(std::string_view text);

/// "Allow once", …; "Not answered" for none.
std::string_view label_of(consent::Answer answer,
                          words::Locale locale = words::Locale::en_us) noexcept;
/// "Low risk · read-only", …
std::string_view label_of(consent::Risk risk, words::Locale locale = words::Locale::en_us) noexcept;

/// "a person", "an MCP client that calls itself claude-ai 1.2", … Visible text.
std::string proposer_text(const Proposer& proposer, words::Locale locale);

/// The tool's hints, a sentence each: its changes, the effect of a repeated call, its reach, its
/// undo. Visible text.
std::vector<std::string> hint_sentences(const Card& card, words::Locale locale);

}  // namespace iam::question
