#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <string>
#include <vector>

namespace desk {

/// Counts words.
[[iam::tool({.read_only = true})]] std::map<std::string, int> count(const std::map<std::string, std::vector<std::string>>& texts);

}  // namespace desk
