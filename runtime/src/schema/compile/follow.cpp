// Follows references to resources by URI, and inside them by JSON Pointer or anchor. Nothing is
// fetched.
#include "schema/compile/metaschemas.hpp"
#include "schema/compile/resolver.hpp"
#include "schema/compile/uri.hpp"
#include <iam/schema/reference.hpp>

#include <charconv>

namespace iam::schema {
namespace {

/// Reads an array index as a pointer spells it (RFC 6901 §4): digits without a leading zero.
bool read_index(std::string_view token, std::size_t& index) {
    if (token.empty() || (token.size() > 1 && token.front() == '0')) return false;
    const auto [end, fault] = std::from_chars(token.data(), token.data() + token.size(), index);
    return fault == std::errc{} && end == token.data() + token.size();
}

}  // namespace

const Json* child(const Json& value, std::string_view token) {
    if (value.is_object()) return member(value, token);
    std::size_t index = 0;
    if (!value.is_array() || !read_index(token, index) || index >= value.size()) return nullptr;
    return &value[index];
}

std::string take_token(std::string_view& pointer) {
    pointer.remove_prefix(1);
    std::string token;
    while (!pointer.empty() && pointer.front() != '/') {
        char c = pointer.front();
        pointer.remove_prefix(1);
        if (c == '~' && !pointer.empty() && (pointer.front() == '0' || pointer.front() == '1')) {
            c = pointer.front() == '0' ? '~' : '/';
            pointer.remove_prefix(1);
        }
        token.push_back(c);
    }
    return token;
}

std::string fragment_in(std::string_view reference) {
    return percent_decoded(fragment_of(reference));
}

const Json* at_pointer(const Json& document, std::string_view pointer) {
    const Json* node = &document;
    while (node != nullptr && !pointer.empty()) node = child(*node, take_token(pointer));
    return node;
}

Result<Index> Resolver::resolve(Index from, std::string_view reference) {
    const std::string uri = resolve_uri(resources_[places_[from].resource].uri, reference);
    IAM_TRY(resource, find_resource(from, reference, uri));
    const std::string fragment = fragment_in(reference);
    if (fragment.empty() || fragment.front() == '/')
        return follow_pointer(from, reference, resource, fragment);
    const auto& anchors = resources_[resource].anchors;
    const auto at = anchors.find(fragment);
    if (at != anchors.end()) return at->second;
    // The message names the anchor as written: decoded, it need not be UTF-8.
    return tl::unexpected(error_at(from, "",
                                   "it refers to '" + std::string(reference) +
                                       "', but nothing there has the anchor '" +
                                       std::string(fragment_of(reference)) + "'"));
}

Result<Index> Resolver::find_resource(Index from, std::string_view reference,
                                      const std::string& uri) {
    if (const auto known = by_uri_.find(uri); known != by_uri_.end()) return known->second;
    const Json* document = find_document(uri);
    if (document == nullptr)
        return tl::unexpected(
            error_at(from, "",
                     "it refers to '" + std::string(reference) + "', and there is no document '" +
                         uri + "'; nothing is fetched: the host adds what a schema may refer to"));
    return add_document(*document, uri);
}

const Json* Resolver::find_document(const std::string& uri) {
    if (options_.documents != nullptr) {
        if (const auto at = options_.documents->find(uri); at != options_.documents->end())
            return &at->second;
    }
    if (const auto parsed = parsed_metaschemas_.find(uri); parsed != parsed_metaschemas_.end())
        return parsed->second;
    const std::string_view text = metaschema_text(uri);
    if (text.empty()) return nullptr;
    auto document = parse_json(text);
    if (!document) return nullptr;
    metaschemas_.push_back(*std::move(document));
    parsed_metaschemas_.emplace(uri, &metaschemas_.back());
    return &metaschemas_.back();
}

Result<Index> Resolver::follow_pointer(Index from, std::string_view reference, Index resource,
                                       std::string_view pointer) {
    const Json* node = resources_[resource].root;
    Node nearest{node, resource, ""};
    std::string below;  // from `nearest` to `node`
    while (!pointer.empty()) {
        const std::string token = take_token(pointer);
        node = child(*node, token);
        if (node == nullptr)
            return tl::unexpected(error_at(
                from, "", "it refers to '" + std::string(reference) + "', where nothing is"));
        append_pointer(below, token);
        if (const auto known = by_node_.find(node); known != by_node_.end()) {
            const Place& place = places_[known->second];
            nearest = Node{node, place.resource, place.pointer};
            below.clear();
        }
    }
    if (const auto known = by_node_.find(node); known != by_node_.end()) return known->second;
    // A schema in a place where no keyword of the dialect expects one belongs to the resource
    // around it.
    IAM_CHECK(scan(Node{node, nearest.resource, nearest.pointer + below}));
    return by_node_.at(node);
}

}  // namespace iam::schema
