// Entities of HTML and XML in doc comments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::gen {

/// What an entity stands for, in UTF-8, and how long it is; length 0 where the text begins with
/// none that is known.
struct Entity {
    std::string text;
    std::size_t length = 0;
};

/// Of a text that begins with '&': "&lt;", "&#38;", "&#x26;", "&uuml;".
Entity entity_at(std::string_view text);

}  // namespace iam::gen
