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
    return Client{name, version, revision_of(wanted).value_or(k_latest_revision)};
}

}  // namespace iam::mcp
