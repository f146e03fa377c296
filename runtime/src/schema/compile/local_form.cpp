// Walks over the places found by the resolver. References are written after all places have their
// new pointers.
#include "iam/schema/local_form.hpp"

#include "schema/compile/resolver.hpp"
#include "schema/compile/uri.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace iam::schema {
namespace {

constexpr std::string_view k_usual_dialect = "https://json-schema.org/draft/2020-12/schema";
constexpr std::uint8_t k_all_vocabularies = 0xFF;

/// True if a member may need another form. It may be true without need: a property may be called
/// `$id`.
bool asks_for_form(const std::string& name, const Json& value) {
    if (name == "$id") return true;
    if (name == "$schema") return !json_equal(value, Json(k_usual_dialect));
    if (name == "dependencies") return true;
    if (name != "$ref") return false;
    const auto* reference = value.get_ptr<const std::string*>();
    return reference != nullptr && !reference->starts_with('#');
}

bool may_need_form(const Json& node) {
    if (node.is_array()) return std::any_of(node.begin(), node.end(), may_need_form);
    if (!node.is_object()) return false;
    const auto& members = node.get_ref<const Json::object_t&>();
    return std::any_of(members.begin(), members.end(), [](const auto& member) {
        return asks_for_form(member.first, member.second) || may_need_form(member.second);
    });
}

bool is_identifier(std::string_view name) {
    return name == "$schema" || name == "$id" || name == "$anchor";
}

bool holds_definitions(std::string_view name) {
    return name == "$defs" || name == "definitions";
}

/// True for keywords with data as their values: a schema inside one is not applied.
bool holds_data(std::string_view name) {
    static constexpr std::array<std::string_view, 4> k_names{"const", "enum", "default",
                                                             "examples"};
    return std::find(k_names.begin(), k_names.end(), name) != k_names.end();
}

/// True for a keyword of 2020-12 ignored by draft 7. Notes and definitions mean the same in both.
bool is_later_keyword(std::string_view name, const Dialect& dialect) {
    Keyword keyword{};
    if (!find_keyword(name, keyword) || knows(dialect, keyword)) return false;
    return keyword != Keyword::dollar_defs && keyword != Keyword::deprecated;
}

class Rewriting {
 public:
    Rewriting(const Resolver& resolver, const std::map<Index, Index>& targets)
        : resolver_(resolver), targets_(targets) {}

    /// Returns nothing if the schema has no local form.
    std::optional<Json> run(const Json& root) {
        Json result = value(root, "");
        for (const auto& [pointer, target] : references_) {
            const auto place = pointers_.find(target);
            if (place == pointers_.end()) return std::nullopt;
            result.at(Json::json_pointer(pointer))["$ref"] = "#" + percent_encoded(place->second);
        }
        if (!has_form_) return std::nullopt;
        return result;
    }

 private:
    Json value(const Json& node, const std::string& pointer) {
        if (const auto place = resolver_.find_place(node)) return schema(*place, node, pointer);
        Json result = node;
        if (node.is_object())
            for (auto& [name, inner] : result.get_ref<Json::object_t&>())
                inner = value(node[name], below(pointer, name));
        if (node.is_array())
            for (std::size_t i = 0; i < node.size(); ++i)
                result[i] = value(node[i], below(pointer, std::to_string(i)));
        return result;
    }

    Json schema(Index place, const Json& node, const std::string& pointer) {
        pointers_[place] = pointer;
        if (!node.is_object()) return node;
        const Dialect dialect = resolver_.dialect_at(place);
        const bool is_draft7 = dialect.draft == Draft::draft7;
        if (dialect.vocabularies != k_all_vocabularies || dialect.asserts_format) has_form_ = false;
        const bool is_reference_alone = is_draft7 && node.contains("$ref");
        Json result = Json::object();
        for (const auto& [name, member] : node.items()) {
            if (is_identifier(name)) continue;
            if (name == "$ref") {
                result["$ref"] = nullptr;
                references_.emplace_back(pointer, targets_.at(place));
            } else if (!is_reference_alone || holds_definitions(name)) {
                add_member(result, pointer, node, name, is_draft7);
                if (is_draft7 && is_later_keyword(name, dialect)) has_form_ = false;
            }
        }
        return result;
    }

    void add_member(Json& result, const std::string& pointer, const Json& node,
                    const std::string& name, bool is_draft7) {
        const Json& member = node[name];
        if (name == "$dynamicRef" || name == "$dynamicAnchor") has_form_ = false;
        if (name == "dependencies") {
            // Two rules for one member cannot both stand under its name.
            if (node.contains("dependentRequired") || node.contains("dependentSchemas"))
                has_form_ = false;
            return add_dependencies(result, pointer, member);
        }
        std::string_view keyword = name;
        if (is_draft7 && name == "additionalItems") {
            // Without a list in `items`, it judges nothing.
            if (!node.contains("items") || !node["items"].is_array()) return;
            keyword = "items";
        } else if (is_draft7 && name == "items" && member.is_array()) {
            if (member.empty()) return;
            keyword = "prefixItems";
        }
        const std::string written(keyword);
        result[written] = holds_data(name) ? member : value(member, below(pointer, written));
    }

    void add_dependencies(Json& result, const std::string& pointer, const Json& dependencies) {
        const std::string place = below(pointer, "dependentSchemas");
        for (const auto& [name, dependent] : dependencies.items()) {
            if (dependent.is_array())
                result["dependentRequired"][name] = dependent;
            else
                result["dependentSchemas"][name] = value(dependent, below(place, name));
        }
    }

    static std::string below(std::string pointer, std::string_view token) {
        append_pointer(pointer, token);
        return pointer;
    }

    const Resolver& resolver_;
    const std::map<Index, Index>& targets_;
    std::map<Index, std::string> pointers_;  // pointers in the new form
    // pointer of the `$ref`, and its target
    std::vector<std::pair<std::string, Index>> references_;
    bool has_form_ = true;
};

}  // namespace

Result<Json> local_form(const Json& schema) {
    if (!may_need_form(schema)) return schema;
    const CompileOptions options;
    Resolver resolver(options);
    IAM_CHECK(resolver.add_root(schema));
    std::map<Index, Index> targets;
    // resolve() may add places. This loop then reaches them.
    for (Index i = 0; i < resolver.places().size(); ++i) {
        const Json* reference = member(*resolver.places()[i].schema, "$ref");
        if (reference == nullptr || !reference->is_string()) continue;
        IAM_TRY(target, resolver.resolve(i, reference->get_ref<const std::string&>()));
        targets[i] = target;
    }
    auto rewritten = Rewriting(resolver, targets).run(schema);
    return rewritten ? *std::move(rewritten) : schema;
}

}  // namespace iam::schema
