// Results as the model gets them: bounded, with invisible characters shown, between two marks.
#pragma once

#include <iam/core/entropy.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::chat {

/// Each invisible, control or format character but line feed and tab becomes \uXXXX, as in JSON;
/// each byte that is no UTF-8 becomes U+FFFD.
std::string shown(std::string_view text);

/// At most `bytes_max` of the text: three quarters from its head, one from its tail, and between
/// them a mark with the range of the bytes left out. Cuts between characters. `entry` names the
/// record of the whole text; it may be empty. `reads_results`: the mark names read_result.
std::string bounded(std::string_view text, std::size_t bytes_max, std::string_view entry,
                    bool reads_results = false);

/// Puts the text between two lines with a fresh nonce, so that the text cannot write its own end.
std::string fenced(std::string_view text, std::string_view origin, Entropy& entropy);
/// The text between the two lines of fenced(). Another text is given back whole.
std::string_view unfenced(std::string_view text) noexcept;

}  // namespace iam::chat
