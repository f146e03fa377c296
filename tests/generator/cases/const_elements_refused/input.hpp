#pragma once

#include <iam/annotations.hpp>

#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace desk {

/// Takes what cannot be filled in.
[[iam::tool({.idempotent = true})]] void take(std::optional<const int> a,                   // iam-error: take the const away
                                              const std::array<const int, 3>& b,            // iam-error: take the const away
                                              const std::map<std::string, const int>& c,    // iam-error: take the const away
                                              const std::pair<const int, int>& d,           // iam-error: take the const away
                                              std::chrono::duration<const int> e,           // iam-error: take the const away // iam-error: an integer or double
                                              const std::optional<int>& f, std::span<const int> g,
                                              std::shared_ptr<const int> h);

}  // namespace desk
