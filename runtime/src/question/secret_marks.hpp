// The marks in the place of a secret, in the reader's language.
#pragma once

#include <iam/words/locale.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::question {

/// The arguments with each mark of the gate, e.g. "[secret string, 9 characters]", in this
/// language. Only a string at one of the places `secrets` is a mark; they are JSON Pointers as in
/// Contract::secret_arguments. Every other byte stays as it is, and so does a text other than JSON.
std::string with_marks_in(words::Locale locale, const std::vector<std::string>& secrets,
                          std::string_view arguments);

}  // namespace iam::question
