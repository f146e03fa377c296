// Finds the schemas covered by a tool's digests. They may differ from the published ones.
#pragma once

#include <iam/core/json.hpp>

#include <string>

namespace iam::contract {

/// `name` is "wire", "consent" or "behaviour". Empty if the tool does not state the digest.
std::string digest_of(const Json& tool, const std::string& name);

/// The tool with its full schemas in the place of the published ones.
Json with_full_schemas(Json tool);

/// True if the wire digest covers with_full_schemas(tool).
bool states_full_schemas(const Json& tool);

}  // namespace iam::contract
