// Writes keywords of schemas.
#include "iam/tool/schema_text.hpp"

#include <iam/core/exact_number.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>

namespace iam {

std::string json_string(std::string_view text) {
    JsonWriter out;
    out.string(text);
    return out.ok() ? out.take() : "\"\"";
}

void SchemaText::set(std::string_view keyword, std::string json) {
    const auto found = std::find_if(keywords_.begin(), keywords_.end(),
                                    [&](const auto& entry) { return entry.first == keyword; });
    if (found == keywords_.end())
        keywords_.emplace_back(keyword, std::move(json));
    else
        found->second = std::move(json);
}

void SchemaText::set_string(std::string_view keyword, std::string_view text) {
    set(keyword, json_string(text));
}

std::string SchemaText::text() const {
    std::string text = "{";
    for (const auto& [keyword, json] : keywords_) {
        if (text.size() > 1) text += ',';
        text += json_string(keyword) + ":" + json;
    }
    return text + "}";
}

void SchemaText::bounds(const Rules& rules) {
    if (!rules.low.open) set("minimum", to_text(rules.low.value));
    if (!rules.high.open) set("maximum", to_text(rules.high.value));
    if (!rules.multiple_of.open) set("multipleOf", to_text(rules.multiple_of.value));
}

void SchemaText::integer(int bits, bool is_signed, const Rules& rules) {
    set("type", "\"integer\"");
    const std::uint64_t high = greatest_integer(bits, is_signed);
    set("minimum", is_signed ? "-" + std::to_string(high + 1) : "0");
    set("maximum", std::to_string(high));
    bounds(rules);
}

void SchemaText::floating(int bits, const Rules& rules) {
    set("type", "\"number\"");
    if (bits == 32) {
        const auto high = static_cast<double>(std::numeric_limits<float>::max());
        set("minimum", to_text(Bound(-high).value));
        set("maximum", to_text(Bound(high).value));
    }
    bounds(rules);
}

void SchemaText::string(const Rules& rules) {
    set("type", "\"string\"");
    if (rules.length_min > 0) set("minLength", std::to_string(rules.length_min));
    if (rules.length_max != k_no_length_limit) set("maxLength", std::to_string(rules.length_max));
    if (!rules.pattern.empty()) set_string("pattern", rules.pattern);
    if (rules.format != Format::none) set_string("format", to_string(rules.format));
}

}  // namespace iam
