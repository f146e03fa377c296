#pragma once

#include <iam/annotations.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace desk {

/// Reads.
[[iam::tool({.read_only = true})]] int read(
    [[iam::base64]] std::string text,                                        // iam-error: goes on a std::vector of unsigned char
    [[iam::base64]] std::vector<std::byte> bytes,                            // iam-error: which is base64 without it
    [[iam::base64]] std::vector<std::int8_t> numbers,                        // iam-error: of type 'std::vector<signed char>'
    [[iam::base64("x")]] std::vector<std::uint8_t> given,                    // iam-error: takes no argument
    [[iam::base64, iam::length(1, 2)]] std::vector<std::uint8_t> counted,    // iam-error: length goes on a string, list or map
    [[iam::base64, iam::example("A")]] std::vector<std::uint8_t> imitated);  // iam-error: does not have the format of its type

}  // namespace desk
