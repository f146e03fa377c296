// Ordinary files as texts: in few calls, since a target may have thousands of headers, and without waiting for anybody at the other end.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace iam::gen {

/// Nothing where there is no such file, where it is no ordinary one, or where it cannot be read.
std::optional<std::string> read_text_file(const std::string& path);

/// True if the file holds this very text; false also where it cannot be read.
bool holds_text(const std::string& path, std::string_view text);

}  // namespace iam::gen
