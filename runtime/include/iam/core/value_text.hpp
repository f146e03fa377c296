// Words sentences about values for errors: the value a decoder met and the value it wanted. A
// correct call uses only the functions about text lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace iam {

inline constexpr std::size_t k_shown_bytes_max = 60;
/// A piece of JSON text as an error may show it. It is cut at a code point after about `bytes_max`
/// bytes and says how many bytes were left out.
std::string shown(std::string_view json, std::size_t bytes_max = k_shown_bytes_max);

/// "'hour'", cut as by shown(). A name with a quote of this kind or a control character becomes a
/// JSON string, so a reader can see its end.
std::string quoted_name(std::string_view name, std::size_t bytes_max = k_shown_bytes_max);

/// The candidate most likely meant by `word`; empty if no candidate is near enough.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// ". Did you mean 'label'?", to append to a sentence, if a candidate is near enough to be a slip
/// of `word`; otherwise empty.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

/// "'a', 'b', 'c'".
std::string quoted_list(std::span<const std::string_view> words);

/// The number of code points in well-formed UTF-8.
std::size_t count_code_points(std::string_view text) noexcept;

// True if the text has at least `least`, or at most `most`, code points. They are counted only if
// the number of bytes leaves it open.
inline bool is_long_enough(std::string_view text, std::uint64_t least) noexcept {
    if (text.size() < least) return false;
    return text.size() / 4 >= least || count_code_points(text) >= least;
}
inline bool is_short_enough(std::string_view text, std::uint64_t most) noexcept {
    return text.size() <= most || (text.size() / 4 <= most && count_code_points(text) <= most);
}

}  // namespace iam
