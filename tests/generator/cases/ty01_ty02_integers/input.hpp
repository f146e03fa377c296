#pragma once

#include <iam/annotations.hpp>

#include <cstddef>
#include <cstdint>

namespace desk {

/// Takes every width.
[[iam::tool({.read_only = true})]] std::uint64_t widths(std::int8_t a, std::uint8_t b, short c, unsigned short d, int e,
                                                         unsigned f, long g, unsigned long h, long long i,
                                                         unsigned long long j, signed char k, unsigned char l,
                                                         std::size_t m);

}  // namespace desk
