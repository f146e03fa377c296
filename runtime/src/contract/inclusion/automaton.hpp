// Turns a pattern into an automaton. It reads a text once. Its states are made deterministic when
// they are first reached.
#pragma once

#include <iam/schema/pattern_tree.hpp>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace iam::contract {

/// Tells whether the pattern matches somewhere in a text, as Pattern::search does.
class Automaton {
 public:
    using State = std::uint32_t;

    explicit Automaton(const schema::PatternNode& tree);

    State start() const noexcept { return 0; }
    State step(State state, char32_t code);
    /// True if the text up to `state` is matched, if it ends there.
    bool accepts(State state);
    /// True if the text is matched, regardless of its continuation.
    bool is_settled(State state) const noexcept { return states_[state].matched; }
    /// The number of nodes a step may visit: the cost of one step.
    std::size_t size() const noexcept { return nodes_.size(); }

    /// If no set tells code points apart, they lead to the same states.
    const std::vector<schema::CodePointSet>& sets() const noexcept { return sets_; }

 private:
    using NodeId = std::uint32_t;
    struct Node {
        schema::PatternNode::Kind kind{};  ///< choice: goes to both nodes
        std::uint32_t set = 0;
        NodeId next = 0;
        NodeId other = 0;
    };
    /// The neighbour of a place in the text.
    enum class Beside : std::uint8_t { nothing, word, other };
    struct Machine {
        std::vector<NodeId> nodes{};  ///< in order
        Beside before = Beside::nothing;
        bool matched = false;
        friend auto operator<=>(const Machine&, const Machine&) = default;
    };

    NodeId build(const schema::PatternNode& node, NodeId next);
    NodeId build_repeat(const schema::PatternNode& node, NodeId next);
    NodeId add(Node node);
    Beside beside(char32_t code) const;
    bool holds(schema::PatternNode::Kind assertion, Beside before, Beside after) const noexcept;
    /// Adds the nodes reached without reading. True if the end of the pattern is among them.
    bool close(const Machine& machine, Beside after, std::vector<NodeId>& reached);
    State number_of(Machine machine);

    std::vector<schema::CodePointSet> sets_;
    std::vector<Node> nodes_;
    NodeId entry_ = 0;
    bool minds_words_ = false;
    std::vector<Machine> states_;
    std::map<Machine, State> numbers_;
    std::map<std::pair<State, char32_t>, State> steps_;
};

}  // namespace iam::contract
