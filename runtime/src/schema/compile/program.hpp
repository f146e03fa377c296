// Defines a compiled schema: instructions and side tables, with references to each other by index.
#pragma once

#include "schema/compile/keywords.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_reader.hpp>
#include <iam/schema/format.hpp>
#include <iam/schema/pattern.hpp>
#include <iam/schema/schema.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace iam::schema {

using Index = std::uint32_t;
inline constexpr Index k_none = std::numeric_limits<Index>::max();

/// Kinds of a value as bits, so an instruction can name the kinds it applies to.
enum Kind : std::uint8_t {
    k_null = 1,
    k_boolean = 2,
    k_number = 4,
    k_string = 8,
    k_array = 16,
    k_object = 32,
    k_integer = 64,  ///< in lists of types only
};
inline constexpr std::uint8_t k_any_kind =
    k_null | k_boolean | k_number | k_string | k_array | k_object;

/// In the order of their application by a subschema: cheap ones first, `unevaluated*` last.
enum class Op : std::uint8_t {
    refuse,  // the schema false
    type,
    constant,
    enumeration,
    minimum,
    maximum,
    exclusive_minimum,
    exclusive_maximum,
    multiple_of,
    min_length,
    max_length,
    min_items,
    max_items,
    min_properties,
    max_properties,
    format,
    pattern,  // the last operation that needs no other block
    members,  // properties, patternProperties, additionalProperties, required
    property_names,
    dependent_required,
    elements,  // prefixItems, items (draft 7: items, additionalItems)
    contains,
    unique_items,
    reference,
    dynamic_reference,
    all_of,
    any_of,
    one_of,
    negation,
    condition,
    dependent_schemas,
    unevaluated_items,
    unevaluated_properties,
};

/// The operation defines the meaning of `first`, `count` and `extra`; see compile_*.cpp.
struct Instruction {
    Op op{};
    std::uint8_t applies = k_any_kind;  ///< kinds of value it applies to
    Keyword keyword{};                  ///< as the schema spells it
    Index first = 0;
    Index count = 0;
    Index extra = k_none;
};

/// A subschema: instructions [begin, end).
struct Block {
    Index begin = 0;
    Index end = 0;
    Index resource = 0;
    Index pointer = 0;  ///< in Program::pointers, from the root of its resource
    bool has_unevaluated = false;
    /// it judges the value by itself, with no other block and no part of the value
    bool is_simple = false;
};

/// A string in Program::text.
struct Text {
    Index begin = 0;
    Index size = 0;
};

/// A name in `properties` or `required`; a table sorts its members by name.
struct Member {
    Text name{};
    Index block = k_none;       ///< k_none: no subschema
    Index required_before = 0;  ///< required members before it in its table
    bool required = false;
};

struct PatternMember {
    Index pattern = 0;
    Index block = 0;
};

/// The table for a `members` instruction.
struct MemberTable {
    Index first = 0;  ///< in Program::members
    Index count = 0;
    Index first_pattern = 0;  ///< in Program::pattern_members
    Index patterns = 0;
    Index additional = k_none;  ///< a block
    Index required = 0;         ///< number of required members
};

/// `dependentRequired` and `dependentSchemas`. If the member `name` is present, the texts must be
/// present and the block must accept.
struct Dependency {
    Text name{};
    Index first = 0;  ///< required names: Program::texts [first, first + count)
    Index count = 0;
    Index block = k_none;  ///< must accept the value; k_none: no block
};

/// A `$dynamicAnchor`. It is searched from the outermost resource inwards.
struct DynamicAnchor {
    Index anchor = 0;
    Index resource = 0;
    Index block = 0;
};

struct Program {
    Draft draft = Draft::draft2020_12;
    std::vector<Instruction> instructions;
    std::vector<Block> blocks;  ///< 0 is the root
    std::vector<Index> block_lists;
    std::vector<JsonNumber> numbers;
    std::vector<Json> constants;
    std::vector<Member> members;
    std::vector<PatternMember> pattern_members;
    std::vector<MemberTable> member_tables;
    std::vector<Dependency> dependencies;
    std::vector<Text> texts;
    std::vector<Pattern> patterns;
    std::vector<Text> pattern_texts;  ///< the spelling of each pattern
    std::vector<const Format*> formats;
    std::vector<DynamicAnchor> dynamic_anchors;
    std::vector<std::string> resources;  ///< URIs
    std::vector<std::string> pointers;
    std::string text;  ///< all names, one after the other

    std::string_view view(Text part) const noexcept {
        return {text.data() + part.begin, part.size};
    }
};

/// The 64 bits for comparison with keywords of length and count.
inline std::uint64_t wide(const Instruction& instruction) noexcept {
    return instruction.first | (std::uint64_t{instruction.count} << 32U);
}

}  // namespace iam::schema
