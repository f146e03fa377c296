#include "mcp/server/authorization/challenge.hpp"

#include "mcp/server/http/http_session.hpp"
#include <iam/core/json.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_scheme = "bearer";

bool is_token_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') ||
           std::string_view("-._~+/").find(letter) != std::string_view::npos;
}

bool is_bearer_scheme(std::string_view value) {
    return value.size() >= k_scheme.size() &&
           std::equal(k_scheme.begin(), k_scheme.end(), value.begin(),
                      [](char wanted, char letter) {
                          return letter == wanted ||
                                 letter == static_cast<char>(wanted - 'a' + 'A');
                      }) &&
           (value.size() == k_scheme.size() || value[k_scheme.size()] == ' ');
}

/// RFC 6750 §2.1: b64token.
bool is_b64token(std::string_view text) {
    const std::size_t end = text.find_last_not_of('=');
    return end != std::string_view::npos &&
           std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end) + 1,
                       is_token_letter);
}

std::string joined_scopes(const std::vector<std::string>& scopes) {
    std::string text;
    for (const std::string& scope : scopes) text += (text.empty() ? "" : " ") + scope;
    return text;
}

void add_called_tool(const Json& message, std::vector<std::string>& tools) {
    if (!message.is_object()) return;
    const auto method = message.find("method");
    if (method == message.end() || !method->is_string() ||
        method->get_ref<const std::string&>() != "tools/call")
        return;
    const auto params = message.find("params");
    if (params == message.end() || !params->is_object()) return;
    const auto tool = params->find("name");
    if (tool != params->end() && tool->is_string()) tools.push_back(tool->get<std::string>());
}

}  // namespace

Bearer bearer_in(const net::Fields& fields) {
    const std::size_t count = fields.count("Authorization");
    if (count == 0) return {};
    if (count > 1) return {.kind = Bearer::Kind::malformed};
    std::string_view value = *fields.find("Authorization");
    if (!is_bearer_scheme(value)) return {};
    value.remove_prefix(k_scheme.size());
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    if (!is_b64token(value)) return {.kind = Bearer::Kind::malformed};
    return {.kind = Bearer::Kind::token, .token = std::string(value)};
}

Result<ResourceUrl> read_resource(std::string_view url) {
    const std::size_t scheme = url.starts_with("https://") ? 8 : url.starts_with("http://") ? 7 : 0;
    const bool is_plain = std::all_of(url.begin(), url.end(), [](char letter) {
        return letter > ' ' && letter <= '~' &&
               std::string_view("\"\\<>@?#").find(letter) == std::string_view::npos;
    });
    const std::size_t path = std::min(url.find('/', scheme), url.size());
    if (scheme == 0 || !is_plain || path == scheme) {
        return fail(Errc::invalid_argument,
                    "\"" + std::string(url) +
                        "\" is no URL of a server; write one such as https://desk.example/mcp, "
                        "without user, query and fragment");
    }
    ResourceUrl read{std::string(url.substr(0, path)), std::string(url.substr(path))};
    if (read.path == "/") read.path.clear();
    return read;
}

net::Response challenge(unsigned status, const Challenge& with, const ChallengeError& error) {
    std::string text = "Bearer";
    const auto add = [&text](std::string_view name, std::string_view value) {
        if (value.empty()) return;
        text += text.size() == k_scheme.size() ? " " : ", ";
        text.append(name).append("=\"").append(value).append("\"");
    };
    add("error", error.code);
    add("error_description", error.reason);
    add("scope", joined_scopes(with.scopes));
    add("resource_metadata", with.metadata_url);
    net::Response response =
        refusal(status, error.reason.empty() ? "A token is needed: send Authorization: Bearer."
                                             : error.reason);
    response.fields.add("WWW-Authenticate", std::move(text));
    response.fields.add("Cache-Control", "no-store");
    return response;
}

std::vector<std::string> called_tools(std::string_view message) {
    // As the conversation reads it, or less strictly.
    const auto body = parse_json(message, {.allow_nul = true});
    std::vector<std::string> tools;
    if (!body) return tools;
    if (body->is_array()) {
        for (const Json& one : *body) add_called_tool(one, tools);
    } else {
        add_called_tool(*body, tools);
    }
    return tools;
}

}  // namespace iam::mcp
