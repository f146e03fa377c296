// Scans documents: every subschema gets a place, every identifier an entry. follow.cpp follows
// references.
#include "schema/compile/resolver.hpp"

#include "schema/compile/uri.hpp"

#include <algorithm>
#include <cmath>

namespace iam::schema {
namespace {

/// Measures a document against the limits, so no later walk meets more.
class Measure {
 public:
    explicit Measure(const CompileLimits& limits) : limits_(limits) {}

    Result<void> document(const Json& root) {
        stack_.push_back({&root, 0});
        while (!stack_.empty()) {
            const Level at = stack_.back();
            stack_.pop_back();
            add(at);
            if (++nodes_ > limits_.nodes_max)
                return refuse("more than " + std::to_string(limits_.nodes_max) +
                              " values (CompileLimits::nodes_max)");
            if (bytes_ > limits_.bytes_max)
                return refuse("more than " + std::to_string(limits_.bytes_max) +
                              " bytes of text (CompileLimits::bytes_max)");
            if (at.depth > k_depth_ceiling)
                return refuse("more than " + std::to_string(k_depth_ceiling) + " levels");
            if (!has_json_text(*at.value)) return refuse("a value that JSON cannot spell");
        }
        return {};
    }

 private:
    struct Level {
        const Json* value;
        std::size_t depth;
    };

    static tl::unexpected<Error> refuse(const std::string& what) {
        return fail(Errc::invalid_argument, "the schema has " + what);
    }
    static bool has_json_text(const Json& value) {
        if (value.is_number_float()) return std::isfinite(value.get<double>());
        return !value.is_binary() && !value.is_discarded();
    }
    void add(const Level& at) {
        if (const auto* text = at.value->get_ptr<const std::string*>()) bytes_ += text->size();
        if (at.value->is_array())
            for (const Json& part : *at.value) stack_.push_back({&part, at.depth + 1});
        if (!at.value->is_object()) return;
        for (const auto& [name, part] : at.value->get_ref<const Json::object_t&>()) {
            bytes_ += name.size();
            stack_.push_back({&part, at.depth + 1});
        }
    }

    const CompileLimits& limits_;
    std::vector<Level> stack_;
    std::size_t nodes_ = 0;
    std::size_t bytes_ = 0;
};

bool is_anchor_name(std::string_view name) {
    const auto letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !name.empty() && letter(name.front()) &&
           std::all_of(name.begin(), name.end(), [&](char c) {
               return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
           });
}

/// In draft 7 a `$ref` makes its siblings void, `$id` among them.
bool is_plain_reference(const Json& schema, const Dialect& dialect) {
    return dialect.draft == Draft::draft7 && member(schema, "$ref") != nullptr;
}

std::string in_quotes(std::string_view text) {
    return "'" + std::string(text) + "'";
}

}  // namespace

Result<void> Resolver::add_root(const Json& schema) {
    const auto added = add_document(schema, std::string(without_fragment(options_.base_uri)));
    if (!added) return tl::unexpected(added.error());
    return {};
}

Result<Index> Resolver::add_document(const Json& document, const std::string& uri) {
    if (documents_++ > options_.limits.documents_max)
        return fail(Errc::invalid_argument, "the schema refers to more than " +
                                                std::to_string(options_.limits.documents_max) +
                                                " documents (CompileLimits::documents_max); '" +
                                                uri + "' is one too many");
    if (auto checked = Measure(options_.limits).document(document); !checked) {
        if (!uri.empty()) checked.error().message = uri + ": " + checked.error().message;
        return tl::unexpected(checked.error());
    }
    const auto dialect = dialect_of(document, Dialect{options_.draft, 0xFF, false});
    if (!dialect)
        return fail(
            Errc::invalid_argument,
            "the schema at " + in_quotes(uri + "#/$schema") + ": " + dialect.error().message,
            "/$schema");
    const auto first = static_cast<Index>(places_.size());
    const auto resource = static_cast<Index>(resources_.size());
    IAM_CHECK(add_resource(Node{&document, 0, ""}, uri, *dialect));
    IAM_CHECK(scan(Node{&document, resource, ""}));
    // The document's `$id` may differ from the URI used to find it; both names stay.
    by_uri_.insert_or_assign(uri, places_[first].resource);
    return places_[first].resource;
}

Result<void> Resolver::add_resource(const Node& node, std::string uri, const Dialect& dialect) {
    Resource resource;
    resource.uri = std::move(uri);
    resource.root = node.schema;
    resource.dialect = dialect;
    if (!resources_.empty() && !node.pointer.empty())
        resource.document_pointer = resources_[node.resource].document_pointer + node.pointer;
    const auto number = static_cast<Index>(resources_.size());
    if (!by_uri_.emplace(resource.uri, number).second)
        return tl::unexpected(error_in(node, "$id",
                                       "the identifier " + in_quotes(resource.uri) +
                                           " is taken by another schema; name each differently"));
    resources_.push_back(std::move(resource));
    return {};
}

Result<void> Resolver::scan(Node start) {
    std::vector<Node> stack;
    stack.push_back(std::move(start));
    while (!stack.empty()) {
        Node node = std::move(stack.back());
        stack.pop_back();
        if (by_node_.count(node.schema) != 0) continue;
        IAM_CHECK(enter(node));
        const std::size_t above = stack.size();
        push_children(node, stack);
        std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(above), stack.end());
    }
    return {};
}

