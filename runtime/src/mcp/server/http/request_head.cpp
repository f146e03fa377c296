#include "mcp/server/http/request_head.hpp"

#include <iam/core/base64.hpp>

namespace iam::mcp {
namespace {

constexpr std::string_view k_sentinel = "=?base64?";
constexpr std::string_view k_sentinel_end = "?=";

/// The text at a path of members; nothing if there is none.
std::optional<std::string> text_at(const Json& body, std::initializer_list<const char*> path) {
    const Json* at = &body;
    for (const char* name : path) {
        if (!at->is_object()) return std::nullopt;
        const auto found = at->find(name);
        if (found == at->end()) return std::nullopt;
        at = &*found;
    }
    if (!at->is_string()) return std::nullopt;
    return at->get<std::string>();
}

/// The text of the body repeated by the field Mcp-Name.
std::optional<std::string> name_in(const Json& body, std::string_view method) {
    if (method == "tools/call" || method == "prompts/get") return text_at(body, {"params", "name"});
    if (method == "resources/read") return text_at(body, {"params", "uri"});
    return std::nullopt;
}

std::optional<std::string> difference(const net::Request& request, const std::string& field,
                                      const std::string& in_body) {
    if (request.fields.count(field) > 1) return "The field " + field + " stands more than once.";
    const auto value = request.fields.find(field);
    if (!value) return "The field " + field + " is missing; the body has \"" + in_body + "\".";
    const auto text = decode_field(*value);
    if (!text) return "The field " + field + " has Base64 that cannot be read.";
    if (*text == in_body) return std::nullopt;
    return "The field " + field + " is not \"" + in_body + "\", as the body has it.";
}

}  // namespace

std::optional<std::string> revision_in(const Json& body) {
    return text_at(body, {"params", "_meta", "io.modelcontextprotocol/protocolVersion"});
}

bool has_whole_meta(const Json& body) {
    static const Json::json_pointer capabilities(
        "/params/_meta/io.modelcontextprotocol~1clientCapabilities");
    return revision_in(body) && body.contains(capabilities) && body[capabilities].is_object();
}

std::optional<std::string> decode_field(std::string_view value) {
    const bool is_encoded = value.size() >= k_sentinel.size() + k_sentinel_end.size() &&
                            value.starts_with(k_sentinel) && value.ends_with(k_sentinel_end);
    if (!is_encoded) return std::string(value);
    value.remove_prefix(k_sentinel.size());
    value.remove_suffix(k_sentinel_end.size());
    return from_base64(value);
}

std::optional<std::string> head_mismatch(const net::Request& request, const Json& body) {
    const auto method = text_at(body, {"method"});
    if (!method) return std::nullopt;
    if (const auto revision = revision_in(body)) {
        if (auto found = difference(request, "MCP-Protocol-Version", *revision)) return found;
    }
    if (auto found = difference(request, "Mcp-Method", *method)) return found;
    const auto name = name_in(body, *method);
    return name ? difference(request, "Mcp-Name", *name) : std::nullopt;
}

}  // namespace iam::mcp
