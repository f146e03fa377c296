#include "trees.hpp"

namespace trees {

int count_nodes(const Node& root) {
    int count = 1;
    for (const Node& child : root.children) count += count_nodes(child);
    return count;
}

Node chain_of(int depth) {
    Node node{"n" + std::to_string(depth)};
    if (depth > 1) node.children.push_back(chain_of(depth - 1));
    return node;
}

int weigh(Branch branch, std::optional<Leaf> leaf) {
    int sum = leaf ? leaf->weight : 0;
    if (branch.top) sum += branch.top->weight;
    for (auto& [name, inner] : branch.leaves) {
        sum += inner.weight;
        if (inner.grown) sum += weigh(std::move(*inner.grown), std::nullopt);
    }
    return sum;
}

std::shared_ptr<Link> last_link(std::shared_ptr<Link> link) {
    while (link && link->next) link = link->next;
    return link;
}

std::vector<std::shared_ptr<Link>> ring_of_links(bool closed) {
    static const auto last = std::make_shared<Link>();
    const auto first = std::make_shared<Link>(Link{1, last});
    *last = Link{2, nullptr};
    if (closed) last->next = last;
    return {first};
}

Page<std::string, 50> turned_page(const Page<Page<int>>& page, Page<bool> flag) {
    Page<std::string, 50> out;
    for (const Page<int>& inner : page.items) out.items.push_back(std::to_string(inner.number));
    if (flag.single) out.next = "single";
    return out;
}

}  // namespace trees
