// Marks the unreadable parts of a schema. The compiler names the place of a failure, the part there
// is marked, and the compiler runs again.
#include "contract/inclusion/unreadable.hpp"

#include "contract/normal/keywords.hpp"
#include "contract/normal/members.hpp"
#include "contract/normal/normalise.hpp"
#include <iam/schema/schema.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace iam::contract {
namespace {

constexpr int k_marks_max = 32;
/// Holds the document, beside a part with references that mean something only there.
constexpr const char* k_document = "document";

template <class Holds>
bool any_member(const Json& node, const Holds& holds) {
    if (node.is_array())
        return std::any_of(node.begin(), node.end(),
                           [&](const Json& part) { return any_member(part, holds); });
    if (!node.is_object()) return false;
    for (const auto& [name, value] : node.items())
        if (holds(name, value) || any_member(value, holds)) return true;
    return false;
}

bool is_reference(std::string_view name) {
    return name == "$ref" || name == "$dynamicRef";
}

bool has_reference(const Json& node) {
    return any_member(node, [](std::string_view name, const Json&) { return is_reference(name); });
}

/// True if accepting more below a definition could make the schema accept less. It may be true
/// without need.
bool may_turn_around(const Json& schema) {
    static constexpr std::array<std::string_view, 4> k_keywords{"not", "oneOf", "if", "contains"};
    return any_member(schema,
                      [](std::string_view name, const Json&) { return any_of(k_keywords, name); });
}

bool may_be_unevaluated(const Json& schema) {
    return any_member(schema, [](std::string_view name, const Json&) {
        return name.starts_with("unevaluated") || name == "$dynamicRef";
    });
}

/// The number of tokens from a keyword down to its schemas. Returns 0 if it has none, or if a wider
/// one may narrow the whole.
int depth_of(std::string_view keyword, const Json& value, bool definitions_only_widen) {
    static constexpr std::array<std::string_view, 4> k_single{
        "additionalProperties", "additionalItems", "propertyNames", "contentSchema"};
    static constexpr std::array<std::string_view, 4> k_several{"properties", "patternProperties",
                                                               "allOf", "anyOf"};
    if (any_of(k_single, keyword)) return 1;
    if (any_of(k_several, keyword) || keyword == "prefixItems") return 2;
    if (keyword == "items") return value.is_array() ? 2 : 1;
    return is_definitions(keyword) && definitions_only_widen ? 2 : 0;
}

struct NodeToMark {
    Json* node;
    bool is_fault;  ///< the fault lies in the node, not in one of its keywords
};

/// The innermost markable schema around the fault.
NodeToMark node_to_mark(Json& schema, const Json::json_pointer& fault) {
    std::vector<std::string> tokens;
    for (Json::json_pointer rest = fault; !rest.empty(); rest.pop_back())
        tokens.insert(tokens.begin(), rest.back());
    const bool definitions_only_widen = !may_turn_around(schema);
    Json* node = &schema;
    std::size_t at = 0;
    while (at < tokens.size() && node->is_object()) {
        const auto member = node->find(tokens[at]);
        if (member == node->end()) break;
        const int depth = depth_of(tokens[at], *member, definitions_only_widen);
        Json* inner = &*member;
        if (depth == 2) {
            if (at + 1 >= tokens.size()) break;
            const Json::json_pointer name = Json::json_pointer() / tokens[at + 1];
            if (!inner->is_structured() || !inner->contains(name)) break;
            inner = &(*inner)[name];
        }
        if (depth == 0) break;
        node = inner;
        at += static_cast<std::size_t>(depth);
    }
    return {node, at == tokens.size()};
}

/// True if the part has references, since they mean something only in its document. A reference to
/// nowhere is the fault itself and means nothing in any document.
bool depends_on_document(Json part, bool leads_nowhere) {
    if (leads_nowhere) part.erase("$ref");
    return has_reference(part);
}

}  // namespace

Result<Json> with_marks(Json schema) {
    const Json document = schema;
    for (int marks = 0;; ++marks) {
        auto compiled = schema::Schema::compile(schema);
        if (compiled) return schema;
        const Error& error = compiled.error();
        if (marks == k_marks_max || !schema.is_object() || may_be_unevaluated(document))
            return tl::unexpected(error);
        const auto [node, is_fault] = node_to_mark(schema, Json::json_pointer(error.pointer));
        // If a schema cannot be read as a whole, or its limits are spent, this is an error.
        if (node == &schema || node->is_boolean() || marked_part(*node) != nullptr)
            return tl::unexpected(error);
        const bool leads_nowhere = is_fault && node->contains("$ref");
        Json mark{{k_unreadable, *node}};
        if (depends_on_document(*node, leads_nowhere)) mark[k_document] = document;
        *node = std::move(mark);
    }
}

bool has_marks(const Json& schema) {
    return any_member(schema,
                      [](std::string_view name, const Json&) { return name == k_unreadable; });
}

Json without_marks(Json schema) {
    if (const Json* part = marked_part(schema)) return Json(*part);
    if (schema.is_structured())
        for (Json& part : schema) part = without_marks(std::move(part));
    return schema;
}

const Json* marked_part(const Json& schema) {
    return find_member(schema, k_unreadable);
}

bool refers_outside(const Json& schema) {
    return any_member(schema, [](std::string_view name, const Json& value) {
        const auto* reference = value.get_ptr<const std::string*>();
        return name == "$ref" && reference != nullptr && !reference->empty() &&
               reference->front() != '#';
    });
}

Result<Json> form_with_texts(const Json& schema) {
    if (auto form = comparable_form(schema, Texts::keep)) return form;
    IAM_TRY(marked, with_marks(schema));
    return comparable_form(marked, Texts::keep);
}

Json refusing_marks(Json schema) {
    if (marked_part(schema) != nullptr) return Json(false);
    if (schema.is_structured())
        for (Json& part : schema) part = refusing_marks(std::move(part));
    return schema;
}

}  // namespace iam::contract
