// Reads pieces of lines strictly: a second spelling would be a change that nobody notices.
#include "ledger/proofs/note_lines.hpp"

#include <iam/core/base64.hpp>
#include <iam/ledger/merkle_tree.hpp>

#include <algorithm>
#include <charconv>
#include <span>

namespace iam::ledger {

std::optional<std::string_view> take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return line;
}

std::optional<std::uint64_t> read_decimal(std::string_view text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    const bool is_whole = problem == std::errc{} && stop == end;
    if (!is_whole || number > k_tree_size_max || std::to_string(number) != text)
        return std::nullopt;
    return number;
}

std::string base64_text(const Digest& hash) {
    return to_base64(std::as_bytes(std::span(hash.bytes)));
}

std::optional<Digest> read_base64(std::string_view text) {
    const auto bytes = from_base64(text);
    Digest hash;
    if (!bytes || bytes->size() != hash.bytes.size()) return std::nullopt;
    std::copy(bytes->begin(), bytes->end(), hash.bytes.begin());
    return hash;
}

}  // namespace iam::ledger
