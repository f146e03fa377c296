#include "mcp/server/client.hpp"

#include "mcp/server/params.hpp"

namespace iam::mcp {
namespace {

Result<std::string> short_text(const Json& info, std::string_view name) {
    IAM_TRY(text, text_member(info, name, "/clientInfo"));
    if (text.size() <= k_client_name_bytes_max) return text;
    return fail(Errc::invalid_argument,
                "\"" + std::string(name) + "\" is longer than " +
                    std::to_string(k_client_name_bytes_max) + " bytes.",
                "/clientInfo/" + std::string(name));
}

bool declares(const Json& capabilities, const char* name) {
    const auto found = capabilities.find(name);
    return found != capabilities.end() && found->is_object();
}

/// An empty object stands for forms alone (MCP 2025-11-25, client/elicitation#capabilities).
bool takes_forms(const Json& capabilities) {
    if (!declares(capabilities, "elicitation")) return false;
    const Json& elicitation = capabilities["elicitation"];
    return elicitation.empty() || declares(elicitation, "form");
}

}  // namespace

Result<Client> read_client(std::string_view params) {
    IAM_TRY(object, read_params(params));
    IAM_TRY(wanted, text_member(object, "protocolVersion"));
    IAM_TRY(capabilities, optional_object(object, "capabilities"));
    IAM_TRY(info, optional_object(object, "clientInfo"));
    if (capabilities == nullptr || info == nullptr) {
        const std::string name = info == nullptr ? "clientInfo" : "capabilities";
        return fail(Errc::invalid_argument, "\"" + name + "\" is missing.", "/" + name);
    }
    IAM_TRY(name, short_text(*info, "name"));
    IAM_TRY(version, short_text(*info, "version"));
    Client client{.name = name, .version = version};
    client.revision = revision_of(wanted).value_or(k_latest_revision);
    client.has_forms = takes_forms(*capabilities);
    client.has_sampling = declares(*capabilities, "sampling");
    client.has_roots = declares(*capabilities, "roots");
    return client;
}

}  // namespace iam::mcp
