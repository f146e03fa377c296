#include "mcp/client/connection/handshake.hpp"

#include "mcp/protocol/json_member.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>

namespace iam::mcp {
namespace {

constexpr std::string_view k_stateless = "2026-07-28";
constexpr std::int64_t k_unsupported_version = -32022;
// Longer texts of a server about itself are cut.
constexpr std::size_t k_own_name_bytes_max = 256;
constexpr std::size_t k_instructions_bytes_max = std::size_t{64} << 10U;

void write_info(JsonWriter& out, const ClientInfo& client) {
    out.begin_object();
    out.plain_key("name");
    out.string(client.name);
    put_unless_empty(out, "title", client.title);
    out.plain_key("version");
    out.string(client.version.empty() ? "0" : client.version);
    out.end_object();
}

void put_empty_object(JsonWriter& out, std::string_view name) {
    out.plain_key(name);
    out.begin_object();
    out.end_object();
}

void write_abilities(JsonWriter& out, const ClientAbilities& abilities) {
    out.begin_object();
    if (abilities.answers_forms || abilities.answers_urls) {
        // An empty object stands for forms (MCP 2025-11-25, client/elicitation#capabilities).
        out.plain_key("elicitation");
        out.begin_object();
        if (abilities.answers_urls && abilities.answers_forms) put_empty_object(out, "form");
        if (abilities.answers_urls) put_empty_object(out, "url");
        out.end_object();
    }
    if (abilities.has_roots) put_empty_object(out, "roots");
    if (abilities.answers_sampling) put_empty_object(out, "sampling");
    out.end_object();
}

/// The path as a URI; bytes that RFC 3986 §3.3 reserves are escaped.
std::string file_uri(std::string_view path) {
    constexpr std::string_view k_hex = "0123456789ABCDEF";
    constexpr std::string_view k_plain_signs = "-._~/";
    std::string uri = "file://";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') ||
                              k_plain_signs.find(c) != std::string_view::npos;
        if (is_plain) {
            uri += c;
        } else {
            uri += {'%', k_hex[byte >> 4U], k_hex[byte & 15U]};
        }
    }
    return uri;
}

std::string text_in(const Json& object, const char* name, std::size_t bytes_max) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) return {};
    return std::string(first_bytes(found->get_ref<const std::string&>(), bytes_max));
}

const Json& object_member(const Json& object, const char* name) {
    static const Json k_none = Json::object();
    const auto found = object.find(name);
    return found != object.end() && found->is_object() ? *found : k_none;
}

bool is_true(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_boolean() && found->get<bool>();
}

Result<Json> read_object(std::string_view result, const std::string& method) {
    auto value = rpc::value_of(result);
    if (value && value->is_object()) return *std::move(value);
    return fail(Errc::invalid_argument, "The server's answer to " + method + " is no object.");
}

void read_common(const Json& answer, const Json& info, ServerFacts& facts) {
    facts.name = text_in(info, "name", k_own_name_bytes_max);
    facts.version = text_in(info, "version", k_own_name_bytes_max);
    facts.instructions = text_in(answer, "instructions", k_instructions_bytes_max);
    const Json& capabilities = object_member(answer, "capabilities");
    const auto tools = capabilities.find("tools");
    facts.has_tools = tools != capabilities.end() && tools->is_object();
    facts.tells_tool_changes = facts.has_tools && is_true(*tools, "listChanged");
    const auto resources = capabilities.find("resources");
    facts.has_resources = resources != capabilities.end() && resources->is_object();
    facts.tells_resource_changes = facts.has_resources && is_true(*resources, "listChanged");
    const auto prompts = capabilities.find("prompts");
    facts.has_prompts = prompts != capabilities.end() && prompts->is_object();
    facts.tells_prompt_changes = facts.has_prompts && is_true(*prompts, "listChanged");
    facts.completes = capabilities.contains("completions");
    facts.logs = capabilities.contains("logging");
}

bool has_text(const Json& list, std::string_view text) {
    return list.is_array() && std::any_of(list.begin(), list.end(), [&](const Json& element) {
               return element.is_string() && element.get_ref<const std::string&>() == text;
           });
}

}  // namespace

std::string initialize_params(const ClientInfo& client, const ClientAbilities& abilities) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("capabilities");
    write_abilities(out, abilities);
    out.plain_key("clientInfo");
    write_info(out, client);
    out.plain_member("protocolVersion", to_string(k_latest_revision));
    out.end_object();
    return out.take();
}

Result<ServerFacts> read_initialized(std::string_view result) {
    IAM_TRY(answer, read_object(result, "initialize"));
    const std::string version = text_in(answer, "protocolVersion", k_own_name_bytes_max);
    const auto revision = revision_of(version);
    if (!revision) {
        return fail(Errc::invalid_argument,
                    "The server speaks revision \"" + version +
                        "\" of MCP; this program speaks 2024-11-05 to 2026-07-28.");
    }
    ServerFacts facts{.revision = *revision};
    read_common(answer, object_member(answer, "serverInfo"), facts);
    return facts;
}

ClientAbilities abilities_for(const ServerConfig& config, ClientAbilities abilities) {
    const PassedParts& passed = config.pass_on;
    abilities.answers_forms = abilities.answers_forms && passed.elicitation;
    abilities.answers_urls = abilities.answers_urls && passed.url_elicitation;
    abilities.answers_sampling = abilities.answers_sampling && passed.sampling;
    for (const std::string& folder : config.roots)
        abilities.roots.push_back({.uri = file_uri(folder)});
    abilities.has_roots = abilities.has_roots || !config.roots.empty();
    return abilities;
}

std::string stateless_meta(const ClientInfo& client, const ClientAbilities& abilities,
                           std::optional<LogLevel> level) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("io.modelcontextprotocol/clientCapabilities");
    write_abilities(out, abilities);
    out.plain_key("io.modelcontextprotocol/clientInfo");
    write_info(out, client);
    if (level) out.plain_member("io.modelcontextprotocol/logLevel", to_string(*level));
    out.plain_member("io.modelcontextprotocol/protocolVersion", k_stateless);
    out.end_object();
    return out.take();
}

std::string meta_params(std::string_view meta) {
    return "{\"_meta\":" + std::string(meta) + "}";
}

Result<ServerFacts> read_discovered(std::string_view result) {
    IAM_TRY(answer, read_object(result, "server/discover"));
    const auto versions = answer.find("supportedVersions");
    if (versions == answer.end() || !has_text(*versions, k_stateless)) {
        return fail(Errc::invalid_argument,
                    "The server speaks no revision of MCP that this program speaks.");
    }
    ServerFacts facts{.revision = Revision::of_2026_07_28};
    read_common(answer,
                object_member(object_member(answer, "_meta"), "io.modelcontextprotocol/serverInfo"),
                facts);
    return facts;
}

Discovery judge_discovery_error(const rpc::ErrorObject& error) {
    if (error.code != k_unsupported_version) return Discovery::sessions;
    const auto data = rpc::value_of(error.data);
    if (!data || !data->is_object()) return Discovery::sessions;
    const auto supported = data->find("supported");
    return supported != data->end() && has_text(*supported, k_stateless) ? Discovery::ask_again
                                                                         : Discovery::sessions;
}

}  // namespace iam::mcp
