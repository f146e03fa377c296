// Repeats arguments of a call in header fields, as MCP 2026-07-28 has it for Streamable HTTP
// (annotation x-mcp-header). The server's half is in mcp/server/http.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// An argument that a header field repeats.
struct ParameterHeader {
    std::vector<std::string> path{};  ///< names of members, from the arguments down
    std::string field{};              ///< "Mcp-Param-Region"
};

/// Finds the annotations of an input schema. Error: invalid_argument; Error::pointer is into the
/// schema. A tool with a wrong annotation is refused in the stateless revision:
/// - it stands on another schema than that of a property, reached through `properties` alone;
/// - the property's type is not string, integer or boolean (null may be beside it);
/// - the name is no token of RFC 9110, or repeats another one without regard to case.
Result<std::vector<ParameterHeader>> parameter_headers(const Json& input_schema);

/// The fields for the arguments of one call. An absent argument and null have no field.
net::Fields headers_of(const std::vector<ParameterHeader>& headers, const Json& arguments);

/// The value as a field can carry it: as it is, or "=?base64?…?=".
std::string encode_field(std::string_view value);

}  // namespace iam::mcp
