#pragma once

#include <iam/annotations.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace desk {

struct Blob {
    [[iam::base64]] std::vector<std::uint8_t> bytes;
    std::vector<std::uint8_t> numbers;
};

/// Reads.
[[iam::tool({.read_only = true})]] Blob read([[iam::base64]] const std::vector<unsigned char>& a,
                                             [[iam::base64]] std::span<const std::uint8_t> b,
                                             [[iam::base64, iam::example("AQI=")]] std::optional<std::vector<std::uint8_t>> c);

}  // namespace desk
