// Widths come from utf8proc, so wide characters and emoji push nothing off the screen.
#include "iam/question/layout.hpp"

#include <utf8proc.h>

#include <algorithm>

namespace iam::question {
namespace {

// A terminal narrower than this wraps by itself; a loop must still make progress.
constexpr std::size_t k_room_min = 8;

struct Character {
    std::size_t bytes = 1;
    std::size_t columns = 1;
};

Character first_of(std::string_view text) {
    utf8proc_int32_t character = -1;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const auto length =
        utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &character);
    if (length <= 0) return {};
    const int columns = utf8proc_charwidth(character);
    return {static_cast<std::size_t>(length), static_cast<std::size_t>(std::max(columns, 0))};
}

/// How many bytes of `text` fit into `room` columns; at least one character.
std::size_t bytes_that_fit(std::string_view text, std::size_t room) {
    std::size_t bytes = 0;
    std::size_t columns = 0;
    while (bytes < text.size()) {
        const Character next = first_of(text.substr(bytes));
        if (bytes > 0 && columns + next.columns > room) break;
        bytes += next.bytes;
        columns += next.columns;
    }
    return bytes;
}

}  // namespace

std::size_t width_of(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) {
        const Character next = first_of(text);
        columns += next.columns;
        text.remove_prefix(next.bytes);
    }
    return columns;
}

void append_wrapped(std::string& out, std::string_view line, std::size_t columns,
                    std::string_view prefix, std::string_view continuation) {
    const std::size_t taken = std::max(width_of(prefix), width_of(continuation));
    const std::size_t room = columns > taken + k_room_min ? columns - taken : k_room_min;
    out += prefix;
    for (;;) {
        std::size_t bytes = bytes_that_fit(line, room);
        if (bytes < line.size()) {
            const std::size_t space = line.substr(0, bytes).rfind(' ');
            if (space != std::string_view::npos && space >= bytes / 2) bytes = space + 1;
        }
        out += line.substr(0, bytes);
        out += '\n';
        line.remove_prefix(bytes);
        if (line.empty()) return;
        out += continuation;
    }
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        if (widths.size() < row.size()) widths.resize(row.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], width_of(row[i]));
        }
    }
    std::string out;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += row[i];
            if (i + 1 < row.size()) out.append(widths[i] - width_of(row[i]) + 2, ' ');
        }
        out += '\n';
    }
    return out;
}

}  // namespace iam::question
