// Finds subschemas: scans documents for them and their identifiers, and follows references.
#pragma once

#include "schema/compile/keywords.hpp"
#include "schema/compile/program.hpp"
#include "schema/evaluate/values.hpp"
#include <iam/core/json.hpp>
#include <iam/core/result.hpp>
#include <iam/schema/schema.hpp>

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace iam::schema {

/// A document, or a part of it with an `$id`, that has an absolute URI.
struct Resource {
    std::string uri{};
    const Json* root = nullptr;
    std::string document_pointer{};  ///< pointer of its root, from the root of its document
    Dialect dialect{};
    /// name → place; holds dynamic anchors too
    std::map<std::string, Index, std::less<>> anchors{};
    std::map<std::string, Index, std::less<>> dynamic_anchors{};  ///< name → place
};

/// A subschema. Its number is the number of its block.
struct Place {
    const Json* schema = nullptr;
    Index resource = 0;
    std::string pointer{};  ///< from the root of its resource
};

class Resolver {
 public:
    explicit Resolver(const CompileOptions& options) : options_(options) {}

    /// Scans the schema itself; its root becomes place 0.
    Result<void> add_root(const Json& schema);
    /// The target place of a reference. Documents and subschemas not named before are scanned. This
    /// adds places.
    Result<Index> resolve(Index from, std::string_view reference);
    /// The place of a scanned subschema.
    Index place_of(const Json& schema) const { return by_node_.at(&schema); }
    /// The place of a value, if it is a scanned subschema.
    std::optional<Index> find_place(const Json& value) const {
        const auto at = by_node_.find(&value);
        return at == by_node_.end() ? std::nullopt : std::optional(at->second);
    }

    const std::deque<Place>& places() const noexcept { return places_; }
    const std::vector<Resource>& resources() const noexcept { return resources_; }
    /// Returns a copy, since later scans move the resources.
    Dialect dialect_at(Index place) const { return resources_[places_[place].resource].dialect; }

    /// Makes an error at a keyword ("" for the subschema itself) of a place.
    Error error_at(Index place, std::string_view keyword, std::string_view problem) const;

 private:
    struct Node {
        const Json* schema;
        Index resource;
        std::string pointer;
    };

    Result<Index> add_document(const Json& document, const std::string& uri);
    Result<void> scan(Node start);
    Result<void> enter(Node& node);
    Result<void> add_place(const Node& node);
    Result<void> read_id(Node& node);
    Result<void> read_schema_keyword(const Node& node) const;
    Result<void> read_anchors(const Node& node, Index place);
    Result<void> add_anchor(const Node& node, Index place, const std::string& name, bool dynamic);
    Result<void> add_resource(const Node& node, std::string uri, const Dialect& dialect);
    void push_children(const Node& node, std::vector<Node>& stack) const;

    Result<Index> find_resource(Index from, std::string_view reference, const std::string& uri);
    Result<Index> follow_pointer(Index from, std::string_view reference, Index resource,
                                 std::string_view pointer);
    const Json* find_document(const std::string& uri);

    Result<Dialect> dialect_of(const Json& document, const Dialect& inherited);
    Result<Dialect> named_dialect(std::string_view uri, int depth);
    Result<Dialect> custom_dialect(const std::string& uri, const Json& metaschema, int depth);
    Error error_in(const Node& node, std::string_view keyword, std::string_view problem) const;

    const CompileOptions& options_;
    std::deque<Json> metaschemas_;
    std::map<std::string, const Json*, std::less<>> parsed_metaschemas_;
    std::deque<Place> places_;
    std::vector<Resource> resources_;
    std::map<std::string, Index, std::less<>> by_uri_;
    std::unordered_map<const Json*, Index> by_node_;
    std::size_t documents_ = 0;
};

/// The element or member named by the unescaped token, or nullptr.
const Json* child(const Json& value, std::string_view token);

/// Splits the first reference token off a JSON Pointer and unescapes it (RFC 6901 §4).
std::string take_token(std::string_view& pointer);

}  // namespace iam::schema
