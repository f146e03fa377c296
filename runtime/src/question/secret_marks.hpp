// The marks that stand in the place of a secret, in the reader's language.
#pragma once

#include <iam/question/card.hpp>

#include <string>

namespace iam::question {

/// The gate writes "[secret]" and "[secret string, 9 characters]". The text of a tool without
/// secrets stays as it is.
std::string with_marks_in(words::Locale locale, const Card& card, std::string text);

}  // namespace iam::question
