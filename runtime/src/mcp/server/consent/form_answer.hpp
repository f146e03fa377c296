// The form of a question, and the answer stated by a listed client for its person.
#pragma once

#include "mcp/server/calls/active_call.hpp"
#include <iam/core/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// The schema of a form: a choice between allowing once and denying once, or the inputs wanted by a
/// function. It has only parts known to all revisions.
std::string form_schema(const std::vector<InputRequest>& inputs);

/// The contents of a filled-in form: an answer, and the values of inputs. Nothing: it is no answer.
struct FormAnswer {
    bool allows = false;
    std::vector<InputValue> inputs{};
};
std::optional<FormAnswer> form_answer(const ClientWords& words,
                                      const std::vector<std::string>& inputs);

/// Records the answer as the client's word. Nothing: the words are no answer. Errors: as of
/// Consent::answer().
Result<std::optional<bool>> record_form(const ActiveCall& call, const std::string& approval,
                                        const std::string& form, const ClientWords& words);

}  // namespace iam::mcp
