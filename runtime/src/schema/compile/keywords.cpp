// Holds the table of keywords.
#include "schema/compile/keywords.hpp"

#include <algorithm>
#include <array>

namespace iam::schema {
namespace {

constexpr std::uint8_t k_draft7 = 1;
constexpr std::uint8_t k_draft2020 = 2;
constexpr std::uint8_t k_both = k_draft7 | k_draft2020;

// In the order of Keyword. `definitions` and `dependencies` have successors in 2020-12. Its
// metaschema keeps them because they are in common use, and so does this table.
constexpr std::array<KeywordInfo, 60> k_keywords{{
    // clang-format off
    {"$anchor", Vocabulary::core, k_draft2020, Shape::none},
    {"$comment", Vocabulary::core, k_both, Shape::none},
    {"$defs", Vocabulary::core, k_draft2020, Shape::map},
    {"$dynamicAnchor", Vocabulary::core, k_draft2020, Shape::none},
    {"$dynamicRef", Vocabulary::core, k_draft2020, Shape::none},
    {"$id", Vocabulary::core, k_both, Shape::none},
    {"$ref", Vocabulary::core, k_both, Shape::none},
    {"$schema", Vocabulary::core, k_both, Shape::none},
    {"$vocabulary", Vocabulary::core, k_draft2020, Shape::none},
    {"additionalItems", Vocabulary::applicator, k_draft7, Shape::one},
    {"additionalProperties", Vocabulary::applicator, k_both, Shape::one},
    {"allOf", Vocabulary::applicator, k_both, Shape::list},
    {"anyOf", Vocabulary::applicator, k_both, Shape::list},
    {"const", Vocabulary::validation, k_both, Shape::none},
    {"contains", Vocabulary::applicator, k_both, Shape::one},
    {"contentEncoding", Vocabulary::content, k_both, Shape::none},
    {"contentMediaType", Vocabulary::content, k_both, Shape::none},
    {"contentSchema", Vocabulary::content, k_draft2020, Shape::one},
    {"default", Vocabulary::meta_data, k_both, Shape::none},
    {"definitions", Vocabulary::core, k_both, Shape::map},
    {"dependencies", Vocabulary::applicator, k_both, Shape::dependencies},
    {"dependentRequired", Vocabulary::validation, k_draft2020, Shape::none},
    {"dependentSchemas", Vocabulary::applicator, k_draft2020, Shape::map},
    {"deprecated", Vocabulary::meta_data, k_draft2020, Shape::none},
    {"description", Vocabulary::meta_data, k_both, Shape::none},
    {"else", Vocabulary::applicator, k_both, Shape::one},
    {"enum", Vocabulary::validation, k_both, Shape::none},
    {"examples", Vocabulary::meta_data, k_both, Shape::none},
    {"exclusiveMaximum", Vocabulary::validation, k_both, Shape::none},
    {"exclusiveMinimum", Vocabulary::validation, k_both, Shape::none},
    {"format", Vocabulary::format, k_both, Shape::none},
    {"if", Vocabulary::applicator, k_both, Shape::one},
    {"items", Vocabulary::applicator, k_both, Shape::one_or_list},
    {"maxContains", Vocabulary::validation, k_draft2020, Shape::none},
    {"maxItems", Vocabulary::validation, k_both, Shape::none},
    {"maxLength", Vocabulary::validation, k_both, Shape::none},
    {"maxProperties", Vocabulary::validation, k_both, Shape::none},
    {"maximum", Vocabulary::validation, k_both, Shape::none},
    {"minContains", Vocabulary::validation, k_draft2020, Shape::none},
    {"minItems", Vocabulary::validation, k_both, Shape::none},
    {"minLength", Vocabulary::validation, k_both, Shape::none},
    {"minProperties", Vocabulary::validation, k_both, Shape::none},
    {"minimum", Vocabulary::validation, k_both, Shape::none},
    {"multipleOf", Vocabulary::validation, k_both, Shape::none},
    {"not", Vocabulary::applicator, k_both, Shape::one},
    {"oneOf", Vocabulary::applicator, k_both, Shape::list},
    {"pattern", Vocabulary::validation, k_both, Shape::none},
    {"patternProperties", Vocabulary::applicator, k_both, Shape::map},
    {"prefixItems", Vocabulary::applicator, k_draft2020, Shape::list},
    {"properties", Vocabulary::applicator, k_both, Shape::map},
    {"propertyNames", Vocabulary::applicator, k_both, Shape::one},
    {"readOnly", Vocabulary::meta_data, k_both, Shape::none},
    {"required", Vocabulary::validation, k_both, Shape::none},
    {"then", Vocabulary::applicator, k_both, Shape::one},
    {"title", Vocabulary::meta_data, k_both, Shape::none},
    {"type", Vocabulary::validation, k_both, Shape::none},
    {"unevaluatedItems", Vocabulary::unevaluated, k_draft2020, Shape::one},
    {"unevaluatedProperties", Vocabulary::unevaluated, k_draft2020, Shape::one},
    {"uniqueItems", Vocabulary::validation, k_both, Shape::none},
    {"writeOnly", Vocabulary::meta_data, k_both, Shape::none},
    // clang-format on
}};

constexpr bool is_sorted_by_name() {
    for (std::size_t i = 1; i < k_keywords.size(); ++i)
        if (!(k_keywords[i - 1].name < k_keywords[i].name)) return false;
    return true;
}
static_assert(is_sorted_by_name());
static_assert(k_keywords.size() == static_cast<std::size_t>(Keyword::write_only) + 1);

}  // namespace

const KeywordInfo& info_of(Keyword keyword) noexcept {
    return k_keywords[static_cast<std::size_t>(keyword)];
}

std::string_view name_of(Keyword keyword) noexcept {
    return info_of(keyword).name;
}

bool knows(const Dialect& dialect, Keyword keyword) noexcept {
    const KeywordInfo& info = info_of(keyword);
    const std::uint8_t draft = dialect.draft == Draft::draft7 ? k_draft7 : k_draft2020;
    const auto vocabulary = static_cast<unsigned>(info.vocabulary);
    return (info.drafts & draft) != 0 && ((dialect.vocabularies >> vocabulary) & 1U) != 0;
}

bool find_keyword(std::string_view name, Keyword& keyword) noexcept {
    const auto at = std::lower_bound(
        k_keywords.begin(), k_keywords.end(), name,
        [](const KeywordInfo& info, std::string_view wanted) { return info.name < wanted; });
    if (at == k_keywords.end() || at->name != name) return false;
    keyword = static_cast<Keyword>(at - k_keywords.begin());
    return true;
}

}  // namespace iam::schema
