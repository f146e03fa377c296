#pragma once

#include <iam/annotations.hpp>

#include <bitset>
#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace desk {

/// Writes a file.
[[iam::tool({.read_only = true})]] std::vector<std::byte> write([[iam::length(1, 99)]] const std::filesystem::path& path,
                                                                std::span<const std::byte> content,
                                                                std::bitset<12> mode);

}  // namespace desk
