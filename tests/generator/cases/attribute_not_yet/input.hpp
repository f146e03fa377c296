#pragma once

#include <iam/annotations.hpp>

#include <vector>

namespace desk {

/// Lists.
[[iam::tool({.read_only = true})]] int list([[iam::consent_key]] int c);  // iam-error: consent_key

}  // namespace desk
