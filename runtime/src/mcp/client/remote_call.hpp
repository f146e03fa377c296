// A call of a tool at its server, as the handler of an imported tool makes it.
#pragma once

#include <iam/mcp/servers.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace iam {
class Context;  // iam/tool/context.hpp
}

namespace iam::mcp {

/// Calls the tool of this name at one server, and waits. `arguments` is canonical JSON text of an
/// object. The context has the stop, takes progress and log messages, and answers the server's
/// questions to a client. Does not throw. Called on any thread.
using CallRemote = std::function<RemoteReply(const std::string& tool, std::string_view arguments,
                                             Context& context)>;

}  // namespace iam::mcp
