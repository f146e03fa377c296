// Types that contain themselves, and types made of templates.
#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trees {

/// A node with its children.
struct Node {
    std::string name;
    std::vector<Node> children{};
};

struct Branch;

/// Ends a branch, or goes on with it.
struct Leaf {
    int weight = 1;
    std::unique_ptr<Branch> grown;
};

struct Branch {
    std::map<std::string, Leaf> leaves;
    std::optional<Leaf> top;
};

/// A chain that a program may close to a ring.
struct Link {
    int number;
    std::shared_ptr<Link> next;
};

/// How many nodes there are.
[[iam::tool({.read_only = true})]] int count_nodes(const Node& root);

/// A chain of nodes.
[[iam::tool({.read_only = true})]] Node chain_of(int depth);

/// All weights.
[[iam::tool({.read_only = true})]] int weigh(Branch branch, std::optional<Leaf> leaf);

/// The last link, if there is one.
[[iam::tool({.read_only = true})]] std::shared_ptr<Link> last_link(std::shared_ptr<Link> link);

/// A ring has no end.
[[iam::tool({.read_only = true})]] std::vector<std::shared_ptr<Link>> ring_of_links(bool closed);

/// A page of anything.
template <class Item, int most = 10>
struct Page {
    /// What is on it.
    [[iam::length(0, 3)]] std::vector<Item> items{};
    [[iam::range(1, 100)]] int number = most / 5;
    [[iam::name("more")]] std::optional<Item> next{};
};

template <>
struct Page<bool> {
    bool single;
};

/// One of everything.
[[iam::tool({.read_only = true})]] Page<std::string, 50> turned_page(const Page<Page<int>>& page,
                                                                     Page<bool> flag);

}  // namespace trees
