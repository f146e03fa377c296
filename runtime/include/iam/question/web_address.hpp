// A web address from a text of others, in a form that a person can judge before it is opened.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace iam::question {

inline constexpr std::size_t k_web_address_bytes_max = 2048;

struct WebAddress {
    std::string address{};  ///< whole, with the scheme and the host below
    std::string host{};     ///< lower case, in ASCII (xn--…), with its port if one is named
};

/// Reads an absolute address of http or https. Nothing for every other text, and for forms in which
/// the host can be mistaken: a user before "@", backslashes, escapes in the host, hidden
/// characters, blanks, numbers that stand for an IPv4 address, more than k_web_address_bytes_max.
/// A host with letters beyond ASCII is given as browsers ask for it (UTS 46).
std::optional<WebAddress> read_web_address(std::string_view text);

}  // namespace iam::question
