#pragma once

#include <iam/annotations.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace desk {

enum class Id : std::uint64_t {};
enum class Level : signed char {};

/// Finds.
[[iam::tool({.read_only = true})]] std::vector<Id> find([[iam::range(1, 99)]] Id id, Level level = Level{-3},
                                                        std::byte mask = std::byte{255});

}  // namespace desk
