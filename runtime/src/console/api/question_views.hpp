// A question as the pages get it, and its texts. An answer must name the digest of one of them.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/consent/records.hpp>
#include <iam/core/clock.hpp>
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

/// A text for each scope, in the order of CallScope: the whole question, with the record of each
/// "always" about this scope, word for word. A terminal shows the same text.
using ScopeTexts = std::array<std::string, k_call_scopes.size()>;
ScopeTexts texts_of(const consent::PromptRequest& request, words::Locale locale);

/// The row of a list, without arguments of more than 4 KiB. All texts of others are harmless for a
/// terminal, and still text for a page.
void put_summary(JsonWriter& out, const consent::Approval& approval);
/// Everything about the question. `nonce` belongs to this showing.
std::string question_json(const consent::PromptRequest& request, const consent::Approval& approval,
                          const ScopeTexts& texts, const std::string& nonce, const Clock& clock,
                          words::Locale locale);
/// Why an ended question takes no answer, with the person and the place of the answer it got.
std::string ended_json(const consent::Approval& approval);

}  // namespace iam::console
