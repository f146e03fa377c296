// Judges keywords with subschemas for the value itself. Included by evaluator.cpp only.
#pragma once

#include "schema/evaluate/evaluator.hpp"
#include "schema/evaluate/sentences.hpp"

#include <algorithm>

namespace iam::schema {
namespace choices {

/// Takes back the trace's marks of a failing branch.
class Branch {
 public:
    explicit Branch(Trace* trace) : trace_(trace), point_(trace == nullptr ? 0 : trace->point()) {}
    void failed() {
        if (trace_ != nullptr) trace_->back_to(point_);
    }

 private:
    Trace* trace_;
    std::size_t point_;
};

inline std::string fits_several(const std::vector<Index>& branches) {
    std::string text = "it fits alternatives ";
    for (std::size_t i = 0; i < branches.size(); ++i) {
        if (i > 0) text += i + 1 == branches.size() ? " and " : ", ";
        text += std::to_string(branches[i]);
    }
    return text + ", where exactly one must fit";
}

}  // namespace choices

template <bool k_explain>
bool Evaluator<k_explain>::in_place(Index block, const Json& value, Trace* trace, Keyword keyword,
                                    const Token* below) {
    if constexpr (k_explain) {
        const Way way(collector_, keyword, below, nullptr);
        return run(block, value, trace);
    }
    return run(block, value, trace);
}

template <bool k_explain>
bool Evaluator<k_explain>::run_quietly(Index block, const Json& value, Trace* trace) {
    if constexpr (k_explain)
        return Evaluator<false>(program_, budget_, nullptr).run(block, value, trace);
    return run(block, value, trace);
}

template <bool k_explain>
bool Evaluator<k_explain>::all_of(const Instruction& at, const Json& value, Trace* trace) {
    bool valid = true;
    for (Index i = 0; i < at.count; ++i) {
        const Token token(std::size_t{i});
        if (in_place(program_.block_lists[at.first + i], value, trace, at.keyword, &token))
            continue;
        if (!k_explain || stopped()) return false;
        valid = false;
    }
    return valid;
}

/// With a trace every branch is run, since each may evaluate more parts.
template <bool k_explain>
bool Evaluator<k_explain>::any_of(const Instruction& at, const Json& value, Trace* trace) {
    bool valid = false;
    for (Index i = 0; i < at.count && (!valid || trace != nullptr); ++i) {
        choices::Branch branch(trace);
        if (run_quietly(program_.block_lists[at.first + i], value, trace)) {
            valid = true;
        } else {
            branch.failed();
        }
        if (stopped()) return false;
    }
    if constexpr (k_explain) {
        if (!valid)
            explain_branches(at, value, "it fits none of " + counted(at.count, "alternative"));
    }
    return valid;
}

template <bool k_explain>
bool Evaluator<k_explain>::one_of(const Instruction& at, const Json& value, Trace* trace) {
    std::vector<Index> fitting;  // used to explain only
    Index count = 0;
    for (Index i = 0; i < at.count; ++i) {
        choices::Branch branch(trace);
        const bool fits = run_quietly(program_.block_lists[at.first + i], value, trace);
        if (stopped()) return false;
        if (!fits) {
            branch.failed();
            continue;
        }
        if (++count > 1 && !k_explain) return false;
        if constexpr (k_explain) fitting.push_back(i);
    }
    if (count == 1) return true;
    if constexpr (k_explain) {
        if (count > 1) {
            say(name_of(at.keyword), choices::fits_several(fitting));
        } else {
            explain_branches(at, value,
                             "it fits none of " + counted(at.count, "alternative") +
                                 ", where exactly one must fit");
        }
    }
    return false;
}

/// Runs only after all branches have failed, so only relevant errors are reported.
template <bool k_explain>
void Evaluator<k_explain>::explain_branches(const Instruction& at, const Json& value,
                                            std::string sentence) {
    if constexpr (k_explain) {
        collector_->open_choice(block_, name_of(at.keyword), std::move(sentence));
        for (Index i = 0; i < at.count && !stopped(); ++i) {
            const Token token(std::size_t{i});
            in_place(program_.block_lists[at.first + i], value, nullptr, at.keyword, &token);
        }
        collector_->close_group();
    }
}

template <bool k_explain>
bool Evaluator<k_explain>::negation(const Instruction& at, const Json& value) {
    if (!run_quietly(at.first, value, nullptr)) return !stopped();
    if constexpr (k_explain) say(name_of(at.keyword), "it fits what it must not fit");
    return false;
}

template <bool k_explain>
bool Evaluator<k_explain>::condition(const Instruction& at, const Json& value, Trace* trace) {
    choices::Branch branch(trace);
    const bool holds = run_quietly(at.first, value, trace);
    if (!holds) branch.failed();
    if (stopped()) return false;
    const Index next = holds ? at.count : at.extra;
    return next == k_none || in_place(next, value, trace, holds ? Keyword::then : Keyword::else_);
}

template <bool k_explain>
bool Evaluator<k_explain>::dependent_schemas(const Instruction& at, const Json& value,
                                             Trace* trace) {
    bool valid = true;
    for (Index i = 0; i < at.count; ++i) {
        const Dependency& dependency = program_.dependencies[at.first + i];
        const std::string_view name = program_.view(dependency.name);
        if (!charge(1)) return false;
        if (member(value, name) == nullptr) continue;
        const Token token(name);
        if (in_place(dependency.block, value, trace, at.keyword, &token)) continue;
        if (!k_explain || stopped()) return false;
        valid = false;
    }
    return valid;
}

/// The outermost resource on the way with the anchor decides (Core §8.2.3.2).
template <bool k_explain>
bool Evaluator<k_explain>::dynamic_reference(const Instruction& at, const Json& value,
                                             Trace* trace) {
    Index target = at.first;
    for (const Scope* scope = budget_.scope; scope != nullptr; scope = scope->outer) {
        if (!charge(1)) return false;
        const DynamicAnchor wanted{at.count, scope->resource, 0};
        const auto found = std::lower_bound(
            program_.dynamic_anchors.begin(), program_.dynamic_anchors.end(), wanted,
            [](const DynamicAnchor& a, const DynamicAnchor& b) {
                return a.anchor != b.anchor ? a.anchor < b.anchor : a.resource < b.resource;
            });
        if (found != program_.dynamic_anchors.end() && found->anchor == wanted.anchor &&
            found->resource == wanted.resource)
            target = found->block;
    }
    return in_place(target, value, trace, at.keyword);
}

}  // namespace iam::schema
