#include "mcp/client/connection/tool_pages.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/limits.hpp>

namespace iam::mcp {

std::string page_params(std::string_view meta, const std::string& cursor) {
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

}  // namespace iam::mcp
