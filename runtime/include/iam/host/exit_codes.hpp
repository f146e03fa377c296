// What the exit code of a program of iam::host says. Scripts rely on the numbers: they never change their meaning.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/call.hpp>

namespace iam::host {

enum class ExitCode {
    done = 0,
    failed =
        1,  ///< the tool failed, was cancelled, timed out or vetoed; an undo was refused; a file of rules has mistakes
    usage = 2,              ///< the command line, or a file that it names, is wrong
    invalid_arguments = 3,  ///< the arguments do not fit the tool; every mistake is listed
    denied = 4,             ///< a policy or a person said no
    undecided = 5,  ///< nobody decided: no terminal, no answer, an approval that no longer fits
    ledger_unavailable = 6,   ///< the state cannot be read or written; nothing was run
    outcome_unknown = 7,      ///< it may have happened; do not repeat it
    verification_failed = 8,  ///< the ledger does not hold together
    tool_not_found = 9,
    broken_program = 10,  ///< the program cannot register its own tools, or failed inside
    not_anchored =
        11,  ///< the ledger holds together, and nothing from elsewhere says that it is the one of before
    result_lost =
        12,  ///< it was done, a call or an undo too, and its result could not be written to standard output
};

/// One line of --help for each code.
const char* explain_exit_codes() noexcept;

ExitCode exit_code_of(const ToolResult& result) noexcept;
/// not_found is `failed`: what was not found is the command's to say.
ExitCode exit_code_of(const Error& error) noexcept;

}  // namespace iam::host
