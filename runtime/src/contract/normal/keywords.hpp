// Tells the content of a schema's keywords: texts, schemas, or values.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace iam::contract {

template <std::size_t N>
bool any_of(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

inline bool is_text(std::string_view keyword) {
    static constexpr std::array<std::string_view, 4> k_words{"title", "description", "examples",
                                                             "$comment"};
    return any_of(k_words, keyword);
}

/// True for keywords with a number, a flag or a pattern to judge one value by.
inline bool is_bound(std::string_view keyword) {
    static constexpr std::array<std::string_view, 13> k_words{
        "minimum",   "maximum",       "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minLength", "maxLength",     "pattern",          "format",           "minItems",
        "maxItems",  "minProperties", "maxProperties"};
    return any_of(k_words, keyword);
}

inline bool is_definitions(std::string_view keyword) {
    return keyword == "$defs" || keyword == "definitions";
}

inline bool is_unordered_list(std::string_view keyword) {
    return keyword == "required" || keyword == "enum" || keyword == "type";
}

inline bool holds_schema_map(std::string_view keyword) {
    static constexpr std::array<std::string_view, 3> k_words{"properties", "patternProperties",
                                                             "dependentSchemas"};
    return any_of(k_words, keyword);
}

inline bool holds_schemas(std::string_view keyword) {
    static constexpr std::array<std::string_view, 16> k_words{"allOf",
                                                              "anyOf",
                                                              "oneOf",
                                                              "prefixItems",
                                                              "items",
                                                              "additionalItems",
                                                              "contains",
                                                              "additionalProperties",
                                                              "propertyNames",
                                                              "not",
                                                              "if",
                                                              "then",
                                                              "else",
                                                              "contentSchema",
                                                              "unevaluatedItems",
                                                              "unevaluatedProperties"};
    return any_of(k_words, keyword);
}

}  // namespace iam::contract
