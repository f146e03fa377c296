// Finds cycles with Tarjan's strongly connected components (SIAM J. Comput. 1972) and a stack of
// its own.
#include "contract/normal/cycles.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace iam::contract {
namespace {

class Components {
 public:
    explicit Components(const ReferenceGraph& graph) : graph_(graph) {}

    std::set<std::string> cyclic() {
        for (auto node = graph_.begin(); node != graph_.end(); ++node) {
            if (marks_.count(node->first) != 0) continue;
            enter(node);
            while (!path_.empty()) step();
        }
        return std::move(cyclic_);
    }

 private:
    struct Mark {
        std::size_t number = 0;  ///< in the order of discovery
        std::size_t low = 0;     ///< the lowest number known to be reached by the node
        bool open = true;        ///< its component is not complete
    };
    struct Visit {
        ReferenceGraph::const_iterator node{};
        std::set<std::string>::const_iterator next{};
        Mark* mark = nullptr;
    };

    void enter(ReferenceGraph::const_iterator node) {
        const std::size_t number = marks_.size();
        Mark& mark = marks_[node->first];
        mark = {number, number, true};
        open_.push_back(node->first);
        path_.push_back({node, node->second.begin(), &mark});
    }

    void step() {
        Visit& visit = path_.back();
        if (visit.next == visit.node->second.end()) return leave();
        const auto next = graph_.find(*visit.next++);
        const auto known = marks_.find(next->first);
        if (known == marks_.end()) {
            enter(next);
        } else if (known->second.open) {
            visit.mark->low = std::min(visit.mark->low, known->second.number);
        }
    }

    void leave() {
        const Visit visit = path_.back();
        path_.pop_back();
        if (!path_.empty()) {
            path_.back().mark->low = std::min(path_.back().mark->low, visit.mark->low);
        }
        if (visit.mark->low == visit.mark->number) close(visit.node);
    }

    void close(ReferenceGraph::const_iterator first) {
        const std::string& name = first->first;
        const bool cycle = open_.back() != name || first->second.count(name) != 0;
        std::string_view member;
        do {
            member = open_.back();
            open_.pop_back();
            marks_.find(member)->second.open = false;
            if (cycle) cyclic_.insert(std::string(member));
        } while (member != name);
    }

    const ReferenceGraph& graph_;
    std::map<std::string_view, Mark> marks_;
    std::vector<std::string_view> open_;  // members of incomplete components
    std::vector<Visit> path_;
    std::set<std::string> cyclic_;
};

}  // namespace

std::set<std::string> on_cycles(const ReferenceGraph& graph) {
    return Components(graph).cyclic();
}

}  // namespace iam::contract
