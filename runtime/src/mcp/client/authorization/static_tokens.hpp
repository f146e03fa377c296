// Tokens that a person has put into the configuration: a bearer token, or a key in a field.
#pragma once

#include "mcp/client/authorization/values/secret_text.hpp"
#include "mcp/client/token_source.hpp"

#include <memory>
#include <string>

namespace iam::mcp {

/// "Authorization: Bearer SECRET". A refusal by the server is final. Error: invalid_argument (the
/// secret is empty or has letters that no field has).
Result<std::unique_ptr<TokenSource>> bearer_token(SecretText secret);

/// "FIELD: SECRET", e.g. for X-API-Key. Error: invalid_argument (also for a field that frames or
/// routes the request, such as Host or Cookie).
Result<std::unique_ptr<TokenSource>> field_token(const std::string& field, SecretText secret);

}  // namespace iam::mcp
