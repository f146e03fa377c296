// Finds tools by words.
#pragma once

#include <iam/tool/contract.hpp>

#include <string_view>
#include <vector>

namespace iam::question {

/// The tools with all of these words in their names, titles and descriptions, without regard to the
/// case of ASCII letters. Without words: all of them.
std::vector<const Contract*> tools_with(std::vector<const Contract*> contracts,
                                        std::string_view words);

}  // namespace iam::question
