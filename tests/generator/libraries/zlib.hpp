// zlib: functions of its C interface, declared once more.
#pragma once

#include <iam/annotations.hpp>

#include <zlib.h>

extern "C" {

/// The CRC-32 of two texts one after the other, from the CRC-32 of each.
/// @param first   of the first text
/// @param second  of the second text
/// @param length  of the second text in bytes
[[iam::tool({.read_only = true})]] uLong crc32_combine([[iam::range(0, 0xFFFFFFFF)]] uLong first,
                                                       [[iam::range(0, 0xFFFFFFFF)]] uLong second,
                                                       [[iam::range(0, 1 << 30)]] z_off_t length);

/// How many bytes so many bytes need at most when they are compressed.
/// @param sourceLen  how many
[[iam::tool({.read_only = true})]] uLong compressBound([[iam::range(0, 1 << 30)]] uLong sourceLen);

}  // extern "C"
