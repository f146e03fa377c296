#include "mcp/client/authorization/metadata/discovery.hpp"

#include "mcp/client/authorization/values/document.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace iam::mcp {
namespace {

using FoundText = Result<std::optional<std::string>>;

bool is_html_page(const net::Response& response) {
    const auto type = response.fields.find("Content-Type");
    return type && type->starts_with("text/html");
}

/// The document at this place; nothing if there is none.
FoundText fetch_document(const std::string& url, const FetchNow& fetch,
                         const std::stop_token& stop) {
    net::ClientRequest request;
    request.url = url;
    request.fields = {{"Accept", "application/json"}};
    IAM_TRY(response, fetch(std::move(request), stop));
    if (response.status >= 500) {
        return fail(Errc::unavailable, "The server answers a request for " + url + " with " +
                                           std::to_string(response.status) + "; try again later.");
    }
    if (response.status != 200 || is_html_page(response)) return std::nullopt;
    return std::move(response.body);
}

FoundText first_document(const std::vector<std::string>& urls, const FetchNow& fetch,
                         const std::stop_token& stop) {
    for (const std::string& url : urls) {
        IAM_TRY(body, fetch_document(url, fetch, stop));
        if (body) return std::move(body);
    }
    return std::nullopt;
}

const std::string& chosen_issuer(const ResourceMetadata& resource, std::string_view known) {
    const auto& servers = resource.authorization_servers;
    const auto found = std::find(servers.begin(), servers.end(), known);
    return found == servers.end() ? servers.front() : *found;
}

Result<ServerMetadata> metadata_of_issuer(const std::string& issuer, Reach server,
                                          const FetchNow& fetch, const std::stop_token& stop) {
    IAM_TRY(url, read_url_from(issuer, server, "The issuer of tokens that the server names"));
    IAM_TRY(body, first_document(server_metadata_urls(url), fetch, stop));
    if (!body) {
        return fail(Errc::invalid_argument, "The authorization server " + excerpt_of(issuer) +
                                                " has no metadata; ask its operator.");
    }
    return read_server_metadata(*body, issuer, server);
}

Result<ServerMetadata> metadata_without_resource(const RemoteUrl& server, const FetchNow& fetch,
                                                 const std::stop_token& stop) {
    RemoteUrl root = server;
    root.path.clear();
    root.query.clear();
    IAM_TRY(body, first_document(server_metadata_urls(root), fetch, stop));
    if (!body) return metadata_of_oldest(server);
    return read_server_metadata(*body, server.origin, server.reach);
}

}  // namespace

Result<Discovered> discover_authorization(const RemoteUrl& server, std::string_view challenge_url,
                                          std::string_view known_issuer, const FetchNow& fetch,
                                          const std::stop_token& stop) {
    IAM_TRY(urls, resource_metadata_urls(server, challenge_url));
    IAM_TRY(body, first_document(urls, fetch, stop));
    Discovered found;
    if (!body) {
        IAM_TRY(metadata, metadata_without_resource(server, fetch, stop));
        found.server = std::move(metadata);
        return found;
    }
    IAM_TRY(resource, read_resource_metadata(*body, server));
    IAM_TRY(metadata,
            metadata_of_issuer(chosen_issuer(resource, known_issuer), server.reach, fetch, stop));
    found.resource = std::move(resource);
    found.server = std::move(metadata);
    return found;
}

}  // namespace iam::mcp
