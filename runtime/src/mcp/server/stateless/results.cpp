#include "mcp/server/stateless/results.hpp"

#include "mcp/protocol/json_member.hpp"

#include <algorithm>
#include <array>

namespace iam::mcp {
namespace {

constexpr std::array<std::string_view, 5> k_lists{
    "prompts/list", "resources/list", "resources/templates/list", "server/discover", "tools/list"};

bool is_list(std::string_view method) {
    return std::find(k_lists.begin(), k_lists.end(), method) != k_lists.end();
}

/// How long a client may keep the result. The content of a resource changes at any time.
std::string caching(std::string_view method, std::chrono::milliseconds list_life) {
    const bool keeps = is_list(method) || method == "resources/read";
    if (!keeps) return {};
    const auto life = is_list(method) ? list_life.count() : 0;
    return R"(,"cacheScope":"private","ttlMs":)" + std::to_string(life);
}

}  // namespace

std::string server_info_text(const ServerInfo& info) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("name");
    out.string(info.name);
    put_unless_empty(out, "title", info.title);
    out.plain_key("version");
    out.string(info.version.empty() ? "0" : info.version);
    out.end_object();
    return out.take();
}

std::string complete_result(std::string_view result, std::string_view method,
                            std::string_view server_info, std::chrono::milliseconds list_life) {
    // Our writers put the metadata first.
    constexpr std::string_view k_begin = R"({"_meta":{)";
    const std::string meta = std::string(k_begin) + R"("io.modelcontextprotocol/serverInfo":)" +
                             std::string(server_info);
    std::string text = meta;
    if (result.starts_with(k_begin)) {
        text += ',';
        text += result.substr(k_begin.size(), result.size() - k_begin.size() - 1);
    } else {
        text += '}';
        if (result.size() > 2) text += ',';
        text += result.substr(1, result.size() - 2);
    }
    return text + caching(method, list_life) + R"(,"resultType":"complete"})";
}

}  // namespace iam::mcp
