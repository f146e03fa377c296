// MCP clients trusted to ask their own person, by a list in a file.
#pragma once

#include <iam/core/result.hpp>

#include <string>
#include <vector>

namespace iam::mcp {

/// A client whose word about its person counts. Both members must be as written, letter by letter.
/// Nobody verifies the name of a client; only its credential counts.
struct FormClient {
    std::string name{};  ///< as the client calls itself (clientInfo)
    /// "token NAME" or the URL of an issuer over HTTP (Principal::credential), "stdio" for the
    /// program that started this one, "socket" for every program of the same user. Over HTTP
    /// without authorization a client has no credential, so none is on a list.
    std::string credential{};
    friend bool operator==(const FormClient&, const FormClient&) = default;
};

/// Reads {"iam": 1, "clients": [{"name": …, "credential": …}]}. The file is its owner's alone (mode
/// 0600), in folders closed to other writers. Errors, with the place and the way out: unavailable
/// (it cannot be read), corrupt (others can read, write or exchange it), invalid_argument (another
/// content).
Result<std::vector<FormClient>> read_form_clients(const std::string& path);

}  // namespace iam::mcp