Result<void> Resolver::enter(Node& node) {
    if (node.schema->is_object()) {
        IAM_CHECK(read_id(node));
        IAM_CHECK(read_schema_keyword(node));
    } else if (!node.schema->is_boolean()) {
        return tl::unexpected(error_in(node, "", "a schema is an object, true or false"));
    }
    if (places_.size() >= options_.limits.subschemas_max)
        return tl::unexpected(error_in(node, "",
                                       "there are more than " +
                                           std::to_string(options_.limits.subschemas_max) +
                                           " subschemas (CompileLimits::subschemas_max)"));
    const auto place = static_cast<Index>(places_.size());
    by_node_.emplace(node.schema, place);
    places_.push_back(Place{node.schema, node.resource, node.pointer});
    return read_anchors(node, place);
}

Result<void> Resolver::read_id(Node& node) {
    const Dialect inherited = resources_[node.resource].dialect;
    const Json* id = member(*node.schema, "$id");
    if (id == nullptr || is_plain_reference(*node.schema, inherited)) return {};
    if (!id->is_string())
        return tl::unexpected(error_in(node, "$id", "it is no string; write a URI reference"));
    const auto& text = id->get_ref<const std::string&>();
    if (inherited.draft != Draft::draft7 && !fragment_of(text).empty())
        return tl::unexpected(
            error_in(node, "$id",
                     in_quotes(text) + " has a fragment; use $anchor for names inside a schema"));
    if (without_fragment(text).empty()) return {};
    Resource& outer = resources_[node.resource];
    std::string uri = resolve_uri(outer.uri, text);
    if (outer.root == node.schema) {  // the root of a document renames its resource
        if (uri == outer.uri) return {};
        if (!by_uri_.emplace(uri, node.resource).second)
            return tl::unexpected(error_in(
                node, "$id", "the identifier " + in_quotes(uri) + " is taken by another document"));
        outer.uri = std::move(uri);
        return {};
    }
    auto dialect = dialect_of(*node.schema, inherited);
    if (!dialect) return tl::unexpected(error_in(node, "$schema", dialect.error().message));
    const auto number = static_cast<Index>(resources_.size());
    IAM_CHECK(add_resource(node, std::move(uri), *dialect));
    node.resource = number;
    node.pointer.clear();
    return {};
}

/// Inside a resource `$schema` may only repeat the resource's dialect.
Result<void> Resolver::read_schema_keyword(const Node& node) const {
    const Json* uri = member(*node.schema, "$schema");
    const Resource& resource = resources_[node.resource];
    if (uri == nullptr || resource.root == node.schema ||
        is_plain_reference(*node.schema, resource.dialect))
        return {};
    const Json* outer = member(*resource.root, "$schema");
    if (outer != nullptr && json_equal(*uri, *outer)) return {};
    return tl::unexpected(
        error_in(node, "$schema",
                 "only a schema with an $id may be of another dialect than what is around it"));
}

