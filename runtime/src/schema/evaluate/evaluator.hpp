// Applies a program to a value. One template answers both questions. Whether the value is valid: it
// stops at the first failure and allocates nothing it need not. Why it is not valid: it explains
// with a collector.
#pragma once

#include "schema/compile/program.hpp"
#include "schema/evaluate/collector.hpp"
#include "schema/evaluate/trace.hpp"
#include <iam/core/json.hpp>
#include <iam/schema/limits.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace iam::schema {

enum class Stop : std::uint8_t {
    no,
    steps,
    depth,
    full,  ///< the collector takes no more errors
};

/// The resources on the way to the current subschema, innermost first. They live on the stack.
struct Scope {
    Index resource = 0;
    const Scope* outer = nullptr;
};

/// The steps and depth used by one validation. All evaluators of the validation share it.
struct Budget {
    explicit Budget(const EvaluationLimits& limits)
        : steps(limits.steps_max),
          depth_max(std::min(limits.depth_max, k_evaluation_depth_ceiling)) {}

    std::uint64_t steps;
    std::size_t depth_max;
    std::size_t depth = 0;
    Stop stop = Stop::no;
    const Scope* scope = nullptr;
};

/// Makes its step the innermost step of the collector while it lives.
class Way {
 public:
    Way(Collector* collector, Keyword keyword, const Token* below, const Token* part)
        : collector_(collector), step_{keyword, below, part, collector->step()} {
        collector->step() = &step_;
    }
    ~Way() { collector_->step() = step_.outer; }
    Way(const Way&) = delete;
    Way& operator=(const Way&) = delete;

 private:
    Collector* collector_;
    Step step_;
};

template <bool k_explain>
class Evaluator {
 public:
    /// `collector` is not null if k_explain is true.
    Evaluator(const Program& program, Budget& budget, Collector* collector)
        : program_(program), budget_(budget), collector_(collector) {}

    /// If the budget has stopped, the answer means nothing.
    bool run(Index block, const Json& value, Trace* trace) {
        // A simple block applies no other block, and without k_explain no place of a failure is
        // needed.
        if (!k_explain && program_.blocks[block].is_simple)
            return run_instructions(block, value, nullptr);
        return run_inside(block, value, trace);
    }

 private:
    // evaluator.cpp
    bool run_inside(Index block, const Json& value, Trace* trace);
    bool run_block(Index block, const Json& value, Trace* trace);
    bool run_scoped(Index block, const Json& value, Trace* trace);
    bool run_traced(Index block, const Json& value, Trace* trace);
    bool run_instructions(Index block, const Json& value, Trace* trace);
    bool apply(const Instruction& at, const Json& value, std::uint8_t kind, Trace* trace);
    bool apply_string(const Instruction& at, const Json& value);
    bool apply_large(const Instruction& at, const Json& value, Trace* trace);
    /// True if the pattern matches. False as well if the budget does not pay for the search.
    bool search(Index pattern, std::string_view text);
    bool is_constant(const Instruction& at, const Json& value, std::uint8_t kind);

    // evaluate_parts.hpp
    bool members(const Instruction& at, const Json& value, Trace* trace);
    bool member_patterns(const MemberTable& table, std::string_view name, const Json& value,
                         bool& matched);
    bool additional_member(const MemberTable& table, std::string_view name, const Json& value);
    bool report_missing(const Member* from, const Member* to);
    bool property_names(const Instruction& at, const Json& value);
    bool dependent_required(const Instruction& at, const Json& value);
    bool elements(const Instruction& at, const Json& value, Trace* trace);
    bool contains(const Instruction& at, const Json& value, Trace* trace);
    bool unique_items(const Instruction& at, const Json& value);
    bool unevaluated_items(const Instruction& at, const Json& value, Trace* trace);
    bool unevaluated_properties(const Instruction& at, const Json& value, Trace* trace);

    // evaluate_names.hpp
    enum class Answer : std::uint8_t { no, yes, not_here };
    static Answer answer(bool holds) { return holds ? Answer::yes : Answer::no; }
    /// True if the answer decides.
    bool is_settled(Answer found) const { return found != Answer::not_here && !stopped(); }
    Answer judge_name(Index block, std::string_view name);
    Answer judge_name_by(const Instruction& at, std::string_view name);
    Answer judge_name_by_branches(const Instruction& at, std::string_view name);

    // evaluate_choices.hpp
    bool all_of(const Instruction& at, const Json& value, Trace* trace);
    bool any_of(const Instruction& at, const Json& value, Trace* trace);
    bool one_of(const Instruction& at, const Json& value, Trace* trace);
    void explain_branches(const Instruction& at, const Json& value, std::string sentence);
    bool negation(const Instruction& at, const Json& value);
    bool condition(const Instruction& at, const Json& value, Trace* trace);
    bool dependent_schemas(const Instruction& at, const Json& value, Trace* trace);
    bool dynamic_reference(const Instruction& at, const Json& value, Trace* trace);
    bool in_place(Index block, const Json& value, Trace* trace, Keyword keyword,
                  const Token* below = nullptr);
    /// Runs a block without reporting failures.
    bool run_quietly(Index block, const Json& value, Trace* trace);

    /// Applies a block to a part of the value. `keyword` and `below` lead to the block, `part` into
    /// the value.
    bool descend(Index block, const Json& part_value, Keyword keyword, const Token* below,
                 const Token& part) {
        if constexpr (k_explain) {
            if (is_empty(block)) return true;
            const Way way(collector_, keyword, below, &part);
            return run(block, part_value, nullptr);
        }
        return run(block, part_value, nullptr);
    }
    /// True for a block without instructions. It need not run.
    bool is_empty(Index block) const {
        return program_.blocks[block].begin == program_.blocks[block].end;
    }

    bool charge(std::uint64_t steps) {
        if (budget_.steps >= steps) {
            budget_.steps -= steps;
            return true;
        }
        return stop(Stop::steps);
    }
    bool stop(Stop why) {
        budget_.steps = 0;
        if (budget_.stop == Stop::no) budget_.stop = why;
        return false;
    }
    bool stopped() const { return budget_.stop != Stop::no; }
    bool fail(const Instruction& at, const Json& value);
    /// Adds an error of the current block; k_explain only.
    void say(std::string_view keyword, std::string sentence);

    const Program& program_;
    Budget& budget_;
    Collector* collector_;
    Index block_ = 0;  // the block of the instructions being applied
};

}  // namespace iam::schema
