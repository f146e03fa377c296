// Names every keyword of both drafts, its dialects, and the subschemas in its value.
#pragma once

#include <iam/schema/schema.hpp>

#include <cstdint>
#include <string_view>

namespace iam::schema {

/// In the order of their bytes; `$` is spelled "dollar_".
enum class Keyword : std::uint8_t {
    dollar_anchor,
    dollar_comment,
    dollar_defs,
    dollar_dynamic_anchor,
    dollar_dynamic_ref,
    dollar_id,
    dollar_ref,
    dollar_schema,
    dollar_vocabulary,
    additional_items,
    additional_properties,
    all_of,
    any_of,
    const_,
    contains,
    content_encoding,
    content_media_type,
    content_schema,
    default_,
    definitions,
    dependencies,
    dependent_required,
    dependent_schemas,
    deprecated,
    description,
    else_,
    enum_,
    examples,
    exclusive_maximum,
    exclusive_minimum,
    format,
    if_,
    items,
    max_contains,
    max_items,
    max_length,
    max_properties,
    maximum,
    min_contains,
    min_items,
    min_length,
    min_properties,
    minimum,
    multiple_of,
    not_,
    one_of,
    pattern,
    pattern_properties,
    prefix_items,
    properties,
    property_names,
    read_only,
    required,
    then,
    title,
    type,
    unevaluated_items,
    unevaluated_properties,
    unique_items,
    write_only,
};

/// The vocabularies of 2020-12. Draft 7 has all of their keywords in one.
enum class Vocabulary : std::uint8_t {
    core,
    applicator,
    unevaluated,
    validation,
    meta_data,
    format,
    content,
};

/// The place of the subschemas in a keyword's value.
enum class Shape : std::uint8_t {
    none,
    one,
    list,
    map,
    one_or_list,
    dependencies,  ///< an object of subschemas and of lists of names
};

struct KeywordInfo {
    std::string_view name;
    Vocabulary vocabulary;
    std::uint8_t drafts;
    Shape shape;
};

/// The draft and vocabularies selected by a `$schema`.
struct Dialect {
    Draft draft = Draft::draft2020_12;
    std::uint8_t vocabularies = 0xFF;  ///< bit n: the vocabulary numbered n
    bool asserts_format = false;       ///< the dialect has the format-assertion vocabulary
};

std::string_view name_of(Keyword keyword) noexcept;
const KeywordInfo& info_of(Keyword keyword) noexcept;
/// True if the dialect knows the keyword.
bool knows(const Dialect& dialect, Keyword keyword) noexcept;
/// The keyword of this name in any draft, or false.
bool find_keyword(std::string_view name, Keyword& keyword) noexcept;

}  // namespace iam::schema
