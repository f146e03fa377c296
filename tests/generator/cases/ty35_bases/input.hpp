#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

struct Named {
    std::string name;
};

struct Sized {
    int width;
    int height;
};

struct Window : Named, Sized {
    bool open = false;
};

/// Shows a window.
[[iam::tool({.idempotent = true})]] void show(const Window& window);

}  // namespace desk
