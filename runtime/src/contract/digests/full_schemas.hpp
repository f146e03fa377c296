// The schemas that a tool's digests are over, which need not be those that it publishes.
#pragma once

#include <iam/core/json.hpp>

#include <string>

namespace iam::contract {

/// "wire", "consent", "behaviour"; empty where the tool does not say.
std::string digest_of(const Json& tool, const std::string& name);

/// The tool with the schemas beside the published ones in their place.
Json with_full_schemas(Json tool);

/// Whether those are the ones that its digest is over.
bool states_full_schemas(const Json& tool);

}  // namespace iam::contract
