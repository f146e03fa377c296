// Reads ordinary files as texts. It takes few system calls, since a target may have thousands of
// headers, and never waits for the other end of a pipe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace iam::gen {

/// Nothing if the file does not exist, is no ordinary file, or cannot be read.
std::optional<std::string> read_text_file(const std::string& path);

/// True if the file holds exactly this text; false also if it cannot be read.
bool holds_text(const std::string& path, std::string_view text);

}  // namespace iam::gen
