#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace desk {

enum class Side { left, right };

struct [[iam::name("circle")]] Circle {
    double radius;
    std::string zoom = "none";
};

/// A square.
struct Square {
    double side;
};

/// Holds shapes.
struct Group {
    std::vector<std::variant<Circle, Group, Square>> shapes;
};

/// A lone struct has no tag.
using Anything = std::variant<std::monostate, bool, int, Side, std::vector<int>, Square>;

/// Draws.
/// @param anything  what to draw
/// @param shape     in what
[[iam::tool({.read_only = true})]] std::optional<std::variant<Circle, Square>> draw(
    const Anything& anything, std::variant<Square, Circle> shape,
    [[iam::example("{\"type\":\"Group\",\"shapes\":[]}")]] std::optional<std::variant<Group, Circle>> group,
    [[iam::secret]] std::variant<int, std::map<std::string, int>> key = 3);

}  // namespace desk
