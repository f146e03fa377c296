#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Draws the page.
[[iam::tool({.idempotent = true, .executor = "ui"})]] void draw();  // iam-error: option 'executor' is not supported

}  // namespace desk
