#pragma once

#include <iam/annotations.hpp>

#include <vector>

namespace desk {

struct Node {
    int value;
    std::vector<Node> children;
};

/// Walks a tree.
[[iam::tool({.read_only = true})]] void walk(Node root);  // iam-error: contains itself

}  // namespace desk
