// Builds an automaton by Thompson's construction and makes it deterministic by subsets. An
// assertion is judged when the next code point is known.
#include "contract/inclusion/automaton.hpp"

#include <algorithm>

namespace iam::contract {
namespace {

using Kind = schema::PatternNode::Kind;

constexpr std::uint32_t k_end = 0;  // the node after the whole pattern

bool has(const schema::CodePointSet& set, char32_t code) {
    const auto after = std::upper_bound(
        set.begin(), set.end(), code,
        [](char32_t value, schema::CodePointRange range) { return value < range.first; });
    return after != set.begin() && code <= std::prev(after)->last;
}

bool is_word(char32_t code) {
    return (code >= U'0' && code <= U'9') || (code >= U'A' && code <= U'Z') || code == U'_' ||
           (code >= U'a' && code <= U'z');
}

}  // namespace

Automaton::Automaton(const schema::PatternNode& tree) {
    nodes_.emplace_back();  // k_end
    entry_ = build(tree, k_end);
    if (minds_words_) sets_.push_back({{U'0', U'9'}, {U'A', U'Z'}, {U'_', U'_'}, {U'a', U'z'}});
    number_of({});
}

Automaton::NodeId Automaton::add(Node node) {
    nodes_.push_back(node);
    return static_cast<NodeId>(nodes_.size() - 1);
}

Automaton::NodeId Automaton::build(const schema::PatternNode& node, NodeId next) {
    switch (node.kind) {
        case Kind::sequence:
            for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
                next = build(*child, next);
            return next;
        case Kind::choice: {
            NodeId choice = build(node.children.front(), next);
            for (std::size_t i = 1; i < node.children.size(); ++i)
                choice = add({Kind::choice, 0, choice, build(node.children[i], next)});
            return choice;
        }
        case Kind::repeat:
            return build_repeat(node, next);
        case Kind::set:
            sets_.push_back(node.set);
            return add({Kind::set, static_cast<std::uint32_t>(sets_.size() - 1), next, 0});
        case Kind::word_boundary:
        case Kind::no_word_boundary:
            minds_words_ = true;
            return add({node.kind, 0, next, 0});
        case Kind::text_start:
        case Kind::text_end:
            return add({node.kind, 0, next, 0});
    }
    return next;
}

Automaton::NodeId Automaton::build_repeat(const schema::PatternNode& node, NodeId next) {
    const schema::PatternNode& child = node.children.front();
    if (node.most == schema::k_unbounded) {
        const NodeId loop = add({Kind::choice, 0, next, next});
        const NodeId body = build(child, loop);
        nodes_[loop].other = body;
        next = loop;
    } else {
        const NodeId behind = next;
        for (std::uint32_t i = node.least; i < node.most; ++i)
            next = add({Kind::choice, 0, behind, build(child, next)});
    }
    for (std::uint32_t i = 0; i < node.least; ++i) next = build(child, next);
    return next;
}

Automaton::Beside Automaton::beside(char32_t code) const {
    return minds_words_ && is_word(code) ? Beside::word : Beside::other;
}

bool Automaton::holds(Kind assertion, Beside before, Beside after) const noexcept {
    const bool is_boundary = (before == Beside::word) != (after == Beside::word);
    switch (assertion) {
        case Kind::text_start:
            return before == Beside::nothing;
        case Kind::text_end:
            return after == Beside::nothing;
        case Kind::word_boundary:
            return is_boundary;
        default:
            return !is_boundary;
    }
}

bool Automaton::close(const Machine& machine, Beside after, std::vector<NodeId>& reached) {
    std::vector<bool> seen(nodes_.size());
    std::vector<NodeId> open = machine.nodes;
    open.push_back(entry_);  // a match may begin anywhere
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        if (id == k_end) return true;
        if (seen[id]) continue;
        seen[id] = true;
        const Node& node = nodes_[id];
        if (node.kind == Kind::set) {
            reached.push_back(id);
        } else if (node.kind == Kind::choice) {
            open.push_back(node.next);
            open.push_back(node.other);
        } else if (holds(node.kind, machine.before, after)) {
            open.push_back(node.next);
        }
    }
    return false;
}

Automaton::State Automaton::number_of(Machine machine) {
    const auto [known, added] = numbers_.try_emplace(machine, static_cast<State>(states_.size()));
    if (added) states_.push_back(std::move(machine));
    return known->second;
}

Automaton::State Automaton::step(State state, char32_t code) {
    if (states_[state].matched) return state;
    const auto known = steps_.find({state, code});
    if (known != steps_.end()) return known->second;
    Machine next;
    std::vector<NodeId> reached;
    next.matched = close(states_[state], beside(code), reached);
    if (!next.matched) {
        for (const NodeId id : reached)
            if (has(sets_[nodes_[id].set], code)) next.nodes.push_back(nodes_[id].next);
        std::sort(next.nodes.begin(), next.nodes.end());
        next.nodes.erase(std::unique(next.nodes.begin(), next.nodes.end()), next.nodes.end());
        next.before = beside(code);
    }
    const State number = number_of(std::move(next));
    steps_.emplace(std::pair{state, code}, number);
    return number;
}

bool Automaton::accepts(State state) {
    if (states_[state].matched) return true;
    std::vector<NodeId> reached;
    return close(states_[state], Beside::nothing, reached);
}

}  // namespace iam::contract
