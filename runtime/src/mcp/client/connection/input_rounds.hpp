// Questions of a server to this program, and their answers. Pure, but for the answers themselves.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/servers.hpp>
#include <iam/rpc/message.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// The answer of a server without sessions that needs input first (MCP 2026-07-28,
/// basic/patterns/mrtr).
struct InputRequests {
    std::vector<ClientQuestion> questions{};
    std::string state{};  ///< JSON text of requestState; empty: none
};
/// For the same request, sent again.
struct InputAnswers {
    std::string responses{};  ///< JSON text of an object; empty: none
    std::string state{};
};

/// Reads a result. Nothing: it is complete. Error: invalid_argument.
Result<std::optional<InputRequests>> read_input_request(std::string_view result);
/// Answers all questions. Error: unavailable (a question that this program does not answer).
Result<InputAnswers> answer_inputs(const InputRequests& requests, const AskClient& answer,
                                   const ClientAbilities& abilities);
/// Answers one question: JSON text of the result. Errors: unavailable, or the answerer's own.
Result<std::string> answer_question(const ClientQuestion& question, const AskClient& answer,
                                    const ClientAbilities& abilities);

/// The kind of an elicitation/create with these parameters.
ClientQuestion::Kind kind_of_elicitation(std::string_view params);

/// Fills the defaults of a form into an accepted answer, for members that it leaves out (MCP
/// 2025-11-25, client/elicitation). `params` are those of elicitation/create.
std::string with_form_defaults(std::string_view params, std::string answer);

}  // namespace iam::mcp
