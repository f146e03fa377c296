#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Logs.
[[iam::tool]] void log_line(const char* format, ...);  // iam-error: arguments

}  // namespace desk
