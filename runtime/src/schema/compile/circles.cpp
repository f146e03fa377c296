// Finds endless references, before any value is judged. The walk keeps its own stack, since schemas
// come from outside.
#include "schema/compile/compiler.hpp"

#include <vector>

namespace iam::schema {
namespace {

/// The blocks applied by a block to the same value. A `$dynamicRef` is left to the limit on depth:
/// its target is known only during a validation.
std::vector<Index> applied_in_place(const Program& program, const Block& block) {
    std::vector<Index> targets;
    const auto add = [&targets](Index target) {
        if (target != k_none) targets.push_back(target);
    };
    for (Index i = block.begin; i < block.end; ++i) {
        const Instruction& at = program.instructions[i];
        switch (at.op) {
            case Op::reference:
            case Op::negation:
                add(at.first);
                break;
            case Op::all_of:
            case Op::any_of:
            case Op::one_of:
                for (Index n = 0; n < at.count; ++n) add(program.block_lists[at.first + n]);
                break;
            case Op::condition:
                add(at.first);
                add(at.count);
                add(at.extra);
                break;
            case Op::dependent_schemas:
                for (Index n = 0; n < at.count; ++n) add(program.dependencies[at.first + n].block);
                break;
            default:
                break;
        }
    }
    return targets;
}

struct Visit {
    Index block;
    std::vector<Index> targets;
    std::size_t next = 0;
};

}  // namespace

Index find_circle(const Program& program) {
    enum class Colour : std::uint8_t { white, grey, black };
    std::vector<Colour> colours(program.blocks.size(), Colour::white);
    std::vector<Visit> way;
    const auto enter = [&](Index block) {
        colours[block] = Colour::grey;
        way.push_back(Visit{block, applied_in_place(program, program.blocks[block])});
    };
    for (Index start = 0; start < program.blocks.size(); ++start) {
        if (colours[start] == Colour::white) enter(start);
        while (!way.empty()) {
            Visit& at = way.back();
            if (at.next == at.targets.size()) {
                colours[at.block] = Colour::black;
                way.pop_back();
                continue;
            }
            const Index target = at.targets[at.next++];
            if (colours[target] == Colour::grey) return target;
            if (colours[target] == Colour::white) enter(target);
        }
    }
    return k_none;
}

}  // namespace iam::schema
