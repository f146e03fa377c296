// Decodes entities of HTML and XML in doc comments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::gen {

/// The character of an entity in UTF-8, and the entity's length in bytes. The length is 0 if the
/// text begins with no known entity.
struct Entity {
    std::string text;
    std::size_t length = 0;
};

/// Decodes the entity at the beginning of a text. The text must begin with '&': "&lt;", "&#38;",
/// "&#x26;", "&uuml;".
Entity entity_at(std::string_view text);

}  // namespace iam::gen
