#include "mcp/client/open_transport.hpp"

#include "mcp/client/http/streamable_http.hpp"
#include "mcp/client/stdio/child_transport.hpp"

#include <utility>
#include <variant>

namespace iam::mcp {
namespace {

Command command_of(const StdioEndpoint& endpoint) {
    Command command{.arguments = {endpoint.command}, .folder = endpoint.folder};
    command.arguments.insert(command.arguments.end(), endpoint.arguments.begin(),
                             endpoint.arguments.end());
    for (const auto& [name, value] : endpoint.environment)
        command.environment.push_back(name + "=" + value);
    return command;
}

struct Open {
    const OpenParts& parts;
    TransportEvents& events;
    ParameterFields& parameter_fields;

    Result<std::unique_ptr<Transport>> operator()(const StdioEndpoint& endpoint) const {
        return start_child({.command = command_of(endpoint),
                            .loop = parts.loop,
                            .message_bytes_max = parts.message_bytes_max,
                            .on_stderr = parts.on_stderr},
                           std::move(events));
    }
    Result<std::unique_ptr<Transport>> operator()(const UrlEndpoint& endpoint) const {
        IAM_TRY(client, parts.http());
        StreamableHttpParts http{.url = endpoint.url,
                                 .fields = endpoint.fields,
                                 .client = *client,
                                 .timers = parts.loop,
                                 .parameter_fields = std::move(parameter_fields)};
        http.limits.requests_max = parts.calls_max + 64;
        http.limits.message_bytes_max = parts.message_bytes_max;
        return make_streamable_http(std::move(http), std::move(events));
    }
    Result<std::unique_ptr<Transport>> operator()(const SocketEndpoint& /*endpoint*/) const {
        return fail(Errc::unavailable, "Sockets are not spoken to yet.");
    }
};

}  // namespace

Result<std::unique_ptr<Transport>> open_transport(const ServerConfig& config,
                                                  const OpenParts& parts, TransportEvents events,
                                                  ParameterFields parameter_fields) {
    return std::visit(Open{parts, events, parameter_fields}, config.endpoint);
}

}  // namespace iam::mcp
