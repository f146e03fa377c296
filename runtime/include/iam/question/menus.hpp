// A person's choices beside an answer, as text: keys, further calls, details. Pure functions, like
// the question.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/question/text.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::question {

/// The letter keys, as far as they can be used.
std::string letters_text(const consent::PromptRequest& request, const Card& card,
                         const Layout& layout);
/// The numbered keys that count; shown last, once they do.
std::string keys_text(const Card& card, words::Locale locale);
/// The same after a key that answers nothing: "Press 3 or 4."
std::string press_text(std::string_view keys, words::Locale locale);
/// Behind stored_text(): the key that makes the answer count.
std::string confirm_text(char key, words::Locale locale);

/// How many further calls a person can name.
inline constexpr std::uint32_t k_further_uses_max = 99;

/// One line of the menu of further calls.
struct FurtherChoice {
    char key = '1';
    std::string words{};                             ///< with its end
    std::optional<consent::FurtherCalls> further{};  ///< nothing: this call only
    bool asks_how_many = false;
};
/// Their keys never move: an impossible choice leaves a gap. `now` is the time of the menu.
std::vector<FurtherChoice> further_choices(const consent::PromptRequest& request,
                                           std::chrono::sys_time<std::chrono::milliseconds> now,
                                           words::Locale locale);
/// The menu, without the line about the keys.
std::string further_text(const consent::PromptRequest& request,
                         const std::vector<FurtherChoice>& choices, const Layout& layout);
std::string further_keys_text(const std::vector<FurtherChoice>& choices, words::Locale locale);
/// The meaning of allowing `count` of them, with its end.
std::string counted_words(const consent::FurtherCalls& further, words::Locale locale);

/// All facts left out or told in words by the question, with the same bars.
std::string details_text(const consent::PromptRequest& request, const Card& card,
                         const Layout& layout);
/// In parts of at most `rows` lines.
std::vector<std::string> pages_of(std::string_view text, std::size_t rows);

}  // namespace iam::question
