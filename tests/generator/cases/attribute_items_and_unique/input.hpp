#pragma once

#include <iam/annotations.hpp>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace desk {

struct Row {
    [[iam::unique]] std::array<int, 2> pair;
    [[iam::items(1, iam::none), iam::unique]] std::vector<std::string> names{"a"};
};

/// Sums up.
[[iam::tool({.read_only = true})]] std::vector<Row> sum([[iam::items(1, 3), iam::unique]] const std::vector<int>& a,
                                                        [[iam::items(0, 2)]] std::optional<std::map<std::string, int>> b,
                                                        [[iam::unique, iam::example("[1,2]")]] std::vector<int> c = {1, 2});

}  // namespace desk
