#include "mcp/server/caller.hpp"

#include "mcp/server/params.hpp"
#include <iam/core/json_writer.hpp>

namespace iam::mcp {
namespace {

constexpr std::string_view k_revision = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view k_capabilities = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view k_info = "io.modelcontextprotocol/clientInfo";
constexpr std::string_view k_log_level = "io.modelcontextprotocol/logLevel";

Result<std::optional<LogLevel>> read_log_level(const Json& meta) {
    IAM_TRY(word, optional_text(meta, k_log_level, "/_meta"));
    if (!word) return std::optional<LogLevel>();
    if (const auto level = log_level_of(*word)) return level;
    return fail(Errc::invalid_argument, "There is no level \"" + *word + "\".",
                "/_meta/io.modelcontextprotocol~1logLevel");
}

/// All but the revision.
Result<Caller> read_words(const Json& meta) {
    IAM_TRY(capabilities, optional_object(meta, k_capabilities, "/_meta"));
    if (capabilities == nullptr) {
        return fail(Errc::invalid_argument, "\"" + std::string(k_capabilities) + "\" is missing.",
                    "/_meta/io.modelcontextprotocol~1clientCapabilities");
    }
    IAM_TRY(info, optional_object(meta, k_info, "/_meta"));
    IAM_TRY(level, read_log_level(meta));
    Caller caller{.log_level = level, .is_stateless = true};
    caller.client.name = "unnamed";
    if (info != nullptr) {
        IAM_TRY(name, client_text(*info, "name", "/_meta/io.modelcontextprotocol~1clientInfo"));
        IAM_TRY(version,
                client_text(*info, "version", "/_meta/io.modelcontextprotocol~1clientInfo"));
        caller.client.name = name;
        caller.client.version = version;
    }
    caller.client.revision = Revision::of_2026_07_28;
    read_capabilities(*capabilities, caller.client);
    return caller;
}

Result<const Json*> meta_of(const Json& params) {
    IAM_TRY(meta, optional_object(params, "_meta"));
    if (meta == nullptr) return fail(Errc::invalid_argument, "\"_meta\" is missing.", "/_meta");
    return meta;
}

}  // namespace

bool names_revision(std::string_view params) {
    // Most requests are not read here.
    if (params.find(k_revision) == std::string_view::npos) return false;
    const auto read = read_params(params);
    if (!read) return false;
    const auto meta = read->find("_meta");
    return meta != read->end() && meta->is_object() && meta->contains(std::string(k_revision));
}

tl::expected<Caller, rpc::ErrorObject> read_caller(std::string_view text) {
    const auto params = read_params(text);
    if (!params) return tl::unexpected(invalid_params(params.error()));
    const auto meta = meta_of(*params);
    if (!meta) return tl::unexpected(invalid_params(meta.error()));
    const auto revision = text_member(**meta, k_revision, "/_meta");
    if (!revision) return tl::unexpected(invalid_params(revision.error()));
    if (*revision != to_string(Revision::of_2026_07_28))
        return tl::unexpected(unsupported_revision(*revision));
    auto caller = read_words(**meta);
    if (!caller) return tl::unexpected(invalid_params(caller.error()));
    return *std::move(caller);
}

rpc::ErrorObject unsupported_revision(const std::string& requested) {
    JsonWriter data;
    data.begin_object();
    data.plain_key("requested");
    data.string(requested);
    data.plain_key("supported");
    data.begin_array();
    data.string(to_string(Revision::of_2026_07_28));
    data.end_array();
    data.end_object();
    return {.code = mcp_code::unsupported_revision,
            .message = "This revision is not spoken here without a session.",
            .data = data.take()};
}

}  // namespace iam::mcp
