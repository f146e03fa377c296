// Compares the values of a list by their canonical texts.
#include "iam/tool/codecs/seen_values.hpp"

#include <iam/core/json.hpp>

#include <utility>

namespace iam {

bool SeenValues::add(std::string_view text) {
    const auto is_new = [this](std::string_view one) {
        auto canonical = canonicalize(one);
        return !canonical || canonical_.insert(*std::move(canonical)).second;
    };
    for (const std::string_view earlier : unread_) static_cast<void>(is_new(earlier));
    unread_.clear();
    return is_new(text);
}

}  // namespace iam
