// Resources, their templates, and subscriptions to their changes.
#include "mcp/protocol/json_member.hpp"
#include "mcp/server/calls/client_questions.hpp"
#include "mcp/server/methods.hpp"
#include "mcp/server/offers/find_space.hpp"
#include "mcp/server/pages.hpp"
#include "mcp/server/params.hpp"

#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

// MCP, server/resources#error-handling, until revision 2025-11-25.
constexpr std::int64_t k_resource_not_found = -32002;

rpc::ErrorObject not_found(const std::string& uri, Revision revision) {
    JsonWriter data;
    data.begin_object();
    data.plain_key("uri");
    data.string(uri);
    data.end_object();
    const bool has_own_code = revision <= Revision::of_2025_11_25;
    return {.code = has_own_code ? k_resource_not_found : rpc::code::invalid_params,
            .message =
                "There is no such resource; resources/list and resources/templates/list "
                "have those that exist.",
            .data = data.take()};
}

/// Of Resource and ResourceTemplate; `place` names the member with the URI.
template <class About>
void write_about(JsonWriter& out, const About& about, std::string_view place,
                 const std::string& uri) {
    out.begin_object();
    put_unless_empty(out, "description", about.description);
    put_unless_empty(out, "mimeType", about.mime_type);
    put_unless_empty(out, "name", about.name);
    put_unless_empty(out, "title", about.title);
    put_unless_empty(out, place, uri);
    out.end_object();
}

template <class Map, class Write>
Answer page(const SessionCore& session, const rpc::Request& request, std::string_view member,
            const Map& items, const Write& write) {
    const auto params = read_params(request.params);
    if (!params) return tl::unexpected(invalid_params(params.error()));
    const auto cursor = optional_text(*params, "cursor");
    if (!cursor) return tl::unexpected(invalid_params(cursor.error()));
    auto text = page_of(items, member, *cursor, session.server->settings.page_size, write);
    if (!text) return tl::unexpected(error_of(text.error()));
    return *std::move(text);
}

/// The function that reads a URI, and the request for it.
struct Found {
    const ReadResource* read = nullptr;
    OfferRequest request{};
};

std::optional<Found> find(const OfferList& offers, const std::string& uri) {
    Found found;
    found.request.name = uri;
    const auto resource = offers.resources.find(uri);
    if (resource != offers.resources.end()) {
        found.read = &resource->second.read;
        return found;
    }
    for (const auto& [text, offered] : offers.templates) {
        auto values = match_template(text, uri);
        if (!values) continue;
        if (!offered.read) continue;
        found.request.values = *std::move(values);
        found.read = &offered.read;
        return found;
    }
    found.read = find_space(offers, uri);
    if (found.read != nullptr) return found;
    return std::nullopt;
}

tl::expected<std::string, rpc::ErrorObject> uri_of(const rpc::Request& request) {
    const auto params = read_params(request.params);
    if (!params) return tl::unexpected(invalid_params(params.error()));
    auto uri = text_member(*params, "uri");
    if (!uri) return tl::unexpected(invalid_params(uri.error()));
    return *std::move(uri);
}

Answer contents_result(const std::vector<ResourceContents>& contents) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("contents");
    out.begin_array();
    for (const ResourceContents& one : contents) write_contents(out, one);
    out.end_array();
    out.end_object();
    if (!out.ok()) {
        return tl::unexpected(
            rpc::ErrorObject{.message = "The application gave a resource that is no UTF-8 text."});
    }
    return out.take();
}

}  // namespace

Answer list_resources(SessionCore& session, const rpc::Request& request, const Caller&) {
    const auto offers = session.server->parts.offers->snapshot();
    return page(session, request, "resources", offers->resources,
                [](JsonWriter& out, const std::string& uri, const auto& offered) {
                    write_about(out, offered.about, "uri", uri);
                });
}

Answer list_templates(SessionCore& session, const rpc::Request& request, const Caller&) {
    const auto offers = session.server->parts.offers->snapshot();
    return page(session, request, "resourceTemplates", offers->templates,
                [](JsonWriter& out, const std::string& text, const auto& offered) {
                    write_about(out, offered.about, "uriTemplate", text);
                });
}

Answer read_resource(ActiveRequest& active, const rpc::Request& request) {
    const SessionCore& session = *active.session;
    const Revision revision = active.caller.client.revision;
    const auto uri = uri_of(request);
    if (!uri) return tl::unexpected(uri.error());
    const auto offers = session.server->parts.offers->snapshot();
    auto found = find(*offers, *uri);
    if (!found) return tl::unexpected(not_found(*uri, revision));
    found->request.subject = session.subject;
    found->request.stop = active.stop.get_token();
    found->request.ask = [&active](const auto& questions) { return ask_client(active, questions); };
    const auto contents = (*found->read)(found->request);
    if (!contents && contents.error().code == Errc::not_found)
        return tl::unexpected(not_found(*uri, revision));
    if (!contents) return tl::unexpected(error_of(contents.error()));
    return contents_result(*contents);
}

Answer subscribe(SessionCore& session, const rpc::Request& request, const Caller&) {
    const auto uri = uri_of(request);
    if (!uri) return tl::unexpected(uri.error());
    const auto offers = session.server->parts.offers->snapshot();
    if (find_space(*offers, *uri) != nullptr) {
        return tl::unexpected(invalid_params(
            "Changes of resources of other servers are not passed on; read the resource again."));
    }
    if (!find(*offers, *uri)) return tl::unexpected(not_found(*uri, session.revision()));
    const std::lock_guard lock(session.mutex);
    if (session.subscriptions.size() >= k_subscriptions_max) {
        return tl::unexpected(
            invalid_params("This session has " + std::to_string(k_subscriptions_max) +
                           " subscriptions, as many as it may have; end some of them first."));
    }
    session.subscriptions.insert(*uri);
    return "{}";
}

Answer unsubscribe(SessionCore& session, const rpc::Request& request, const Caller&) {
    const auto uri = uri_of(request);
    if (!uri) return tl::unexpected(uri.error());
    const std::lock_guard lock(session.mutex);
    session.subscriptions.erase(*uri);
    return "{}";
}

}  // namespace iam::mcp
