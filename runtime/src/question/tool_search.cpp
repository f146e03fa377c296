// Each word narrows the list.
#include "iam/question/tool_search.hpp"

#include <sstream>
#include <string>

namespace iam::question {
namespace {

std::string lower(std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

}  // namespace

std::vector<const Contract*> tools_with(std::vector<const Contract*> contracts,
                                        std::string_view words) {
    std::istringstream all(lower(std::string(words)));
    for (std::string word; all >> word;) {
        std::erase_if(contracts, [&](const Contract* one) {
            const std::string text =
                display_name(one->id) + "\n" + one->title + "\n" + one->description;
            return lower(text).find(word) == std::string::npos;
        });
    }
    return contracts;
}

}  // namespace iam::question
