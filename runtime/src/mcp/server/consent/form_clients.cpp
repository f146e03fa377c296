#include "iam/mcp/form_clients.hpp"

#include <iam/core/json.hpp>
#include <iam/core/trusted_text.hpp>

#include <algorithm>

namespace iam::mcp {
namespace {

constexpr Limits k_client_file_limits{.bytes_max = k_trusted_bytes_max, .depth_max = 8};

tl::unexpected<Error> no_client_list(const std::string& path, const std::string& where) {
    return fail(Errc::invalid_argument,
                path + where +
                    ": a file of clients is {\"iam\": 1, \"clients\": [{\"name\": \"NAME\", "
                    "\"credential\": \"CREDENTIAL\"}]}, each text not empty");
}

bool is_given(const Json& client, const char* name) {
    const auto found = client.find(name);
    return found != client.end() && found->is_string() &&
           !found->get_ref<const std::string&>().empty();
}

}  // namespace

Result<std::vector<FormClient>> read_form_clients(const std::string& path) {
    IAM_TRY(text, read_trusted_text(path, ReadBy::owner));
    const auto document = parse_json(text, k_client_file_limits);
    if (!document) {
        return fail(Errc::invalid_argument, path + ": " + document.error().message);
    }
    const bool has_form = document->is_object() && document->size() == 2 &&
                          document->contains("iam") && (*document)["iam"].is_number_integer() &&
                          (*document)["iam"].get<std::int64_t>() == 1 &&
                          document->contains("clients") && (*document)["clients"].is_array();
    if (!has_form) return no_client_list(path, "");
    std::vector<FormClient> clients;
    for (const Json& client : (*document)["clients"]) {
        const bool is_client = client.is_object() && client.size() == 2 &&
                               is_given(client, "name") && is_given(client, "credential");
        if (!is_client)
            return no_client_list(path, " at /clients/" + std::to_string(clients.size()));
        clients.push_back({client["name"], client["credential"]});
    }
    return clients;
}

}  // namespace iam::mcp
