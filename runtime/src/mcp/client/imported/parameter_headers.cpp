// Walks a schema by its keywords, so values of constants and examples are not taken for schemas.
#include "mcp/client/imported/parameter_headers.hpp"

#include <iam/core/base64.hpp>
#include <iam/core/value_text.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace iam::mcp {
namespace {

constexpr const char* k_annotation = "x-mcp-header";
constexpr std::string_view k_field_prefix = "Mcp-Param-";
constexpr std::string_view k_base64_begin = "=?base64?";
constexpr std::string_view k_base64_end = "?=";

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Keywords with a schema, or a list of schemas.
constexpr std::array<std::string_view, 16> k_schema_keywords{"allOf",
                                                             "anyOf",
                                                             "oneOf",
                                                             "not",
                                                             "if",
                                                             "then",
                                                             "else",
                                                             "prefixItems",
                                                             "items",
                                                             "contains",
                                                             "additionalItems",
                                                             "additionalProperties",
                                                             "propertyNames",
                                                             "unevaluatedItems",
                                                             "unevaluatedProperties",
                                                             "contentSchema"};
/// Keywords with an object of schemas.
constexpr std::array<std::string_view, 6> k_schema_map_keywords{
    "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"};

bool is_token_sign(char c) noexcept {
    constexpr std::string_view k_signs = "!#$%&'*+-.^_`|~";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           k_signs.find(c) != std::string_view::npos;
}

std::string field_key(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

bool is_mirrored_type(const Json& type) {
    static constexpr std::array<std::string_view, 3> k_types{"string", "integer", "boolean"};
    return type.is_string() && is_among(k_types, type.get_ref<const std::string&>());
}

/// One type that a field can carry, perhaps beside null.
bool has_mirrored_type(const Json& schema) {
    const auto type = schema.find("type");
    if (type == schema.end()) return false;
    if (!type->is_array()) return is_mirrored_type(*type);
    const auto is_null = [](const Json& one) {
        return one.is_string() && one.get_ref<const std::string&>() == "null";
    };
    return std::count_if(type->begin(), type->end(), is_mirrored_type) == 1 &&
           std::all_of(type->begin(), type->end(),
                       [&](const Json& one) { return is_null(one) || is_mirrored_type(one); });
}

class AnnotationSearch {
 public:
    /// `path` leads to the schema's value in the arguments; nullptr if it is not that of one
    /// property.
    Result<void> look_at(const Json& schema, const std::string& pointer,
                         const std::vector<std::string>* path) {
        if (!schema.is_object()) return {};
        if (schema.contains(k_annotation)) IAM_CHECK(take(schema, pointer, path));
        for (const auto& [keyword, value] : schema.items()) {
            std::string place = pointer;
            append_pointer(place, keyword);
            if (keyword == "properties") {
                IAM_CHECK(look_at_properties(value, place, path));
            } else if (is_among(k_schema_map_keywords, keyword)) {
                IAM_CHECK(look_at_parts(value, place));
            } else if (is_among(k_schema_keywords, keyword)) {
                IAM_CHECK(value.is_array() ? look_at_parts(value, place)
                                           : look_at(value, place, nullptr));
            }
        }
        return {};
    }
    std::vector<ParameterHeader> take_headers() { return std::move(headers_); }

 private:
    Result<void> look_at_properties(const Json& properties, const std::string& pointer,
                                    const std::vector<std::string>* path) {
        if (path == nullptr) return look_at_parts(properties, pointer);
        if (!properties.is_object()) return {};
        for (const auto& [name, schema] : properties.items()) {
            std::string place = pointer;
            append_pointer(place, name);
            std::vector<std::string> deeper = *path;
            deeper.push_back(name);
            IAM_CHECK(look_at(schema, place, &deeper));
        }
        return {};
    }

    /// The schemas of a list or an object.
    Result<void> look_at_parts(const Json& parts, const std::string& pointer) {
        if (!parts.is_structured()) return {};
        for (const auto& [name, schema] : parts.items()) {
            std::string place = pointer;
            append_pointer(place, name);
            IAM_CHECK(look_at(schema, place, nullptr));
        }
        return {};
    }

    Result<void> take(const Json& schema, const std::string& pointer,
                      const std::vector<std::string>* path) {
        const auto wrong = [&](std::string_view problem) {
            std::string text = "x-mcp-header at ";
            text += pointer.empty() ? "the root" : question::escape_for_display(pointer);
            text += ' ';
            return fail(Errc::invalid_argument, text.append(problem), pointer);
        };
        if (path == nullptr || path->empty())
            return wrong("is not on a property that is reached through properties alone.");
        if (!has_mirrored_type(schema))
            return wrong("is on a property of another type than string, integer or boolean.");
        const Json& value = schema[k_annotation];
        if (!value.is_string()) return wrong("is no text.");
        const auto& name = value.get_ref<const std::string&>();
        if (name.empty() || !std::all_of(name.begin(), name.end(), is_token_sign))
            return wrong("is no token of RFC 9110, so it cannot name a header field.");
        if (!names_.insert(field_key(name)).second)
            return wrong("repeats " + quoted_name(name) + ", the name of another argument.");
        headers_.push_back({*path, std::string(k_field_prefix) + name});
        return {};
    }

    std::vector<ParameterHeader> headers_{};
    std::set<std::string> names_{};  // in lower case
};

const Json* argument_at(const Json& arguments, const std::vector<std::string>& path) {
    const Json* at = &arguments;
    for (const std::string& name : path) {
        if (!at->is_object()) return nullptr;
        const auto found = at->find(name);
        if (found == at->end()) return nullptr;
        at = &*found;
    }
    return at;
}

}  // namespace

Result<std::vector<ParameterHeader>> parameter_headers(const Json& input_schema) {
    AnnotationSearch search;
    const std::vector<std::string> root;
    IAM_CHECK(search.look_at(input_schema, "", &root));
    return search.take_headers();
}

net::Fields headers_of(const std::vector<ParameterHeader>& headers, const Json& arguments) {
    net::Fields fields;
    for (const ParameterHeader& header : headers) {
        const Json* value = argument_at(arguments, header.path);
        if (value == nullptr || value->is_null() || value->is_structured()) continue;
        if (value->is_string()) {
            fields.add(header.field, encode_field(value->get_ref<const std::string&>()));
        } else if (const auto text = canonical_json(*value)) {
            fields.add(header.field, *text);
        }
    }
    return fields;
}

std::string encode_field(std::string_view value) {
    const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
    const bool has_blank_end = !value.empty() && (value.front() == ' ' || value.back() == ' ');
    const bool looks_encoded = value.starts_with(k_base64_begin) && value.ends_with(k_base64_end);
    if (!has_blank_end && !looks_encoded && std::all_of(value.begin(), value.end(), is_plain))
        return std::string(value);
    return std::string(k_base64_begin).append(to_base64(value)).append(k_base64_end);
}

}  // namespace iam::mcp
