#include "chat/imports/inert_text.hpp"

#include "chat/conversation/for_models/result_text.hpp"
#include <iam/chat/sentinel.hpp>
#include <iam/core/json.hpp>

namespace iam::chat {
namespace {

constexpr std::size_t k_tool_name_bytes_max = 128;

std::string with_line_feeds(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!is_pair) out += text[i];
    }
    return out;
}

/// " of the tool "name"", or " of a tool".
std::string of_tool(std::string_view name) {
    if (name.empty()) return " of a tool";
    const std::string visible = bounded(shown(name), k_tool_name_bytes_max, "");
    return " of the tool " + OrderedJson(visible).dump();
}

std::string quotation(std::string_view text) {
    std::string out = "> ";
    for (const char byte : text) {
        out += byte;
        if (byte == '\n') out += "> ";
    }
    return out;
}

}  // namespace

std::string inert_text(std::string_view text) {
    return quote_sentinels(shown(with_line_feeds(text)));
}

std::string inert_call(std::string_view tool, std::string_view arguments) {
    return inert_text("Call" + of_tool(tool) + " in another program:\n" + quotation(arguments));
}

std::string inert_result(std::string_view tool, std::string_view result) {
    return inert_text("Result" + of_tool(tool) + " in another program:\n" + quotation(result));
}

}  // namespace iam::chat
