#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.title = "at " __FILE__, .read_only = true})]] int add();  // iam-error: option 'title' takes a string literal

}  // namespace desk
