#include "host/commands/chat/chat_line.hpp"

#include <iam/question/escape.hpp>

#include <array>

namespace iam::host {
namespace {

struct Row {
    std::string_view name;
    ChatLine::Kind kind;
};

constexpr std::array<Row, 9> k_line_rows = {{
    {"/undo", ChatLine::Kind::undo},
    {"/tools", ChatLine::Kind::tools},
    {"/model", ChatLine::Kind::model},
    {"/profile", ChatLine::Kind::profile},
    {"/retry", ChatLine::Kind::retry},
    {"/resume", ChatLine::Kind::resume},
    {"/export", ChatLine::Kind::save},
    {"/help", ChatLine::Kind::help},
    {"/quit", ChatLine::Kind::quit},
}};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view k_blank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(k_blank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(k_blank) + 1 - first);
}

}  // namespace

Result<ChatLine> read_chat_line(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.empty()) return ChatLine{ChatLine::Kind::nothing, {}};
    if (text.front() != '/') return ChatLine{ChatLine::Kind::text, std::string(line)};
    if (text.substr(0, 2) == "//")
        return ChatLine{ChatLine::Kind::text, std::string(text.substr(1))};
    const std::size_t end = text.find_first_of(" \t");
    const std::string_view name = text.substr(0, end);
    const std::string_view rest =
        end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end));
    for (const Row& row : k_line_rows)
        if (row.name == name) return ChatLine{row.kind, std::string(rest)};
    return fail(Errc::invalid_argument, "There is no command " +
                                            question::escape_for_display(name) +
                                            "; /help lists them. A text that begins with / is "
                                            "written with two.");
}

std::string_view chat_line_help() noexcept {
    return "/undo [ENTRY]   takes back the last call of this chat, or the one of this entry\n"
           "/tools          lists the tools, and which of them the model may use\n"
           "/tools off NAME keeps tools from the model in this chat; /tools on NAME undoes it\n"
           "/model          says which model answers\n"
           "/profile [NAME] shows the profile, or takes another one; - for none\n"
           "/retry          asks the model once more for its last answer; no call runs again\n"
           "/resume         goes on with a turn that was stopped, failed or waits\n"
           "/export [FILE]  writes this chat as Markdown, or as JSON lines if FILE ends with "
           ".jsonl\n"
           "/quit           ends the chat, as Ctrl-D does\n"
           "A text that begins with / is written with two: //etc\n";
}

}  // namespace iam::host
