#include "mcp/client/http/streamable/standard_fields.hpp"

#include "mcp/client/http/message_facts.hpp"
#include <iam/core/base64.hpp>

#include <algorithm>

namespace iam::mcp {
namespace {

constexpr std::string_view k_encoded_begin = "=?base64?";
constexpr std::string_view k_encoded_end = "?=";

bool is_plain_value(std::string_view text) {
    if (text.empty()) return true;
    if (text.front() == ' ' || text.back() == ' ') return false;
    if (text.starts_with(k_encoded_begin) && text.ends_with(k_encoded_end)) return false;
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7f'; });
}

std::string_view name_member(std::string_view method) {
    if (method == "tools/call" || method == "prompts/get") return "name";
    return method == "resources/read" ? "uri" : "";
}

}  // namespace

std::string field_value_of(std::string_view text) {
    if (is_plain_value(text)) return std::string(text);
    return std::string(k_encoded_begin) + to_base64(text) + std::string(k_encoded_end);
}

net::Fields standard_fields(std::string_view method, std::string_view params) {
    net::Fields fields;
    fields.add("Mcp-Method", field_value_of(method));
    const std::string_view member = name_member(method);
    if (member.empty()) return fields;
    if (const auto name = text_member(params, member))
        fields.add("Mcp-Name", field_value_of(*name));
    return fields;
}

}  // namespace iam::mcp
