#include "chat/conversation/transcript/chat_log.hpp"
#include "iam/chat/export_text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace iam::chat {
namespace {

std::string_view heading_of(Role role) {
    switch (role) {
        case Role::system:
            return "## System\n\n";
        case Role::user:
            return "## Person\n\n";
        case Role::assistant:
            return "## Model\n\n";
        case Role::tool:
            return "## Tool\n\n";
    }
    return "";
}

/// Who wrote the message; of an import, who wrote it there.
std::string heading_of(const MessageView& message) {
    if (message.segments.empty() || message.segments[0].source.kind != Source::Kind::import)
        return std::string(heading_of(message.role));
    std::string heading(heading_of(message.segments[0].role));
    heading.insert(heading.find_last_not_of('\n') + 1, " of an import");
    return heading;
}

/// A fence longer than any row of backticks in the text.
std::string fenced_block(const std::string& text, std::string_view language) {
    std::size_t longest = 0;
    std::size_t row = 0;
    for (const char c : text) {
        row = c == '`' ? row + 1 : 0;
        longest = std::max(longest, row);
    }
    const std::string fence(std::max<std::size_t>(3, longest + 1), '`');
    return fence + std::string(language) + "\n" + text +
           (text.empty() || text.back() == '\n' ? "" : "\n") + fence + "\n\n";
}

/// True for a line of "=" or "-" alone. Behind a line of text it makes that line a heading.
bool is_underline(std::string_view line) {
    const char mark = line.front();
    const std::size_t end = line.find_first_not_of(mark);
    return (mark == '=' || mark == '-') &&
           line.find_first_not_of(" \t", std::min(end, line.size())) == std::string_view::npos;
}

/// The text with a backslash before each line that would make a heading: the headings are ours.
std::string without_headings(std::string_view text) {
    std::string out;
    bool is_behind_text = false;
    while (!text.empty()) {
        const std::size_t size = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, size);
        const std::size_t first = std::min(line.find_first_not_of(" \t"), size);
        const std::string_view words = line.substr(first);
        const bool is_heading =
            !words.empty() && (words.front() == '#' || (is_behind_text && is_underline(words)));
        out += line.substr(0, first);
        if (is_heading) out += '\\';
        out += words;
        const std::size_t next =
            std::min(size + (text.substr(size, 2) == "\r\n" ? 2 : 1), text.size());
        out += text.substr(size, next - size);
        text.remove_prefix(next);
        is_behind_text = !words.empty();
    }
    return out;
}

void append_call(std::string& out, const MessageView::CallView& call) {
    out += "Call of `" + call.call.name + "`:\n\n" + fenced_block(call.call.arguments, "json");
    if (!call.result) {
        out += "It has no result.\n\n";
        return;
    }
    const CallEnded& result = *call.result;
    out += result.code.empty() ? "Result" : "Failed (" + result.code + ")";
    if (!result.entry.empty()) out += ", entry " + result.entry;
    out += result.text.empty() ? ".\n\n" : ":\n\n" + fenced_block(result.text, "");
}

}  // namespace

Result<std::vector<MessageView>> branch_of(std::vector<Step> steps) {
    ChatLog log;
    for (Step& step : steps) IAM_CHECK(log.add(std::move(step)));
    std::vector<MessageView> views;
    for (const LoggedMessage* message : log.path(log.leaf())) views.push_back(log.view(*message));
    return views;
}

std::string markdown_of(const std::vector<MessageView>& messages) {
    std::string out;
    for (const MessageView& message : messages) {
        out += heading_of(message);
        for (const Segment& segment : message.segments) {
            const bool is_import = segment.source.kind == Source::Kind::import;
            const std::string text(is_import ? plain_text(segment)
                                             : std::string_view(segment.text));
            if (!text.empty()) out += without_headings(text) + "\n\n";
        }
        for (const MessageView::CallView& call : message.calls) append_call(out, call);
    }
    return out;
}

}  // namespace iam::chat
