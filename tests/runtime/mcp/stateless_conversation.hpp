// The client's side of requests without a session (2026-07-28).
#pragma once

#include "mcp/conversation.hpp"
#include <iam/tool/client.hpp>

namespace iam::test {

inline constexpr const char* k_stateless_revision = "2026-07-28";

/// The parameters with the metadata that every request has.
inline Json with_meta(Json params = Json::object(), const Json& capabilities = Json::object()) {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = k_stateless_revision;
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities;
    params["_meta"]["io.modelcontextprotocol/clientInfo"] = {{"name", "tester"}, {"version", "9"}};
    return params;
}

inline Json all_capabilities() {
    return {
        {"elicitation", Json::object()}, {"sampling", Json::object()}, {"roots", Json::object()}};
}

inline Json call_params(const std::string& tool, const Json& capabilities = all_capabilities()) {
    return with_meta({{"name", tool}, {"arguments", Json::object()}}, capabilities);
}

/// The parameters of a repetition that brings answers.
inline Json with_answers(Json params, const Json& question, const Json& answers) {
    params["requestState"] = question["requestState"];
    params["inputResponses"] = answers;
    return params;
}

inline Json accepted(const Json& content) {
    return {{"action", "accept"}, {"content", content}};
}

/// Asks by one form with the member "name"; returns the name.
inline std::string ask_for_name(Context& context, const std::string& key = "user_name") {
    const auto elicited = context.elicit(
        key, {"Name?", R"({"type":"object","properties":{"name":{"type":"string"}}})"});
    if (!elicited) throw tool_error("not_asked", elicited.error().message);
    return parse_json(elicited->content).value().value("name", "");
}

}  // namespace iam::test
