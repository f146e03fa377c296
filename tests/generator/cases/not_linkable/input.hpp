#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// One.
[[iam::tool]] static int one();  // iam-error: static

namespace {
/// Two.
[[iam::tool]] int two();  // iam-error: namespace
}

}  // namespace desk
