#include "mcp/client/http/bad_response.hpp"

#include "mcp/client/http/message_facts.hpp"
#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>
#include <iam/question/escape.hpp>

#include <utility>

namespace iam::mcp {
namespace {

std::string_view first_characters(std::string_view text, std::size_t count) {
    // An invalid byte is shown as a character of its own.
    if (!is_valid_utf8(text)) return text.substr(0, count);
    std::string_view rest = text;
    for (; count > 0 && !rest.empty(); --count) take_code_point(rest);
    return text.substr(0, text.size() - rest.size());
}

std::string_view way_out(unsigned status) {
    if (status == 401 || status == 403) return "; check the authorization of this server.";
    if (status == 404 || status == 405) return "; check the URL of this server.";
    if (status == 429 || status >= 500) return "; try again later.";
    return "; the log of the server may say why.";
}

}  // namespace

std::string shown_body(std::string_view body) {
    const std::string_view begin = first_characters(body, k_shown_body_characters);
    std::string line(begin);
    for (char& c : line) {
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    }
    std::string shown = question::escape_for_display(line);
    if (begin.size() < body.size()) shown += "…";
    return shown;
}

rpc::ErrorObject error_of_response(unsigned status, const std::string& body) {
    // The owner has to see a refusal as such.
    if (status != 401 && status != 403) {
        if (auto error = error_without_id(body)) return *std::move(error);
    }
    return error_of_status(status, body);
}

rpc::ErrorObject error_of_status(unsigned status, const std::string& body) {
    rpc::ErrorObject error;
    error.code = static_cast<std::int64_t>(status);
    error.message = "The server answered with HTTP " + std::to_string(status);
    if (!body.empty()) error.message += " and the text \"" + shown_body(body) + "\"";
    error.message += way_out(status);
    if (parse_json(body, {.allow_nul = true})) error.data = body;
    return error;
}

std::string media_type_of(std::string_view content_type) {
    std::string type(content_type.substr(0, content_type.find(';')));
    while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.pop_back();
    for (char& c : type) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    return type;
}

}  // namespace iam::mcp
