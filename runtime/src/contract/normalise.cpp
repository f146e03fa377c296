// Walks a schema along the keywords that hold schemas, so that a property called "title" or a
// default that looks like a schema is data and stays.

#include "normalise.hpp"

#include "cycles.hpp"
#include "keywords.hpp"
#include <iam/contract/choices.hpp>
#include <iam/schema/reference.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam::contract {
namespace {

// A schema of references can double with every level; beyond this many nodes nobody meant it.
constexpr std::size_t k_nodes_max = 100'000;
constexpr std::string_view k_dialect = "https://json-schema.org/draft/2020-12/schema";

// What is needed only to say what another place means.
bool serves_references(std::string_view keyword) {
    return is_definitions(keyword) || keyword == "$ref" || keyword == "$anchor";
}

bool is_unordered_list(std::string_view keyword) {
    return keyword == "required" || keyword == "enum" || keyword == "type";
}

Json sorted(Json list) {
    if (!list.is_array()) return list;
    std::sort(list.begin(), list.end(),
              [](const Json& a, const Json& b) { return json_order(a, b) < 0; });
    return list;
}

bool has_placed_meaning(const Json& node, bool is_root) {
    if (!node.is_structured()) return false;
    const auto depends = [](const Json& inner) { return has_placed_meaning(inner, false); };
    if (node.is_array()) return std::any_of(node.begin(), node.end(), depends);
    if (node.contains("$dynamicRef") || node.contains("$dynamicAnchor")) return true;
    if (!is_root && node.contains("$id")) return true;
    for (const auto& [keyword, value] : node.items()) {
        if (holds_schemas(keyword) && depends(value)) return true;
        if (!value.is_object()) continue;
        if ((holds_schema_map(keyword) || is_definitions(keyword)) &&
            std::any_of(value.begin(), value.end(), depends))
            return true;
        // Their schemas are not walked through, so what these refer to has to stay.
        if (keyword == "dependencies" &&
            std::any_of(value.begin(), value.end(),
                        [](const Json& names) { return !names.is_array(); }))
            return true;
    }
    return false;
}

// Nearly all schemas that are generated refer to nothing, and need no more than one look to know it. Finds too many: a property may have
// such a name.
bool may_refer(const Json& node) {
    if (node.is_array()) return std::any_of(node.begin(), node.end(), may_refer);
    if (!node.is_object()) return false;
    const auto& members = node.get_ref<const Json::object_t&>();
    return std::any_of(members.begin(), members.end(), [](const auto& member) {
        return member.first.starts_with('$') || member.first == "dependencies" ||
               may_refer(member.second);
    });
}

// Counts how deep the walk is, so that a chain of references cannot exhaust the stack.
class Nested {
 public:
    explicit Nested(std::size_t& depth) : depth_(depth) { ++depth_; }
    ~Nested() { --depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

 private:
    std::size_t& depth_;
};

class Normaliser {
 public:
    Normaliser(const Json& root, Texts texts) : root_(root), texts_(texts) {}

    Result<Json> run() {
        if (may_refer(root_)) {
            find_anchors(root_);
            IAM_CHECK(find_cycles());
            keeps_references_ = depends_on_place(root_);
        }
        IAM_TRY(body, schema(root_));
        Json result = std::move(body);
        // Writing a definition may name further ones, which then follow it.
        Json definitions = Json::object();
        for (std::size_t i = 0; i < named_.size(); ++i) {
            IAM_TRY(target, resolve(named_[i]));
            IAM_TRY(definition, schema(*target));
            definitions["d" + std::to_string(i)] = std::move(definition);
        }
        if (!definitions.empty() && result.is_object()) result["$defs"] = std::move(definitions);
        return result;
    }

 private:
    Result<const Json*> resolve(const std::string& reference) const {
        if (reference.empty() || reference.front() != '#')
            return fail(Errc::invalid_argument, "the schema refers to '" + reference +
                                                    "', which is outside of it; put the definition "
                                                    "under $defs and refer to '#/$defs/…'");
        const std::string fragment = schema::fragment_in(reference);
        const Json* node = nullptr;
        if (fragment.empty() || fragment.front() == '/')
            node = schema::at_pointer(root_, fragment);
        else if (const auto at = anchors_.find(fragment); at != anchors_.end())
            node = at->second;
        if (node == nullptr) return dangling(reference);
        return node;
    }

    static tl::unexpected<Error> dangling(const std::string& reference) {
        return fail(Errc::invalid_argument, "the schema refers to '" + reference +
                                                "', which it does not define; add the definition "
                                                "or correct the reference");
    }

    static const std::string* reference_of(const Json& node) {
        if (!node.is_object()) return nullptr;
        const auto found = node.find("$ref");
        return found == node.end() ? nullptr : found->get_ptr<const Json::string_t*>();
    }

    // Names that references may use instead of a path.
    void find_anchors(const Json& node) {
        if (node.is_array())
            for (const Json& element : node) find_anchors(element);
        if (!node.is_object()) return;
        if (const auto anchor = node.find("$anchor"); anchor != node.end() && anchor->is_string())
            anchors_.emplace(anchor->get<std::string>(), &node);
        for (const auto& [keyword, value] : node.items()) {
            if (holds_schemas(keyword)) find_anchors(value);
            if ((holds_schema_map(keyword) || is_definitions(keyword)) && value.is_object())
                for (const Json& member : value) find_anchors(member);
        }
    }

