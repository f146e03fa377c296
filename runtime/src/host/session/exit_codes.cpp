// Turns codes of results and errors into exit codes.
#include "iam/host/exit_codes.hpp"

#include <array>
#include <utility>

namespace iam::host {
namespace {

constexpr std::array k_exit_codes = {
    std::pair{code::tool_not_found, ExitCode::tool_not_found},
    std::pair{code::policy_denied, ExitCode::denied},
    std::pair{code::quota_exceeded, ExitCode::denied},
    std::pair{code::user_denied, ExitCode::denied},
    std::pair{code::invalid_arguments, ExitCode::invalid_arguments},
    std::pair{code::no_decision, ExitCode::undecided},
    std::pair{code::confirmation_required, ExitCode::undecided},
    std::pair{code::requires_user_input, ExitCode::undecided},
    std::pair{code::stale_approval, ExitCode::undecided},
    std::pair{code::ledger_unavailable, ExitCode::ledger_unavailable},
    std::pair{code::outcome_unknown, ExitCode::outcome_unknown},
};

}  // namespace

const char* explain_exit_codes() noexcept {
    return "Exit codes:\n"
           "  0  done\n"
           "  1  failed, cancelled or timed out; an undo refused; no such id; mistakes in rules\n"
           "  2  the command line is wrong\n"
           "  3  the arguments are not valid\n"
           "  4  denied by a policy or a person\n"
           "  5  nobody decided, or an approval no longer fits\n"
           "  6  the ledger is unavailable; nothing was run\n"
           "  7  the outcome is unknown: it may have happened, do not repeat it\n"
           "  8  verification failed\n"
           "  9  there is no such tool\n"
           " 10  the program itself is broken\n"
           " 11  the ledger is consistent, not anchored\n"
           " 12  it was done, and its result could not be written to standard output";
}

ExitCode exit_code_of(const ToolResult& result) noexcept {
    if (result.success) return ExitCode::done;
    for (const auto& [code, exit_code] : k_exit_codes) {
        if (result.code == code) return exit_code;
    }
    return ExitCode::failed;
}

ExitCode exit_code_of(const Error& error) noexcept {
    switch (error.code) {
        case Errc::not_found:
            return ExitCode::failed;
        case Errc::conflict:
            return ExitCode::undecided;
        case Errc::invalid_argument:
            return ExitCode::usage;
        case Errc::unavailable:
        case Errc::corrupt:
            return ExitCode::ledger_unavailable;
        case Errc::outcome_unknown:
            return ExitCode::outcome_unknown;
        case Errc::internal:
            break;
    }
    return ExitCode::broken_program;
}

}  // namespace iam::host
