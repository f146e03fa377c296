// A question as the pages get it, and the end of one.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/consent/records.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/words/locale.hpp>

#include <array>
#include <string>
#include <string_view>

namespace iam::console {

inline constexpr std::array k_call_scopes{consent::CallScope::tool, consent::CallScope::keys,
                                          consent::CallScope::arguments};
/// An unknown or empty name is "tool".
consent::CallScope scope_named(std::string_view name) noexcept;

/// The row of a list, without arguments of more than 4 KiB. All texts of others are harmless for a
/// terminal, and still text for a page. `risk` is empty if the tool is not known here yet.
void put_summary(JsonWriter& out, const consent::Approval& approval, std::string_view risk);
/// Everything about the question. `sheet` is the question of the permission sheet.
std::string question_json(const consent::PromptRequest& request, const consent::Approval& approval,
                          const Json& sheet, words::Locale locale);
/// Why an ended question takes no answer, with the person and the place of the answer it got.
std::string ended_json(const consent::Approval& approval);

}  // namespace iam::console
