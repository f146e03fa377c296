#include "mcp/server/http/checks.hpp"

#include "mcp/protocol/revision.hpp"
#include "mcp/server/http/http_session.hpp"

#include <algorithm>
#include <string>

namespace iam::mcp {
namespace {

constexpr std::string_view k_blanks = " \t";

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(k_blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(k_blanks) + 1 - first);
}

char lower(char letter) noexcept {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_same_word(std::string_view left, std::string_view right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](char a, char b) { return lower(a) == lower(b); });
}

/// The media type without its parameters.
std::string_view media_type(std::string_view value) {
    return without_blanks(value.substr(0, value.find(';')));
}

bool lists(std::string_view values, std::string_view wanted) {
    const std::string_view any_of_kind = wanted.substr(0, wanted.find('/') + 1);
    while (!values.empty()) {
        const std::size_t end = std::min(values.find(','), values.size());
        const std::string_view type = media_type(values.substr(0, end));
        values.remove_prefix(std::min(end + 1, values.size()));
        if (type == "*/*" || is_same_word(type, wanted)) return true;
        if (type.size() == any_of_kind.size() + 1 && type.back() == '*' &&
            is_same_word(type.substr(0, any_of_kind.size()), any_of_kind))
            return true;
    }
    return false;
}

bool accepts(const net::Request& request, std::string_view type) {
    for (const net::Field& field : request.fields.all()) {
        if (is_same_word(field.name, "Accept") && lists(field.value, type)) return true;
    }
    return false;
}

}  // namespace

Refusal check_post(const net::Request& request) {
    const auto type = request.fields.find("Content-Type");
    if (!type || !is_same_word(media_type(*type), "application/json"))
        return refusal(415, "The Content-Type of a message is application/json.");
    if (!accepts(request, "application/json") || !accepts(request, "text/event-stream"))
        return refusal(406, "Accept must list application/json and text/event-stream.");
    return std::nullopt;
}

Refusal check_get(const net::Request& request) {
    if (accepts(request, "text/event-stream")) return std::nullopt;
    return refusal(406, "Accept must list text/event-stream.");
}

Refusal check_revision(const net::Request& request) {
    const auto named = request.fields.find("MCP-Protocol-Version");
    if (!named || revision_of(*named)) return std::nullopt;
    return refusal(400, "MCP-Protocol-Version is no revision with sessions; the latest is " +
                            std::string(to_string(k_latest_revision)) + ".");
}

std::string_view path_of(std::string_view target) noexcept {
    return target.substr(0, target.find('?'));
}

}  // namespace iam::mcp
