// A command line for applications to link. It lists and calls tools, reads the ledger, undoes
// calls, gives and revokes consent. An application with its own main loop uses iam::gate directly.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/registry.hpp>

#include <functional>

namespace iam::store {
struct Backend;
}

namespace iam::host {

using RegisterTools = std::function<Result<void>(Registry&)>;

/// The whole of main(): reads the command line, registers the tools, runs the command and returns
/// the exit code (exit_codes.hpp).
///
///   int main(int argc, char** argv) { return iam::host::run(argc, argv, register_desk_tools); }
///
/// State lives in ${XDG_STATE_HOME:-~/.local/state}/<Registry::application()>, or in the folder of
/// --state. A question is asked on the controlling terminal only: no flag, environment variable,
/// piped input or file answers it. Results go to standard output, messages to standard error.
/// Throws nothing.
///
/// During a call or an undo, the first SIGINT requests a stop (Context::stop(), a std::stop_token
/// of the function), and the program waits for the call. A second SIGINT ends the program, and the
/// record then has no outcome. At all other times SIGINT acts as before.
///
/// run() changes its process. If SIGPIPE and SIGXFSZ have their default action, they get an empty
/// handler, so a failed write is an error of the write. Programs started by a tool get both as
/// usual. Descriptors 0 to 2 are opened if they are closed. Both changes stay when run() returns.
/// iam::gate changes nothing of its process.
int run(int argc, char** argv, const RegisterTools& register_tools);

/// The same over the state of another store (iam/store/backend.hpp). `backend` gives --state its
/// meaning. It must be complete.
int run(int argc, char** argv, const RegisterTools& register_tools, const store::Backend& backend);

/// The whole of the program `iam`: a command line without tools of its own. It uses the MCP servers
/// of $XDG_CONFIG_HOME/iam/servers.json (~/.config/iam/servers.json), unless --servers names
/// another file. Its commands are those of run().
int run_with_servers(int argc, char** argv);

}  // namespace iam::host
