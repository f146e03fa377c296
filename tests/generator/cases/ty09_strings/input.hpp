#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Joins two texts.
[[iam::tool({.read_only = true})]] std::string join(const std::string& left, std::string right);

}  // namespace desk