Result<void> Resolver::read_anchors(const Node& node, Index place) {
    if (!node.schema->is_object()) return {};
    const Dialect dialect = resources_[node.resource].dialect;
    if (dialect.draft == Draft::draft7) {
        const Json* id = member(*node.schema, "$id");
        if (id == nullptr || is_plain_reference(*node.schema, dialect)) return {};
        const std::string name(fragment_of(id->get_ref<const std::string&>()));
        return name.empty() ? Result<void>() : add_anchor(node, place, name, false);
    }
    for (const std::string_view keyword : {"$anchor", "$dynamicAnchor"}) {
        const Json* name = member(*node.schema, keyword);
        if (name == nullptr) continue;
        if (!name->is_string() || !is_anchor_name(name->get_ref<const std::string&>()))
            return tl::unexpected(error_in(node, keyword,
                                           "a name starts with a letter or _ and goes on with "
                                           "letters, digits, '-', '_' and '.'"));
        IAM_CHECK(add_anchor(node, place, name->get_ref<const std::string&>(),
                             keyword == "$dynamicAnchor"));
    }
    return {};
}

Result<void> Resolver::add_anchor(const Node& node, Index place, const std::string& name,
                                  bool dynamic) {
    Resource& resource = resources_[node.resource];
    const auto [at, fresh] = resource.anchors.emplace(name, place);
    if (!fresh && at->second != place)
        return tl::unexpected(error_in(node, "",
                                       "the anchor " + in_quotes(name) + " is taken by " +
                                           in_quotes("#" + places_[at->second].pointer)));
    if (dynamic) resource.dynamic_anchors.emplace(name, place);
    return {};
}

void Resolver::push_children(const Node& node, std::vector<Node>& stack) const {
    if (!node.schema->is_object()) return;
    const Dialect dialect = resources_[node.resource].dialect;
    const auto push = [&](const Json& schema, const std::string& pointer) {
        stack.push_back(Node{&schema, node.resource, pointer});
    };
    for (const auto& [name, value] : node.schema->get_ref<const Json::object_t&>()) {
        Keyword keyword{};
        if (!find_keyword(name, keyword) || !knows(dialect, keyword)) continue;
        const Shape shape = info_of(keyword).shape;
        std::string pointer = node.pointer;
        append_pointer(pointer, name);
        if (shape == Shape::one || (shape == Shape::one_or_list && !value.is_array())) {
            push(value, pointer);
        } else if ((shape == Shape::list || shape == Shape::one_or_list) && value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i)
                push(value[i], pointer + "/" + std::to_string(i));
        } else if ((shape == Shape::map || shape == Shape::dependencies) && value.is_object()) {
            for (const auto& [part, schema] : value.get_ref<const Json::object_t&>()) {
                if (shape == Shape::dependencies && schema.is_array()) continue;
                std::string below = pointer;
                append_pointer(below, part);
                push(schema, below);
            }
        }
    }
}

Error Resolver::error_in(const Node& node, std::string_view keyword,
                         std::string_view problem) const {
    std::string pointer = node.pointer;
    if (!keyword.empty()) append_pointer(pointer, keyword);
    std::string where;
    std::string from_document;
    if (node.resource < resources_.size()) {
        where = resources_[node.resource].uri;
        from_document = resources_[node.resource].document_pointer;
    }
    std::string message = "the schema at " + in_quotes(where + "#" + pointer) + ": ";
    message += problem;
    return Error{Errc::invalid_argument, std::move(message), from_document + pointer};
}

Error Resolver::error_at(Index place, std::string_view keyword, std::string_view problem) const {
    const Place& at = places_[place];
    return error_in(Node{at.schema, at.resource, at.pointer}, keyword, problem);
}

}  // namespace iam::schema
