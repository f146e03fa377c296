// A StoredGrant as text of a file.
#pragma once

#include "mcp/client/authorization/token_store.hpp"

#include <string>
#include <string_view>

namespace iam::mcp {

/// JSON with its secrets; the caller wipes it.
std::string text_of_grant(const std::string& server, const StoredGrant& grant);
/// Error: corrupt. No message has a part of the text.
Result<StoredGrant> read_grant(std::string_view text, const std::string& server);

}  // namespace iam::mcp
