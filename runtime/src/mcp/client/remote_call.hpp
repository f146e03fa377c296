// A call of a tool at its server, as the handler of an imported tool makes it.
#pragma once

#include <iam/rpc/message.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace iam {
class Context;  // iam/tool/context.hpp
}

namespace iam::mcp {

struct RemoteReply {
    enum class Kind {
        result,    ///< the server's result; it may say that the tool failed (isError)
        error,     ///< the server's JSON-RPC error
        not_sent,  ///< nothing has happened; error.message says why
        unknown,   ///< the request was sent and has no answer; error.message says why
    };
    Kind kind = Kind::not_sent;
    std::string result{};      ///< JSON text of a CallToolResult, as the server wrote it
    rpc::ErrorObject error{};  ///< for all others
};

/// Calls the tool of this name at one server, and waits. `arguments` is canonical JSON text of an
/// object. The context has the stop, takes progress and log messages, and answers the server's
/// questions to a client. Does not throw. Called on any thread.
using CallRemote = std::function<RemoteReply(const std::string& tool, std::string_view arguments,
                                             Context& context)>;

}  // namespace iam::mcp
