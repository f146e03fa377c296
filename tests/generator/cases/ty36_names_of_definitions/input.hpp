#pragma once

#include <iam/annotations.hpp>

#include <variant>
#include <vector>

namespace a {

struct Node {
    int x;
    std::vector<Node> in;
};

}  // namespace a

namespace b {

struct a_Node {
    bool z;
    std::vector<a_Node> in;
};

struct Node {
    double w;
    std::vector<Node> in;
};

struct b_Node {
    float v;
    std::vector<b_Node> in;
};

}  // namespace b

struct Node {
    bool y;
    std::vector<Node> in;
};

struct Leaf {
    int leaf;
};

namespace desk {

/// The global one is second.
[[iam::tool({.read_only = true})]] void one_two(a::Node one, Node two);
/// The global one is first.
[[iam::tool({.read_only = true})]] void two_one(Node two, a::Node one);
/// The second one's long name is the third one's short one.
[[iam::tool({.read_only = true})]] void long_names(Node two, b::b_Node third, b::Node second);
/// Plain and tagged.
[[iam::tool({.read_only = true})]] void tagged(a::Node one, std::variant<Node, Leaf> two, Node three);

}  // namespace desk
