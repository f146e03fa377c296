#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>
#include <vector>

namespace desk {

enum class Color { red, green };

int next_id();

struct Style {
    Color color = Color::green;
    int width{3};
    std::string font = "sans";
    double scale = 1.5;
    std::optional<int> limit = std::nullopt;
    std::vector<int> dashes{};
    int id = next_id();
};

/// Draws a line.
[[iam::tool({.idempotent = false})]] void draw(Style style = {});

}  // namespace desk
