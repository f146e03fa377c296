// A change of a tool's contract, from a record in English, as a value.
#pragma once

#include <iam/words/sentences.hpp>

#include <string_view>

namespace iam::question {

/// The sentence of contract::sentence_of() with its names and values apart; other text as it is.
words::Sentences recognised_change(std::string_view english);

}  // namespace iam::question
