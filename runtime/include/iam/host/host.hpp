// The command line that an application may link: its tools to list and call, the ledger to read and to take calls back from, consent to
// give and to revoke. A convenience: an application with its own main loop uses iam::gate directly.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/registry.hpp>

#include <functional>

namespace iam::store {
struct Backend;
}

namespace iam::host {

using RegisterTools = std::function<Result<void>(Registry&)>;

/// The whole of main(): reads the command line, registers the tools, does what is asked and returns the exit code (exit_codes.hpp).
///
///   int main(int argc, char** argv) { return iam::host::run(argc, argv, register_desk_tools); }
///
/// State lives in ${XDG_STATE_HOME:-~/.local/state}/<Registry::application()>, or where --state says. A question is put on the
/// controlling terminal and on nothing else: no flag, environment variable, piped input or file answers it. Results go to standard output,
/// messages to standard error. Throws nothing.
///
/// While a call or an undo is under way, the first SIGINT requests a stop (Context::stop(), a std::stop_token of the function) and the call is
/// waited for; a second one ends the program, and the record then has no outcome. At all other times SIGINT does what it did before.
///
/// The process is taken to be the program's own: SIGPIPE and SIGXFSZ, where nobody handles or
/// ignores them, get a handler that does nothing, so that a failed write is an error of the write.
/// Programs that a tool starts get both as usual. Descriptors 0 to 2 are opened where they are
/// closed. Both stay so when run() returns. iam::gate changes nothing of its process: there these
/// signals are the application's.
int run(int argc, char** argv, const RegisterTools& register_tools);

/// The same over the state of another store (iam/store/backend.hpp). `backend` says what --state
/// names. It must be complete.
int run(int argc, char** argv, const RegisterTools& register_tools, const store::Backend& backend);

}  // namespace iam::host
