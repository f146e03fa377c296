// Puts a manifest's full schemas in the place of the published ones, if they differ.
#include "contract/digests/full_schemas.hpp"

#include "contract/findings/tool_changes.hpp"
#include "contract/normal/members.hpp"
#include <iam/contract/digests.hpp>

#include <utility>

namespace iam::contract {
namespace {

/// A result's schema as the digest covers it. If the result is no object, it is published inside an
/// object.
Json bare_output(const Json& tool) {
    const Json* output = find_member(tool, "outputSchema");
    if (output == nullptr) return {};
    const std::string member = text_member(contract_facts(tool), "result_member");
    const Json* bare = find_member(object_member(*output, "properties"), member);
    if (member.empty() || bare == nullptr) return *output;
    Json result = *bare;
    if (const Json* definitions = find_member(*output, "$defs"); definitions && result.is_object())
        result["$defs"] = *definitions;
    return result;
}

}  // namespace

std::string digest_of(const Json& tool, const std::string& name) {
    return text_member(object_member(contract_facts(tool), "digests"), name);
}

Json with_full_schemas(Json tool) {
    const Json full = object_member(contract_facts(tool), k_full_fact);
    for (const char* name : {"inputSchema", "outputSchema"})
        if (const Json* schema = find_member(full, name)) tool[name] = *schema;
    return tool;
}

bool states_full_schemas(const Json& tool) {
    const Json full = with_full_schemas(tool);
    const Json* input = find_member(full, "inputSchema");
    const auto wire = wire_digest(input == nullptr ? Json() : *input, bare_output(full));
    return wire && wire->hex() == digest_of(tool, "wire");
}

}  // namespace iam::contract
