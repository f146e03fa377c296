#include "mcp/client/authorization/metadata/resource_metadata.hpp"

#include "mcp/client/authorization/values/document.hpp"

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_resource_well_known = "/.well-known/oauth-protected-resource";

std::string_view without_last_slash(std::string_view path) {
    if (path.ends_with('/')) path.remove_suffix(1);
    return path;
}

}  // namespace

Result<std::vector<std::string>> resource_metadata_urls(const RemoteUrl& server,
                                                        std::string_view from_challenge) {
    std::vector<std::string> urls;
    if (!from_challenge.empty()) {
        IAM_CHECK(read_url_from(from_challenge, server.reach,
                                "The URL of the resource metadata in the server's challenge"));
        urls.emplace_back(from_challenge);
    }
    const std::string root = server.origin + std::string(k_resource_well_known);
    // RFC 9728 §3.1: the path and the query of the resource stand behind the well-known part.
    const std::string path(without_last_slash(server.path));
    for (const std::string& url : {root + path + server.query, root})
        if (std::find(urls.begin(), urls.end(), url) == urls.end()) urls.push_back(url);
    return urls;
}

bool is_resource_of(const RemoteUrl& resource, const RemoteUrl& server) noexcept {
    if (resource.origin != server.origin) return false;
    if (!resource.query.empty() && resource.query != server.query) return false;
    const std::string_view folder = without_last_slash(resource.path);
    const std::string_view path(server.path);
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

Result<ResourceMetadata> read_resource_metadata(std::string_view text, const RemoteUrl& server) {
    IAM_TRY(document,
            OauthDocument::read(text, "The resource metadata of the server " + server.origin));
    ResourceMetadata metadata;
    IAM_TRY(resource, document.needed_text("resource"));
    IAM_TRY(url, read_remote_url(resource, "The resource in the metadata of " + server.origin));
    if (!is_resource_of(url, server)) {
        return document.refuse("is for another resource (" + resource + ") than " + server.origin +
                               server.path + ", so a token of it could be used elsewhere");
    }
    metadata.resource = std::move(resource);
    IAM_TRY(servers, document.texts("authorization_servers"));
    if (!servers || servers->empty()) return document.refuse("has no authorization_servers");
    metadata.authorization_servers = *std::move(servers);
    IAM_TRY(scopes, document.scopes("scopes_supported"));
    metadata.scopes_supported = std::move(scopes);
    return metadata;
}

}  // namespace iam::mcp
