// The question as text: a pure function, so that what a person sees can be tested character by character.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/words/catalogue.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::host {

using words::Id;
using words::Locale;
using words::locale_of;
using words::text_of;

struct PromptLayout {
    std::size_t columns = 80;
    std::size_t rows = 24;  ///< a question that needs more says at its end again what it is about
    std::string answer_elsewhere{};  ///< command that answers from another process; empty: not said
    /// Why the arguments are not the whole value, so that only denying is offered; empty: they are.
    words::Sentences deny_only_because{};
    Locale locale = Locale::en_us;  ///< of this library's own words
};

struct PromptText {
    std::string text{};
    std::size_t risk_at = 0;  ///< where the words of the risk stand, for colour
    std::size_t risk_size = 0;
};

/// Everything about the call, up to and including the numbered actions. Lines that hold anything from outside this library begin with a
/// bar ("| ", or "|> " where a line goes on), the library's own lines never do.
PromptText prompt_text(const consent::PromptRequest& request, const PromptLayout& layout);

/// Which keys do what; shown last, once keys count.
std::string keys_text(const consent::PromptRequest& request, bool deny_only = false,
                      Locale locale = Locale::en_us);
/// The same after a key that answers nothing: "Press 3 or 4."
std::string press_text(std::string_view keys, Locale locale);

/// What Enter does: Deny once where the tool states that it is destructive, else Allow once.
consent::Answer default_answer(const consent::PromptRequest& request) noexcept;

/// "Allow once", …; "Not answered" for none.
std::string_view label_of(consent::Answer answer, Locale locale = Locale::en_us) noexcept;
/// "Low risk · read-only", …
std::string_view label_of(consent::Risk risk, Locale locale = Locale::en_us) noexcept;

}  // namespace iam::host
