#include "mcp/client/connection/tool_headers.hpp"

#include <iam/core/limits.hpp>

#include <utility>

namespace iam::mcp {

ToolHeaders take_tool_headers(std::vector<std::string>& tools,
                              std::vector<std::string>& diagnostics) {
    ToolHeaders headers;
    std::erase_if(tools, [&](const std::string& document) {
        const auto tool = parse_json(document, limits_of_own_text(document.size()));
        // Other rules refuse a tool without a name or a schema.
        if (!tool || !tool->is_object() || !tool->contains("inputSchema")) return false;
        const auto name = tool->find("name");
        if (name == tool->end() || !name->is_string()) return false;
        auto found = parameter_headers((*tool)["inputSchema"]);
        if (!found) {
            diagnostics.push_back(found.error().message);
            return true;
        }
        if (!found->empty()) headers[name->get<std::string>()] = *std::move(found);
        return false;
    });
    return headers;
}

net::Fields fields_of_call(const ToolHeaders& headers, const Json& params) {
    if (!params.is_object() || !params.contains("name") || !params["name"].is_string()) return {};
    const auto found = headers.find(params["name"].get_ref<const std::string&>());
    const auto arguments = params.find("arguments");
    if (found == headers.end() || arguments == params.end()) return {};
    return headers_of(found->second, *arguments);
}

}  // namespace iam::mcp
