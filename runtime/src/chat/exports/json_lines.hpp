// The form of exported chats, for the functions that write and read it.
#pragma once

#include <cstdint>
#include <string_view>

namespace iam::chat {

inline constexpr std::string_view k_lines_format = "iam.chat";
/// Another meaning of a line, or a line that a reader may not skip, takes the next number.
inline constexpr std::uint64_t k_lines_version = 1;

}  // namespace iam::chat
