// Judges a name for propertyNames without making a JSON value of it: a name is a text inside an
// object. It does not explain failures. Included by evaluator.cpp only.
#pragma once

#include "schema/evaluate/assertions.hpp"
#include "schema/evaluate/evaluator.hpp"

namespace iam::schema {

/// If the budget has stopped, the answer means nothing.
template <bool k_explain>
typename Evaluator<k_explain>::Answer Evaluator<k_explain>::judge_name(Index block,
                                                                       std::string_view name) {
    if (budget_.depth == budget_.depth_max) return answer(stop(Stop::depth));
    ++budget_.depth;
    const Block& range = program_.blocks[block];
    Answer all = Answer::yes;
    for (Index i = range.begin; i < range.end && all == Answer::yes; ++i) {
        const Instruction& at = program_.instructions[i];
        if ((at.applies & k_string) != 0) all = judge_name_by(at, name);
    }
    --budget_.depth;
    return all;
}

template <bool k_explain>
typename Evaluator<k_explain>::Answer Evaluator<k_explain>::judge_name_by(const Instruction& at,
                                                                          std::string_view name) {
    if (!charge(text_steps(name.size()))) return Answer::no;
    switch (at.op) {
        case Op::refuse:
            return Answer::no;
        case Op::type:
            return answer((at.first & k_string) != 0);
        case Op::constant:
        case Op::enumeration:
            return answer(charge(at.count) && is_listed_text(program_, at, name));
        case Op::min_length:
            return answer(is_long_enough(name, wide(at)));
        case Op::max_length:
            return answer(is_short_enough(name, wide(at)));
        case Op::format:
            return answer(program_.formats[at.first]->matches(name));
        case Op::pattern:
            return answer(search(at.first, name));
        case Op::reference:
            return judge_name(at.first, name);
        case Op::all_of:
        case Op::any_of:
        case Op::one_of:
            return judge_name_by_branches(at, name);
        case Op::negation: {
            const Answer inner = judge_name(at.first, name);
            return is_settled(inner) ? answer(inner == Answer::no) : inner;
        }
        case Op::condition: {
            const Answer holds = judge_name(at.first, name);
            if (!is_settled(holds)) return holds;
            const Index next = holds == Answer::yes ? at.count : at.extra;
            return next == k_none ? Answer::yes : judge_name(next, name);
        }
        default:
            return Answer::not_here;
    }
}

template <bool k_explain>
typename Evaluator<k_explain>::Answer Evaluator<k_explain>::judge_name_by_branches(
    const Instruction& at, std::string_view name) {
    Index fitting = 0;
    for (Index i = 0; i < at.count; ++i) {
        const Answer branch = judge_name(program_.block_lists[at.first + i], name);
        if (!is_settled(branch)) return branch;
        if (branch == Answer::yes) ++fitting;
        if (branch == Answer::yes && at.op == Op::any_of) return Answer::yes;
        if (branch == Answer::no && at.op == Op::all_of) return Answer::no;
    }
    if (at.op == Op::all_of) return Answer::yes;
    return answer(at.op == Op::one_of && fitting == 1);
}

}  // namespace iam::schema
