// Why a call is not run.
#pragma once

#include <iam/consent/decision.hpp>
#include <iam/core/result.hpp>
#include <iam/tool/call.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gate {

struct Refusal {
    Refusal() = default;
    explicit Refusal(std::string_view its_code, std::string its_message = {})
        : code(its_code), message(std::move(its_message)) {}

    std::string code{};
    std::string message{};
    std::vector<ValueError> errors{};
    std::optional<consent::Decision> decision{};  ///< if it differs from the call's own
    std::string approval{};
    std::vector<std::string> later{};  ///< ToolResult::later
    std::string cause{};               ///< a hook's exception: for the ledger, never for the caller
};

/// ledger_unavailable: the store failed before the function was called.
Refusal unavailable(const Error& error);
/// policy_denied, with the decision's reason.
Refusal denied(const consent::Decision& decision);
/// The reply to a caller outside a call: code, message and errors.
ToolResult as_result(Refusal refusal);

}  // namespace iam::gate
