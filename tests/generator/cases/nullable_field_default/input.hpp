#pragma once

#include <iam/annotations.hpp>

#include <memory>
#include <optional>

namespace desk {

struct View {
    std::optional<int> level = 5;                            // iam-error: 'level' may be empty
    std::shared_ptr<int> page = std::make_shared<int>(1);    // iam-error: 'page' may be empty
    std::optional<int> from = std::nullopt;
    std::unique_ptr<int> to = nullptr;
};

/// Zooms.
[[iam::tool({.idempotent = true})]] void zoom(const View& view, std::optional<int> speed = 2);

}  // namespace desk
