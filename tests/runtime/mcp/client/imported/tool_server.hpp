// Tool objects of another server as a test writes them, and a server that answers calls as
// scripted.
#pragma once

#include "mcp/client/imported/imported_tool.hpp"
#include "mcp/conversation.hpp"
#include <iam/core/json.hpp>
#include <iam/tool/registry.hpp>
#include <support/conformance.hpp>

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::test {

/// A tool that writes a file, as a tool object.
inline Json write_tool(const std::string& name = "write_file") {
    return {{"name", name},
            {"description", "Writes a file."},
            {"inputSchema",
             {{"type", "object"},
              {"properties",
               {{"path", {{"type", "string"}}},
                {"mode", {{"type", "integer"}, {"minimum", 0}, {"maximum", 511}}}}},
              {"required", {"path"}},
              {"additionalProperties", false}}}};
}

inline constexpr std::string_view k_listed_tool =
    R"({ "name":"a", "inputSchema":{"type":"object"} })";

/// A result of tools/list with `count` tools.
inline std::string list_of(std::size_t count, std::string_view tool, std::string_view cursor = {}) {
    std::string text = R"({"tools":[)";
    for (std::size_t at = 0; at < count; ++at) text.append(at == 0 ? "" : ",").append(tool);
    text += "]";
    if (!cursor.empty()) text.append(R"(,"nextCursor":")").append(cursor).append("\"");
    return text + "}";
}

inline mcp::RemoteReply result_of_server(std::string text) {
    mcp::RemoteReply reply;
    reply.kind = mcp::RemoteReply::Kind::result;
    reply.result = std::move(text);
    return reply;
}

/// Keeps the calls that reach it. Outlives the tools made with call().
struct ToolServer {
    struct Received {
        std::string tool{};
        std::string arguments{};
    };
    std::vector<Received> received{};
    mcp::RemoteReply reply = result_of_server(R"({"content":[{"type":"text","text":"done"}]})");

    mcp::CallRemote call() {
        return [this](const std::string& tool, std::string_view arguments, Context&) {
            received.push_back({tool, std::string(arguments)});
            return reply;
        };
    }
};

inline mcp::ImportedTool imported(const Json& tool, const std::string& origin = "files") {
    ToolServer unused;
    return ok(mcp::import_tool(origin, tool.dump(), unused.call()));
}

/// The reason why a tool is left out.
inline std::string why_text_refused(std::string_view tool_object,
                                    const mcp::ImportLimits& limits = {}) {
    ToolServer unused;
    return error_in(mcp::import_tool("files", tool_object, unused.call(), limits)).message;
}
inline std::string why_refused(const Json& tool) {
    return why_text_refused(tool.dump());
}

inline void has_text(std::string_view text, std::string_view part) {
    INFO(text << " | " << part);
    CHECK(text.find(part) != std::string_view::npos);
}

}  // namespace iam::test
