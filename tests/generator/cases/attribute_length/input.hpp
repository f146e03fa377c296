#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <string>
#include <vector>

namespace desk {

/// Names things.
[[iam::tool({.idempotent = true})]] void name_all([[iam::length(1, 80)]] std::string title,
                                                  [[iam::length(iam::none, 3)]] std::vector<int> ids,
                                                  [[iam::length(1, iam::none)]] std::map<std::string, int> counts);

}  // namespace desk
