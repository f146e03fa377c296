// Normalises a schema along the keywords with schemas. So a property called "title", or a
// schema-like default, is data and stays.

#include "contract/normal/normalise.hpp"

#include "contract/normal/cycles.hpp"
#include "contract/normal/keywords.hpp"
#include "contract/normal/unwrapped.hpp"
#include <iam/contract/choices.hpp>
#include <iam/schema/local_form.hpp>
#include <iam/schema/reference.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::contract {
namespace {

// References can double a schema with every level. A schema beyond this many nodes is refused.
constexpr std::size_t k_nodes_max = 100'000;
constexpr std::string_view k_dialect = "https://json-schema.org/draft/2020-12/schema";

// True for keywords with no use but to refer, or to be referred to.
bool serves_references(std::string_view keyword) {
    return is_definitions(keyword) || keyword == "$ref" || keyword == "$anchor";
}

void sort(Json& list) {
    if (!list.is_array()) return;
    std::sort(list.begin(), list.end(),
              [](const Json& a, const Json& b) { return json_order(a, b) < 0; });
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
        // Their schemas are not walked through, so the targets of their references must stay.
        if (keyword == "dependencies" &&
            std::any_of(value.begin(), value.end(),
                        [](const Json& names) { return !names.is_array(); }))
            return true;
    }
    return false;
}

// Nearly all generated schemas have no references, and one look shows it. It may be true without
// need: a property may have the name of a keyword.
bool may_refer(const Json& node) {
    if (node.is_array()) return std::any_of(node.begin(), node.end(), may_refer);
    if (!node.is_object()) return false;
    const auto& members = node.get_ref<const Json::object_t&>();
    return std::any_of(members.begin(), members.end(), [](const auto& member) {
        return member.first.starts_with('$') || member.first == "dependencies" ||
               may_refer(member.second);
    });
}

// Counts the depth of the walk, so a chain of references cannot exhaust the stack.
class Nested {
 public:
    explicit Nested(std::size_t& depth) : depth_(depth) { ++depth_; }
    ~Nested() { --depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

 private:
    std::size_t& depth_;
};

// Changes the schema in place. References lead into the schema as it was before.
class Normaliser {
 public:
    explicit Normaliser(Texts texts) : texts_(texts) {}

    Result<Json> run(Json root) {
        if (may_refer(root)) {
            document_ = root;
            find_anchors(document_);
            IAM_CHECK(find_cycles());
            keeps_references_ = depends_on_place(document_);
        }
        IAM_CHECK(schema(root));
        // Writing a definition may name further ones. These then follow it.
        Json definitions = Json::object();
        for (std::size_t i = 0; i < named_.size(); ++i) {
            IAM_TRY(target, resolve(named_[i]));
            Json definition = *target;
            IAM_CHECK(schema(definition));
            definitions["d" + std::to_string(i)] = std::move(definition);
        }
        if (!definitions.empty() && root.is_object()) root["$defs"] = std::move(definitions);
        return root;
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
            node = schema::at_pointer(document_, fragment);
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

    // Collects the names usable in references instead of a path.
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

    // Collects the references in a node's schema positions, without following them.
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
        collect(document_, start);
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

    bool is_dropped(const std::string& keyword, const Json& value) const {
        if (texts_ == Texts::drop && is_text(keyword)) return true;
        if (!keeps_references_ && serves_references(keyword)) return true;
        return keyword == "$schema" && value.is_string() &&
               value.get_ref<const std::string&>() == k_dialect;
    }

    Result<void> schema(Json& node) {
        const Nested nested(depth_);
        if (++nodes_ > k_nodes_max || depth_ > k_depth_ceiling)
            return fail(Errc::invalid_argument,
                        "the schema grows beyond 100000 nodes or 512 levels when its references "
                        "are replaced by what they name; use fewer references inside referenced "
                        "definitions");
        if (node.is_array()) return each(node.get_ref<Json::array_t&>());
        if (!node.is_object()) return {};
        std::optional<std::string> reference;
        if (const std::string* stated = keeps_references_ ? nullptr : reference_of(node))
            reference = *stated;
        auto& members = node.get_ref<Json::object_t&>();
        for (auto at = members.begin(); at != members.end();) {
            if (is_dropped(at->first, at->second)) {
                at = members.erase(at);
                continue;
            }
            IAM_CHECK(member(at->first, at->second));
            ++at;
        }
        if (texts_ == Texts::drop && !keeps_references_) list_values(node);
        return reference ? follow(*reference, node) : Result<void>();
    }

    Result<void> member(const std::string& keyword, Json& value) {
        if (holds_schemas(keyword)) return schema(value);
        if ((holds_schema_map(keyword) || is_definitions(keyword)) && value.is_object()) {
            for (auto& [name, element] : value.get_ref<Json::object_t&>())
                IAM_CHECK(schema(element));
        } else if (keyword == "dependentRequired" && value.is_object()) {
            for (auto& [name, names] : value.get_ref<Json::object_t&>()) sort(names);
        } else if (is_unordered_list(keyword)) {
            sort(value);
        }
        return {};
    }

    // Makes an enumeration of a list of constants without texts.
    static void list_values(Json& node) {
        auto values = node.contains("enum") ? std::nullopt : listed_constants(node);
        if (!values) return;
        node.erase("oneOf");
        sort(*values);
        node["enum"] = *std::move(values);
    }

    Result<void> each(Json::array_t& nodes) {
        for (Json& node : nodes) IAM_CHECK(schema(node));
        return {};
    }

    // Puts a reference's target in its place. Keywords beside the reference apply as well.
    Result<void> follow(const std::string& reference, Json& siblings) {
        Json target;
        if (cyclic_.count(reference) != 0) {
            target = Json{{"$ref", name_of(reference)}};
        } else {
            IAM_TRY(node, resolve(reference));
            target = *node;
            IAM_CHECK(schema(target));
        }
        if (siblings.empty()) {
            siblings = std::move(target);
            return {};
        }
        Json& all = siblings["allOf"];
        if (!all.is_array()) all = Json::array();
        all.push_back(std::move(target));
        return {};
    }

    Json document_;  // null if nothing refers to a part of it
    Texts texts_;
    bool keeps_references_ = false;
    std::map<std::string, const Json*, std::less<>> anchors_;
    std::set<std::string> cyclic_;
    std::map<std::string, std::size_t> numbers_;  // indexes into named_
    std::vector<std::string> named_;  // cyclic references in the order of their first use
    std::size_t nodes_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace

bool depends_on_place(const Json& schema) {
    return has_placed_meaning(schema, true);
}

Result<Json> normalise(Json schema, Texts texts) {
    return Normaliser(texts).run(std::move(schema));
}

Result<Json> comparable_form(const Json& schema, Texts texts) {
    IAM_TRY(local, schema::local_form(schema));
    IAM_TRY(normal, normalise(std::move(local), texts));
    return unwrapped(std::move(normal));
}

}  // namespace iam::contract
