// A question as the pages get it, and its text, whose digest an answer must name.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/consent/records.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/digest.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/words/locale.hpp>

#include <array>
#include <string>
#include <string_view>

namespace iam::console {

inline constexpr std::array k_call_scopes{consent::CallScope::tool, consent::CallScope::keys,
                                          consent::CallScope::arguments};
/// "tool", "keys", "arguments"
std::string_view name_of(consent::CallScope scope) noexcept;
/// An unknown or empty name is "tool".
consent::CallScope scope_named(std::string_view name) noexcept;

/// The whole question for an answer of this scope: all that the tool gets, and the record of each
/// "always", word for word. The same text as a terminal shows.
std::string text_for(const consent::PromptRequest& request, consent::CallScope scope,
                     words::Locale locale);
/// The digest of a shown text, the same for every surface.
Digest shown_digest_of(std::string_view text);

/// The row of a list, without arguments of more than 4 KiB. All texts of others are harmless for a
/// terminal, and still text for a page.
void put_summary(JsonWriter& out, const consent::Approval& approval);
/// Everything about the question. `nonce` belongs to this showing.
std::string question_json(const consent::PromptRequest& request, const consent::Approval& approval,
                          const std::string& nonce, const Clock& clock, words::Locale locale);
/// Why an ended question takes no answer, with the person and the place of the answer it got.
std::string ended_json(const consent::Approval& approval);

}  // namespace iam::console
