#include "mcp/server/authorization/tool_scopes.hpp"

#include <iam/core/json.hpp>

#include <algorithm>
#include <functional>

namespace iam::mcp {
namespace {

constexpr Limits k_scope_file_limits{.bytes_max = std::size_t{1} << 20U, .depth_max = 8};

bool gives(const std::string& pattern, std::string_view tool) {
    if (pattern.back() != '*') return pattern == tool;
    return tool.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1));
}

/// RFC 6749 §3.3.
bool is_scope(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
        return letter > ' ' && letter <= '~' && letter != '"' && letter != '\\';
    });
}

bool is_pattern(const Json& value) {
    if (!value.is_string()) return false;
    const auto& text = value.get_ref<const std::string&>();
    const std::size_t star = text.find('*');
    return !text.empty() && (star == std::string::npos || star == text.size() - 1);
}

}  // namespace

Result<ToolScopes> ToolScopes::read(std::string_view json) {
    IAM_TRY(document, parse_json(json, k_scope_file_limits));
    const bool has_version = document.is_object() && document.contains("iam") &&
                             document["iam"].is_number_integer() &&
                             document["iam"].get<std::int64_t>() == 1;
    if (!has_version || document.size() != 2 || !document.contains("scopes") ||
        !document["scopes"].is_object()) {
        return fail(Errc::invalid_argument,
                    "a file of scopes is {\"iam\": 1, \"scopes\": {\"SCOPE\": [\"TOOL\"]}}");
    }
    ToolScopes read;
    for (const auto& [name, tools] : document["scopes"].items()) {
        std::string pointer = "/scopes";
        append_pointer(pointer, name);
        if (!is_scope(name))
            return fail(Errc::invalid_argument,
                        "a scope is printable ASCII without blanks, quotes and backslashes",
                        pointer);
        if (!tools.is_array() || !std::all_of(tools.begin(), tools.end(), is_pattern)) {
            return fail(Errc::invalid_argument,
                        "a scope has a list of tools, each a name, or its beginning and \"*\"",
                        pointer);
        }
        read.scopes_.emplace(name, tools.get<Tools>());
    }
    return read;
}

bool ToolScopes::allows(const std::vector<std::string>& scopes, std::string_view tool) const {
    return std::any_of(scopes.begin(), scopes.end(), [&](const std::string& scope) {
        const auto found = scopes_.find(scope);
        return found != scopes_.end() &&
               std::any_of(found->second.begin(), found->second.end(),
                           [tool](const std::string& pattern) { return gives(pattern, tool); });
    });
}

std::string ToolScopes::scope_for(std::string_view tool) const {
    for (const auto& [name, tools] : scopes_) {
        if (allows({name}, tool)) return name;
    }
    return {};
}

std::vector<std::string> ToolScopes::names() const {
    std::vector<std::string> names;
    names.reserve(scopes_.size());
    for (const auto& [name, tools] : scopes_) names.push_back(name);
    return names;
}

}  // namespace iam::mcp
