// Reads the lines of a chat from a person, with editing and a history where a terminal has them.
#pragma once

#include "host/session/environment.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace iam::host {

inline constexpr int k_history_lines_max = 1000;
inline constexpr std::size_t k_chat_line_bytes_max = std::size_t{1} << 20U;

class LineInput {
 public:
    virtual ~LineInput() = default;
    /// The next line without its end; nothing: there is no more.
    virtual std::optional<std::string> next() = 0;
};

/// Editing by libedit: arrows, Ctrl-R, a history in `history` (mode 0600; empty: in memory only).
/// nullptr: the terminal cannot be edited on.
std::unique_ptr<LineInput> make_edited_input(const std::string& program, const std::string& prompt,
                                             const std::filesystem::path& history);
/// Plain lines of `environment.in`, with the prompt on `environment.out`.
std::unique_ptr<LineInput> make_plain_input(const Environment& environment, std::string prompt);

}  // namespace iam::host
