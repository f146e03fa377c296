#include "mcp/server/client.hpp"

#include "mcp/server/params.hpp"

namespace iam::mcp {
namespace {

bool declares(const Json& capabilities, const char* name) {
    const auto found = capabilities.find(name);
    return found != capabilities.end() && found->is_object();
}

bool takes_urls(const Json& capabilities) {
    return declares(capabilities, "elicitation") && declares(capabilities["elicitation"], "url");
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
    IAM_TRY(name, client_text(*info, "name", "/clientInfo"));
    IAM_TRY(version, client_text(*info, "version", "/clientInfo"));
    Client client{.name = name, .version = version};
    client.revision = revision_of(wanted).value_or(k_latest_revision);
    read_capabilities(*capabilities, client);
    return client;
}

void read_capabilities(const Json& capabilities, Client& client) {
    client.has_forms = takes_forms(capabilities);
    client.has_urls = takes_urls(capabilities);
    client.has_sampling = declares(capabilities, "sampling");
    client.has_roots = declares(capabilities, "roots");
}

Result<std::string> client_text(const Json& info, std::string_view name, std::string_view pointer) {
    IAM_TRY(text, text_member(info, name, pointer));
    if (text.size() <= k_client_name_bytes_max) return text;
    return fail(Errc::invalid_argument,
                "\"" + std::string(name) + "\" is longer than " +
                    std::to_string(k_client_name_bytes_max) + " bytes.",
                std::string(pointer) + "/" + std::string(name));
}

}  // namespace iam::mcp
