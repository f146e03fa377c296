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

struct Place {
    std::filesystem::path folder = "lamps/all";
    std::filesystem::path file{};
};

/// Reads a file.
[[iam::tool({.read_only = true})]] int read(const std::filesystem::path& path = "lamps.txt", int lines = 3,
                                            Place place = {});

}  // namespace desk
