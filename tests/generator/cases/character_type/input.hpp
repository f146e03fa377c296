#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Types.
[[iam::tool({.read_only = true})]] void type(wchar_t b,    // iam-error: wchar_t
                                             char8_t c,    // iam-error: char8_t
                                             char16_t d,   // iam-error: char16_t
                                             char32_t e);  // iam-error: char32_t

}  // namespace desk
