// Runs the instructions of a block, and gives each subschema its depth, scope and trace.
#include "schema/evaluate/evaluator.hpp"

#include "schema/evaluate/assertions.hpp"
#include "schema/evaluate/evaluate_choices.hpp"
#include "schema/evaluate/evaluate_names.hpp"
#include "schema/evaluate/evaluate_parts.hpp"
#include "schema/evaluate/sentences.hpp"

namespace iam::schema {

template <bool k_explain>
bool Evaluator<k_explain>::run_inside(Index block, const Json& value, Trace* trace) {
    if (is_empty(block)) return true;
    if (budget_.depth == budget_.depth_max) return stop(Stop::depth);
    ++budget_.depth;
    const Index outer = block_;
    block_ = block;
    if constexpr (k_explain) collector_->open_group(block);
    const bool valid = run_block(block, value, trace);
    if constexpr (k_explain) collector_->close_group();
    block_ = outer;
    --budget_.depth;
    return valid;
}

/// Entered resources are recorded only if the program has dynamic anchors.
template <bool k_explain>
bool Evaluator<k_explain>::run_block(Index block, const Json& value, Trace* trace) {
    const Block& at = program_.blocks[block];
    const bool enters = !program_.dynamic_anchors.empty() &&
                        (budget_.scope == nullptr || budget_.scope->resource != at.resource);
    if (enters) return run_scoped(block, value, trace);
    return at.has_unevaluated ? run_traced(block, value, trace)
                              : run_instructions(block, value, trace);
}

template <bool k_explain>
bool Evaluator<k_explain>::run_scoped(Index block, const Json& value, Trace* trace) {
    const Block& at = program_.blocks[block];
    const Scope scope{at.resource, budget_.scope};
    budget_.scope = &scope;
    const bool valid = at.has_unevaluated ? run_traced(block, value, trace)
                                          : run_instructions(block, value, trace);
    budget_.scope = scope.outer;
    return valid;
}

/// `unevaluated*` sees the parts evaluated by its own subschema, and nothing of the subschemas
/// around it.
template <bool k_explain>
bool Evaluator<k_explain>::run_traced(Index block, const Json& value, Trace* trace) {
    if (!value.is_structured()) return run_instructions(block, value, trace);
    if (!charge(value.size() / 64)) return false;
    Trace own(value.size());
    const bool valid = run_instructions(block, value, &own);
    if (valid && trace != nullptr) trace->add(own);
    return valid;
}

template <bool k_explain>
bool Evaluator<k_explain>::run_instructions(Index block, const Json& value, Trace* trace) {
    const Block& range = program_.blocks[block];
    const Instruction* const end = program_.instructions.data() + range.end;
    if (!charge(range.end - range.begin)) return false;
    const std::uint8_t kind = kind_of(value);
    bool valid = true;
    for (const Instruction* at = program_.instructions.data() + range.begin; at != end; ++at) {
        if ((at->applies & kind) == 0) continue;
        // After a failure the evaluated parts are not known, so `unevaluated*` would report too
        // much.
        if (k_explain && !valid && at->op >= Op::unevaluated_items) break;
        if (apply(*at, value, kind, trace)) continue;
        if (!k_explain) return false;
        valid = false;
    }
    return valid;
}

/// Without k_explain each call here is a tail call, so apply() needs no frame of its own.
template <bool k_explain>
bool Evaluator<k_explain>::apply(const Instruction& at, const Json& value, std::uint8_t kind,
                                 Trace* trace) {
    switch (at.op) {
        case Op::refuse:
            return fail(at, value);
        case Op::type:
            return has_type(value, kind, at.first) || fail(at, value);
        case Op::constant:
        case Op::enumeration:
            return is_constant(at, value, kind) || fail(at, value);
        case Op::minimum:
        case Op::maximum:
        case Op::exclusive_minimum:
        case Op::exclusive_maximum:
        case Op::multiple_of:
            return within_bound(at.op, value, program_.numbers[at.first]) || fail(at, value);
        case Op::min_length:
        case Op::max_length:
        case Op::pattern:
        case Op::format:
            return apply_string(at, value) || fail(at, value);
        case Op::min_items:
        case Op::min_properties:
            return value.size() >= wide(at) || fail(at, value);
        case Op::max_items:
        case Op::max_properties:
            return value.size() <= wide(at) || fail(at, value);
        case Op::members:
            return members(at, value, trace);
        default:
            return apply_large(at, value, trace);
    }
}

template <bool k_explain>
bool Evaluator<k_explain>::apply_string(const Instruction& at, const Json& value) {
    const auto& text = *value.get_ptr<const std::string*>();
    if (!charge(text_steps(text.size()))) return false;
    switch (at.op) {
        case Op::min_length:
            return is_long_enough(text, wide(at));
        case Op::max_length:
            return is_short_enough(text, wide(at));
        case Op::pattern:
            return search(at.first, text);
        default:
            return program_.formats[at.first]->matches(text);
    }
}

template <bool k_explain>
bool Evaluator<k_explain>::search(Index pattern, std::string_view text) {
    const Pattern& at = program_.patterns[pattern];
    return charge(text_steps(text.size() * at.program_size())) && at.search(text);
}

template <bool k_explain>
bool Evaluator<k_explain>::is_constant(const Instruction& at, const Json& value,
                                       std::uint8_t kind) {
    constexpr std::uint8_t k_structured = k_array | k_object;
    std::uint64_t each = 1;
    if ((kind & k_structured) != 0) {
        each = at.extra;
    } else if (kind == k_string) {
        each = text_steps(value.get_ptr<const std::string*>()->size());
    }
    std::uint64_t comparisons = at.count;
    if (at.count > k_listed_in_order)
        for (comparisons = 1; (at.count >> comparisons) != 0;) ++comparisons;
    return charge(each * comparisons) && is_listed(program_, at, value);
}

template <bool k_explain>
bool Evaluator<k_explain>::apply_large(const Instruction& at, const Json& value, Trace* trace) {
    switch (at.op) {
        case Op::property_names:
            return property_names(at, value);
        case Op::dependent_required:
            return dependent_required(at, value);
        case Op::elements:
            return elements(at, value, trace);
        case Op::contains:
            return contains(at, value, trace);
        case Op::unique_items:
            return unique_items(at, value);
        case Op::reference:
            return in_place(at.first, value, trace, at.keyword);
        case Op::dynamic_reference:
            return dynamic_reference(at, value, trace);
        case Op::all_of:
            return all_of(at, value, trace);
        case Op::any_of:
            return any_of(at, value, trace);
        case Op::one_of:
            return one_of(at, value, trace);
        case Op::negation:
            return negation(at, value);
        case Op::condition:
            return condition(at, value, trace);
        case Op::dependent_schemas:
            return dependent_schemas(at, value, trace);
        case Op::unevaluated_items:
            return unevaluated_items(at, value, trace);
        default:
            return unevaluated_properties(at, value, trace);
    }
}

template <bool k_explain>
bool Evaluator<k_explain>::fail(const Instruction& at, const Json& value) {
    if constexpr (k_explain) {
        if (stopped()) return false;
        say(at.op == Op::refuse ? std::string_view() : name_of(at.keyword),
            failure(program_, at, value));
    }
    return false;
}

template <bool k_explain>
void Evaluator<k_explain>::say(std::string_view keyword, std::string sentence) {
    collector_->add(block_, keyword, std::move(sentence));
    if (collector_->is_full()) stop(Stop::full);
}

template class Evaluator<false>;
template class Evaluator<true>;

}  // namespace iam::schema
