#include "mcp/client/connection/tool_pages.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/limits.hpp>

namespace iam::mcp {

std::string tool_page_params(std::string_view meta, const std::string& cursor) {
    JsonWriter out;
    out.begin_object();
    if (!meta.empty()) {
        out.plain_key("_meta");
        out.raw(meta);
    }
    if (!cursor.empty()) {
        out.plain_key("cursor");
        out.string(cursor);
    }
    out.end_object();
    return out.take();
}

std::string tool_name_in(const std::string& document) {
    const auto tool = parse_json(document, limits_of_own_text(document.size()));
    if (!tool || !tool->is_object()) return {};
    const auto name = tool->find("name");
    return name != tool->end() && name->is_string() ? name->get<std::string>() : std::string();
}

Result<ToolPage> read_tool_page(std::string_view result) {
    const auto wrong = [](std::string_view why) {
        return iam::fail(Errc::invalid_argument,
                         "The server's answer to tools/list " + std::string(why) + ".");
    };
    auto answer = parse_ordered_json(result, limits_of_own_text(result.size()));
    if (!answer || !answer->is_object()) return wrong("is no object");
    const auto tools = answer->find("tools");
    if (tools == answer->end() || !tools->is_array()) return wrong("has no list \"tools\"");
    ToolPage page;
    for (const OrderedJson& tool : *tools) {
        JsonWriter out;
        write_json(out, tool);
        page.tools.push_back(out.take());
    }
    const auto cursor = answer->find("nextCursor");
    if (cursor == answer->end() || cursor->is_null()) return page;
    if (!cursor->is_string()) return wrong("has a cursor that is no text");
    page.cursor = cursor->get<std::string>();
    return page;
}

}  // namespace iam::mcp
