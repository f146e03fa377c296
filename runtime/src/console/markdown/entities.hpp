// The characters that Markdown's entities stand for.
#pragma once

#include <string>
#include <string_view>

namespace iam::console {

/// The text of "&amp;", "&#65;" or "&#x41;". Names beyond the common ones stay as they are written;
/// a number that is no character becomes U+FFFD.
std::string entity_text(std::string_view entity);

}  // namespace iam::console
