// Runs the compilation: block by block, keyword by keyword.
#include "schema/compile/compiler.hpp"

#include <algorithm>
#include <utility>

namespace iam::schema {

Result<Program> Compiler::run(const Json& schema) {
    IAM_CHECK(resolver_.add_root(schema));
    // resolve() may add places while this loop runs.
    for (Index place = 0; place < resolver_.places().size(); ++place) IAM_CHECK(block(place));
    finish();
    if (const Index circle = find_circle(program_); circle != k_none)
        return tl::unexpected(
            resolver_.error_at(circle, "",
                               "applying it to a value leads back to itself for the same value and "
                               "never ends; remove one of the references"));
    return std::move(program_);
}

Result<void> Compiler::block(Index place) {
    place_ = place;
    const Place& at = resolver_.places()[place];
    Block made;
    made.begin = static_cast<Index>(program_.instructions.size());
    made.resource = at.resource;
    program_.pointers.push_back(at.pointer);
    if (at.schema->is_boolean()) {
        if (!at.schema->get<bool>()) emit(Op::refuse, Keyword::not_, k_any_kind);
    } else {
        IAM_CHECK(keywords(at.schema->get_ref<const Json::object_t&>()));
    }
    const auto first = program_.instructions.begin() + made.begin;
    std::stable_sort(first, program_.instructions.end(),
                     [](const Instruction& a, const Instruction& b) { return a.op < b.op; });
    made.end = static_cast<Index>(program_.instructions.size());
    const Op last = made.end > made.begin ? program_.instructions.back().op : Op::refuse;
    made.has_unevaluated = last >= Op::unevaluated_items;
    made.is_simple = last <= Op::pattern;
    program_.blocks.push_back(made);
    return {};
}

Result<void> Compiler::keywords(const Json::object_t& schema) {
    const Dialect dialect = resolver_.dialect_at(place_);
    if (dialect.draft == Draft::draft7) {
        // In draft 7 nothing beside a $ref counts (Core §8.3).
        if (const auto ref = schema.find("$ref"); ref != schema.end())
            return reference(Keyword::dollar_ref, ref->second);
    }
    for (const auto& [name, value] : schema) {
        Keyword found{};
        if (find_keyword(name, found) && knows(dialect, found)) {
            IAM_CHECK(keyword(found, value));
        } else if (options_.refuse_unknown_keywords) {
            return tl::unexpected(resolver_.error_at(
                place_, name,
                "the dialect has no such keyword, so it would judge nothing; remove it"));
        }
    }
    IAM_CHECK(members());
    IAM_CHECK(elements());
    IAM_CHECK(contains());
    return condition();
}

/// Compiles independent keywords. members(), elements(), contains() and condition() compile groups
/// of keywords.
Result<void> Compiler::keyword(Keyword keyword, const Json& value) {
    switch (keyword) {
        case Keyword::type:
            return type(keyword, value);
        case Keyword::const_:
        case Keyword::enum_:
            return constant(keyword, value);
        case Keyword::minimum:
        case Keyword::maximum:
        case Keyword::exclusive_minimum:
        case Keyword::exclusive_maximum:
        case Keyword::multiple_of:
            return bound(keyword, value);
        case Keyword::min_length:
        case Keyword::max_length:
        case Keyword::min_items:
        case Keyword::max_items:
        case Keyword::min_properties:
        case Keyword::max_properties:
            return size(keyword, value);
        case Keyword::unique_items:
            return unique_items(keyword, value);
        case Keyword::pattern:
            return pattern(keyword, value);
        case Keyword::format:
            return format(keyword, value);
        case Keyword::all_of:
        case Keyword::any_of:
        case Keyword::one_of:
            return branches(keyword, value);
        case Keyword::not_:
        case Keyword::property_names:
        case Keyword::unevaluated_items:
        case Keyword::unevaluated_properties:
            return single(keyword, value);
        case Keyword::dependent_required:
        case Keyword::dependent_schemas:
        case Keyword::dependencies:
            return dependent(keyword, value);
        case Keyword::dollar_ref:
            return reference(keyword, value);
        case Keyword::dollar_dynamic_ref:
            return dynamic_reference(keyword, value);
        default:
            return annotation(keyword, value);
    }
}

const Json* Compiler::keyword_value(Keyword keyword) const {
    if (!knows(resolver_.dialect_at(place_), keyword)) return nullptr;
    return member(*resolver_.places()[place_].schema, name_of(keyword));
}

Instruction& Compiler::emit(Op op, Keyword keyword, std::uint8_t applies) {
    Instruction instruction;
    instruction.op = op;
    instruction.keyword = keyword;
    instruction.applies = applies;
    program_.instructions.push_back(instruction);
    return program_.instructions.back();
}

Text Compiler::text(std::string_view text) {
    const Text made{static_cast<Index>(program_.text.size()), static_cast<Index>(text.size())};
    program_.text += text;
    return made;
}

Result<Pattern> Compiler::compile_pattern(const std::string& source) const {
    std::size_t* const room = options_.pattern_room;
    if (room == nullptr) return Pattern::compile(source);
    const auto no_room = [] {
        return fail(Errc::invalid_argument,
                    "there is no room for its pattern beside those before it "
                    "(CompileOptions::pattern_room); repeat less often");
    };
    // Compiling costs most, so it is not tried without room.
    if (*room == 0) return no_room();
    auto pattern = Pattern::compile(source);
    if (!pattern) return pattern;
    const bool fits = pattern->program_size() <= *room;
    *room -= std::min(*room, pattern->program_size());
    if (!fits) return no_room();
    return pattern;
}

Result<Index> Compiler::add_pattern(Keyword keyword, const std::string& source) {
    if (const auto known = patterns_.find(source); known != patterns_.end()) return known->second;
    if (program_.patterns.size() >= options_.limits.patterns_max)
        return refuse(keyword, "there are more than " +
                                   std::to_string(options_.limits.patterns_max) +
                                   " different patterns (CompileLimits::patterns_max)");
    auto pattern = compile_pattern(source);
    if (!pattern) return refuse(keyword, pattern.error().message);
    program_.patterns.push_back(*std::move(pattern));
    program_.pattern_texts.push_back(text(source));
    const auto number = static_cast<Index>(program_.patterns.size() - 1);
    patterns_.emplace(source, number);
    return number;
}

tl::unexpected<Error> Compiler::refuse(Keyword keyword, std::string_view problem) const {
    return tl::unexpected(resolver_.error_at(place_, name_of(keyword), problem));
}

void Compiler::finish() {
    program_.draft = resolver_.dialect_at(0).draft;
    for (Index number = 0; number < resolver_.resources().size(); ++number) {
        const Resource& resource = resolver_.resources()[number];
        program_.resources.push_back(resource.uri);
        for (const auto& [name, place] : resource.dynamic_anchors) {
            // An anchor without a $dynamicRef to it is an ordinary anchor.
            if (const auto at = anchors_.find(name); at != anchors_.end())
                program_.dynamic_anchors.push_back(DynamicAnchor{at->second, number, place});
        }
    }
    std::sort(program_.dynamic_anchors.begin(), program_.dynamic_anchors.end(),
              [](const DynamicAnchor& a, const DynamicAnchor& b) {
                  return std::pair(a.anchor, a.resource) < std::pair(b.anchor, b.resource);
              });
}

}  // namespace iam::schema
