// initialize, and the settings of a conversation.
#include "mcp/protocol/json_member.hpp"
#include "mcp/server/methods.hpp"
#include "mcp/server/params.hpp"

#include <optional>

namespace iam::mcp {
namespace {

void write_capabilities(JsonWriter& out, bool has_offers) {
    out.begin_object();
    if (has_offers) {
        out.plain_key("completions");
        out.raw("{}");
    }
    out.plain_key("logging");
    out.raw("{}");
    if (has_offers) {
        out.plain_key("prompts");
        out.raw(R"({"listChanged":true})");
        out.plain_key("resources");
        out.raw(R"({"listChanged":true,"subscribe":true})");
    }
    out.plain_key("tools");
    out.raw(R"({"listChanged":true})");
    out.end_object();
}

std::string initialize_result(const ServerCore& server, Revision revision) {
    const ServerInfo& info = server.parts.info;
    JsonWriter out;
    out.begin_object();
    out.plain_key("capabilities");
    write_capabilities(out, server.parts.offers != nullptr);
    put_unless_empty(out, "instructions", info.instructions);
    out.plain_member("protocolVersion", to_string(revision));
    out.plain_key("serverInfo");
    out.raw(server.info_text);
    out.end_object();
    return out.take();
}

std::string discover_result(const ServerCore& server) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("capabilities");
    write_capabilities(out, server.parts.offers != nullptr);
    put_unless_empty(out, "instructions", server.parts.info.instructions);
    out.plain_key("supportedVersions");
    out.begin_array();
    out.string(to_string(Revision::of_2026_07_28));
    out.end_array();
    out.end_object();
    return out.take();
}

}  // namespace

Answer discover(SessionCore& session, const rpc::Request&, const Caller&) {
    return discover_result(*session.server);
}

Answer initialize(SessionCore& session, const rpc::Request& request) {
    const auto client = read_client(request.params);
    if (!client) return tl::unexpected(invalid_params(client.error()));
    {
        const std::lock_guard lock(session.mutex);
        if (session.client) {
            return tl::unexpected(
                rpc::ErrorObject{.code = rpc::code::invalid_request,
                                 .message = "The conversation has begun already."});
        }
        session.client = *client;
    }
    session.peer->set_protocol(protocol_of(client->revision));
    return initialize_result(*session.server, client->revision);
}

Answer set_log_level(SessionCore& session, const rpc::Request& request, const Caller&) {
    const auto params = read_params(request.params);
    if (!params) return tl::unexpected(invalid_params(params.error()));
    const auto word = text_member(*params, "level");
    if (!word) return tl::unexpected(invalid_params(word.error()));
    const std::optional<LogLevel> level = log_level_of(*word);
    if (!level) {
        return tl::unexpected(
            invalid_params("There is no level \"" + *word +
                           "\"; levels are debug, info, notice, warning, error, critical, alert "
                           "and emergency."));
    }
    {
        const std::lock_guard lock(session.mutex);
        session.log_level = *level;
    }
    const ServerCore& server = *session.server;
    if (server.parts.on_log_level) server.parts.on_log_level(least_log_level(*session.server));
    return "{}";
}

std::string log_params(const LogMessage& message, std::string_view logger) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("data");
    out.string(message.message);
    out.plain_member("level", to_string(message.level));
    if (!logger.empty()) {
        out.plain_key("logger");
        out.string(logger);
    }
    out.end_object();
    return out.take();
}

Answer list_tools(SessionCore& session, const rpc::Request& request, const Caller&) {
    const auto params = read_params(request.params);
    if (!params) return tl::unexpected(invalid_params(params.error()));
    const auto cursor = optional_text(*params, "cursor");
    if (!cursor) return tl::unexpected(invalid_params(cursor.error()));
    ServerCore& server = *session.server;
    auto tools = server.tools.of(*server.parts.registry.snapshot());
    if (session.has_tool) tools = tools_of(*tools, session.has_tool);
    auto page = tools_page(*tools, *cursor, server.settings.page_size);
    if (!page) return tl::unexpected(error_of(page.error()));
    return *std::move(page);
}

}  // namespace iam::mcp
