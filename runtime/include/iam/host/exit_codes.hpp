// The exit codes of programs of iam::host. Scripts rely on the numbers: their meaning never
// changes.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/call.hpp>

namespace iam::host {

enum class ExitCode {
    done = 0,
    /// The tool failed, was cancelled, timed out or was vetoed. An undo was refused. A file of
    /// rules has mistakes.
    failed = 1,
    usage = 2,                ///< the command line, or a file named in it, is wrong
    invalid_arguments = 3,    ///< the arguments do not fit the tool; every mistake is listed
    denied = 4,               ///< a policy or a person said no
    undecided = 5,            ///< nobody decided: no terminal, no answer, an outdated approval
    ledger_unavailable = 6,   ///< the state cannot be read or written; nothing was run
    outcome_unknown = 7,      ///< the call may have happened; do not repeat it
    verification_failed = 8,  ///< the ledger does not hold together
    tool_not_found = 9,
    broken_program = 10,  ///< the program cannot register its own tools, or failed inside
    /// The ledger holds together, but no witness or expected head confirms its identity.
    not_anchored = 11,
    /// The command did its work, and its result could not be written to standard output.
    result_lost = 12,
};

/// One line of --help for each code.
const char* explain_exit_codes() noexcept;

ExitCode exit_code_of(const ToolResult& result) noexcept;
/// not_found is `failed`: the command's message names the missing thing.
ExitCode exit_code_of(const Error& error) noexcept;

}  // namespace iam::host
