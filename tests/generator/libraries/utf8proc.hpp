// utf8proc: functions of its C interface, declared once more.
#pragma once

#include <iam/annotations.hpp>

#include <utf8proc.h>

extern "C" {

/// The capital of a letter, or what it was.
/// @param c  a code point
[[iam::tool({.read_only = true})]] utf8proc_int32_t utf8proc_toupper(
    [[iam::range(0, 0x10FFFF)]] utf8proc_int32_t c);

/// How many columns a character takes.
/// @param codepoint  of the character
[[iam::tool({.read_only = true})]] int utf8proc_charwidth(
    [[iam::range(0, 0x10FFFF)]] utf8proc_int32_t codepoint);

/// Whether a number is a code point.
/// @param codepoint  the number
[[iam::tool({.read_only = true})]] utf8proc_bool utf8proc_codepoint_valid(
    utf8proc_int32_t codepoint);

}  // extern "C"