    // The references that a node holds in its schema positions, without following them.
    static void collect(const Json& node, std::set<std::string>& references) {
        if (node.is_array()) {
            for (const Json& element : node) collect(element, references);
            return;
        }
        if (!node.is_object()) return;
        if (const std::string* reference = reference_of(node)) references.insert(*reference);
        for (const auto& [keyword, value] : node.items()) {
            if (holds_schemas(keyword)) collect(value, references);
            if (holds_schema_map(keyword) && value.is_object())
                for (const Json& member : value) collect(member, references);
        }
    }

    Result<void> find_cycles() {
        ReferenceGraph edges;
        std::set<std::string> start;
        collect(root_, start);
        std::vector<std::string> open(start.begin(), start.end());
        while (!open.empty()) {
            const std::string reference = std::move(open.back());
            open.pop_back();
            if (edges.count(reference) != 0) continue;
            IAM_TRY(target, resolve(reference));
            std::set<std::string>& next = edges[reference];
            collect(*target, next);
            open.insert(open.end(), next.begin(), next.end());
        }
        cyclic_ = on_cycles(edges);
        return {};
    }

    std::string name_of(const std::string& reference) {
        const auto [known, added] = numbers_.try_emplace(reference, named_.size());
        if (added) named_.push_back(reference);
        return "#/$defs/d" + std::to_string(known->second);
    }

    Result<Json> schema(const Json& node) {
        const Nested nested(depth_);
        if (++nodes_ > k_nodes_max || depth_ > k_depth_ceiling)
            return fail(Errc::invalid_argument,
                        "the schema grows beyond 100000 nodes or 512 levels when its references "
                        "are replaced by what they name; use fewer references inside referenced "
                        "definitions");
        if (node.is_array()) return list(node);
        if (!node.is_object()) return node;
        Json::object_t members;
        for (const auto& [keyword, value] : node.get_ref<const Json::object_t&>()) {
            if (texts_ == Texts::drop && is_text(keyword)) continue;
            if (!keeps_references_ && serves_references(keyword)) continue;
            if (keyword == "$schema" && value.is_string() &&
                value.get_ref<const std::string&>() == k_dialect)
                continue;
            IAM_TRY(normal, member(keyword, value));
            members.emplace_hint(members.end(), keyword, std::move(normal));
        }
        Json result(std::move(members));
        if (texts_ == Texts::drop && !keeps_references_) list_values(result);
        const std::string* reference = keeps_references_ ? nullptr : reference_of(node);
        return reference == nullptr ? Result<Json>(std::move(result))
                                    : referenced(*reference, std::move(result));
    }

    Result<Json> member(const std::string& keyword, const Json& value) {
        if (holds_schemas(keyword)) return schema(value);
        if ((holds_schema_map(keyword) || is_definitions(keyword)) && value.is_object()) {
            Json::object_t result;
            for (const auto& [name, element] : value.get_ref<const Json::object_t&>()) {
                IAM_TRY(normal, schema(element));
                result.emplace_hint(result.end(), name, std::move(normal));
            }
            return Json(std::move(result));
        }
        if (keyword == "dependentRequired" && value.is_object()) {
            Json result = Json::object();
            for (const auto& [name, names] : value.items()) result[name] = sorted(names);
            return result;
        }
        return is_unordered_list(keyword) ? sorted(value) : value;
    }

    // A list of constants whose texts are gone is an enumeration.
    static void list_values(Json& node) {
        auto values = node.contains("enum") ? std::nullopt : listed_constants(node);
        if (!values) return;
        node.erase("oneOf");
        node["enum"] = sorted(*std::move(values));
    }

    Result<Json> list(const Json& nodes) {
        Json result = Json::array();
        for (const Json& node : nodes) {
            IAM_TRY(normal, schema(node));
            result.push_back(std::move(normal));
        }
        return result;
    }

    Result<Json> referenced(const std::string& reference, Json siblings) {
        Json target;
        if (cyclic_.count(reference) != 0) {
            target = Json{{"$ref", name_of(reference)}};
        } else {
            IAM_TRY(node, resolve(reference));
            IAM_TRY(normal, schema(*node));
            target = std::move(normal);
        }
        if (siblings.empty()) return target;
        // Keywords beside a reference apply as well as it.
        Json& all = siblings["allOf"];
        if (!all.is_array()) all = Json::array();
        all.push_back(std::move(target));
        return siblings;
    }

    const Json& root_;
    Texts texts_;
    bool keeps_references_ = false;
    std::map<std::string, const Json*, std::less<>> anchors_;
    std::set<std::string> cyclic_;
    std::map<std::string, std::size_t> numbers_;  // of named_
    std::vector<std::string> named_;  // cyclic references in the order of their first use
    std::size_t nodes_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace

bool depends_on_place(const Json& schema) {
    return has_placed_meaning(schema, true);
}

Result<Json> normalise(const Json& schema, Texts texts) {
    return Normaliser(schema, texts).run();
}

}  // namespace iam::contract
