#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Says Grüße.  // iam-error: the byte 0xFC
[[iam::tool({.title = "Gr\xfc" "n", .read_only = true})]] void greet();  // iam-error: a string literal in UTF-8

}  // namespace desk
