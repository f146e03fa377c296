#pragma once

#include <iam/annotations.hpp>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace desk {

struct Close {
    void operator()(int* value) const;
};

/// Takes them.
[[iam::tool({.read_only = true})]] int take(std::tuple<> a,                          // iam-error: leave it out
                                            std::unique_ptr<int[]> b,                // iam-error: take std::vector
                                            std::unique_ptr<int, Close> c,           // iam-error: take std::optional
                                            std::optional<std::unique_ptr<int>> d,   // iam-error: use one std::optional
                                            std::shared_ptr<std::optional<int>> e,   // iam-error: one pointer or optional
                                            std::set<std::shared_ptr<int>> f);       // iam-error: addresses

}  // namespace desk
