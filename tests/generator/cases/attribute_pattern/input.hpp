#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Looks up a part.
[[iam::tool({.read_only = true})]] int part([[iam::pattern("^[A-Z]{2}-[0-9]+$")]] std::string code);

}  // namespace desk
