#pragma once

#include <iam/annotations.hpp>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace desk {

struct Part {
    std::shared_ptr<const std::string> label;
};

/// Gives them back.
[[iam::tool({.read_only = true})]] std::tuple<int, bool> take(std::pair<int, int> a, std::pair<int, std::string> b,
                                                              std::unique_ptr<Part> c,
                                                              std::vector<std::shared_ptr<Part>> d);

}  // namespace desk
