// Makes the command line that starts a server's process, in a sandbox of bubblewrap or without one.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server_config.hpp>
#include <iam/process/child.hpp>

#include <map>
#include <optional>
#include <string>

namespace iam::mcp {

/// What this program knows of its own surroundings.
struct ProgramSurroundings {
    /// Its variables. PATH, HOME, LANG, TERM, TMPDIR and USER are passed on.
    std::map<std::string, std::string> environment{};
    std::string bwrap = "/usr/bin/bwrap";
};

/// The command of a server. `secrets` has the values for StdioEndpoint::secrets. Looks at the file
/// system, and changes nothing. In the sandbox the process sees:
/// - /usr, /bin, /sbin, /lib*, read-only, and of /etc the files that programs start with: the
///   loader's cache, alternatives, certificates, names of users and hosts, the time zone;
/// - an empty /proc of its own processes, a minimal /dev, an empty /tmp;
/// - an empty home in the place of the user's;
/// - the folders of Sandbox. A link among them is followed here, and leads to its target inside.
///   A link that the server itself could have put into a writable folder is refused;
/// - no network, unless Sandbox::has_network.
/// All of it ends with this program. Values of variables are never in the arguments, which other
/// users can read; variables of the loader are, so that the loader of bwrap does not obey them.
/// Errors, as invalid_argument with a pointer into the server: a folder is missing or cannot be
/// given, the program is not in the sandbox, a secret has no value.
Result<process::Command> server_command(const StdioEndpoint& endpoint,
                                        const std::map<std::string, std::string>& secrets,
                                        const ProgramSurroundings& surroundings);

/// The reason why bwrap cannot run here, as a sentence with the way out; nothing if it can. Runs it
/// once, for some milliseconds; the caller keeps the answer.
std::optional<std::string> bwrap_problem(const std::string& bwrap = "/usr/bin/bwrap");

}  // namespace iam::mcp
