// Splits the text of a doc comment into its parts. Unknown commands stay text.
#include "generator/frontend/comments/doc_text.hpp"

#include <generator/frontend/comments/doc_markup.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace iam::gen {
namespace {

enum class Section { description, parameter, result, skipped };

constexpr std::string_view k_blanks = " \t\r";
constexpr std::array<std::string_view, 4> k_dashes = {"-", ":", "\xE2\x80\x93", "\xE2\x80\x94"};

std::string_view without_end(std::string_view text) {
    return text.substr(0, text.find_last_not_of(k_blanks) + 1);
}

std::string_view trimmed(std::string_view text) {
    return without_end(text.substr(std::min(text.find_first_not_of(k_blanks), text.size())));
}

/// True for the frame of a banner: three or more characters, all of a kind used to draw lines.
bool is_frame(std::string_view line) {
    return line.size() >= 3 && line.find_first_not_of("*/=-#~_+ ") == std::string_view::npos;
}

constexpr std::string_view k_border = "*/=-#~";

/// The position where the right side of a box begins, "text *" or "text ===="; the end of the line
/// if there is none. In a comment with frames, one blank before the side is enough.
std::size_t right_side(std::string_view line, bool is_framed) {
    const std::size_t last = line.find_last_not_of(k_border);
    if (last == std::string_view::npos || line[last] != ' ') return line.size();
    const std::size_t width = line.size() - last - 1;
    const bool is_far =
        is_framed || line.starts_with('*') || line.substr(0, last + 1).ends_with("  ");
    const bool is_side = width >= 3 || (width > 0 && line[last + 1] == '*' && is_far);
    return is_side ? last : line.size();
}

/// The line without the sides of a box, "* text *", or of a heading between lines, "=== text ===".
std::string_view without_border(std::string_view line, bool is_framed) {
    const std::size_t end = right_side(line, is_framed);
    const std::size_t begin = std::min(line.find_first_not_of(k_border), end);
    const bool is_item = begin == 1 && end == line.size();
    if (begin > 0 && line.substr(begin).starts_with(' ') && line[0] != '#' && line[0] != '-' &&
        !is_item)
        return trimmed(line.substr(begin, end - begin));
    const bool is_heading = begin >= 3 && end < line.size();
    return trimmed(is_heading ? line.substr(begin, end - begin) : line.substr(0, end));
}

/// The text without the dash between a name and its text: "- text", ": text".
std::string_view without_dash(std::string_view text) {
    for (const std::string_view dash : k_dashes) {
        if (!text.starts_with(dash)) continue;
        if (text.size() == dash.size() || text[dash.size()] == ' ' || text[dash.size()] == '\t')
            return trimmed(text.substr(dash.size()));
    }
    return text;
}

/// The text without "[in]", "[out]" or "[in,out]".
std::string_view without_direction(std::string_view text) {
    if (!text.starts_with('[')) return text;
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return text;
    std::string inner(text.substr(1, end - 1));
    std::erase_if(inner, [](char c) { return c == ' ' || c == ','; });
    const bool is_direction = inner == "in" || inner == "out" || inner == "inout";
    return is_direction ? trimmed(text.substr(end + 1)) : text;
}

/// The text without the type in JSDoc's braces, "{int} text".
std::string_view without_type(std::string_view text) {
    if (!text.starts_with('{') || text.starts_with("{@")) return text;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
        if (depth == 0) return trimmed(text.substr(i + 1));
    }
    return text;
}

bool starts_list_item(std::string_view line) {
    if (line.size() > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ')
        return true;
    std::size_t digits = 0;
    while (digits < line.size() && std::isdigit(static_cast<unsigned char>(line[digits])) != 0)
        ++digits;
    return digits > 0 && digits + 1 < line.size() && (line[digits] == '.' || line[digits] == ')') &&
           line[digits + 1] == ' ';
}

/// Takes the names off the beginning of the text: "a", "a, b" or "[a=1]".
std::vector<std::string> take_names(std::string_view& text) {
    std::vector<std::string> names;
    bool goes_on = true;
    while (goes_on && !text.empty()) {
        const bool is_optional = text.front() == '[';
        if (is_optional) text.remove_prefix(1);
        const std::size_t end =
            std::min(text.find_first_of(is_optional ? "]" : " \t,"), text.size());
        std::string_view name = trimmed(text.substr(0, end));
        text = trimmed(text.substr(std::min(end + (is_optional ? 1 : 0), text.size())));
        if (is_optional) name = trimmed(name.substr(0, name.find('=')));
        name = name.substr(0, name.find_first_of(" \t\r"));  // a bracket may be unclosed
        if (name.ends_with(':')) name.remove_suffix(1);
        while (name.size() > 2 && name.front() == name.back() && (name[0] == '`' || name[0] == '*'))
            name = name.substr(1, name.size() - 2);
        names.emplace_back(name);
        goes_on = text.starts_with(',');
        if (goes_on) text = trimmed(text.substr(1));
    }
    if (names.empty()) names.emplace_back();
    return names;
}

/// The parameter's name in "@hour: text", the style of the Linux kernel and of GTK; empty for other
/// text.
std::string_view named_by_mark(const Command& command, std::string_view text) {
    if (!text.starts_with('@')) return {};
    const std::size_t end = std::min(text.find_first_of(": \t"), text.size());
    const std::string_view name = text.substr(1, end - 1);
    const bool has_colon = text.substr(end).starts_with(':') && !text.substr(end).starts_with("::");
    const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    });
    constexpr std::array k_kinds = {CommandKind::none,     CommandKind::unknown, CommandKind::line,
                                    CommandKind::tag,      CommandKind::item,    CommandKind::word,
                                    CommandKind::elsewhere};
    const bool may_be = std::find(k_kinds.begin(), k_kinds.end(), command.kind) != k_kinds.end();
    return has_colon && is_name && may_be ? name : std::string_view();
}

/// True for the first line of a fence, "```cpp". Code between three backticks in one line is none.
bool opens_fence(std::string_view text) {
    if (!text.starts_with("```") && !text.starts_with("~~~")) return false;
    const std::size_t behind = std::min(text.find_first_not_of(text[0]), text.size());
    return text.find(text.substr(0, 3), behind) == std::string_view::npos;
}

class Parser {
 public:
    DocText run(std::string_view comment) {
        const std::string plain = without_markup(comment, doc_.left_out);
        const std::vector<std::string_view> lines = lines_of(plain);
        is_framed_ = std::any_of(lines.begin(), lines.end(), [](std::string_view text) {
            return is_frame(trimmed(text)) && text.find('*') != std::string_view::npos;
        });
        for (const std::string_view text : lines) physical_line(text);
        if (block_ == Block::code) end_code();
        return std::move(doc_);
    }

 private:
    enum class Block { none, code, left_out };

    static std::vector<std::string_view> lines_of(std::string_view text) {
        std::vector<std::string_view> lines;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            lines.push_back(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return lines;
    }

    void physical_line(std::string_view raw) {
        if (block_ != Block::none) return line_of_block(raw);
        const std::string_view text = without_border(trimmed(raw), is_framed_);
        if (opens_fence(text))
            return begin_code(text.substr(0, text.find_first_not_of(text[0])), text);
        if (is_frame(text)) return line({});
        for (const std::string_view part : lines_of_sections(text)) {
            if (block_ == Block::none)
                line(trimmed(part));
            else
                line_of_block(part);
        }
    }

    void line(std::string_view text) {
        if (text.empty()) {
            if (section_ != Section::description && !in_paragraphs_) open(Section::description);
            paragraph_ended_ = true;
            return;
        }
        if (text == "@{" || text == "@}" || text == "\\{" || text == "\\}") return;
        const Command command = command_at(text);
        if (const std::string_view name = named_by_mark(command, text); !name.empty())
            return start_parameter(text.substr(1));
        if (!start_section(command, text)) append(text);
    }

    /// False if the command is a word of the text.
    bool start_section(const Command& command, std::string_view text) {
        const std::string_view rest = trimmed(
            text.substr(std::min(text.size(), command.name.empty() ? 0 : command.name.size() + 1)));
        switch (command.kind) {
            case CommandKind::none:
            case CommandKind::unknown:
            case CommandKind::word:
                return false;
            case CommandKind::parameter:
                start_parameter(rest);
                break;
            case CommandKind::result:
                open(Section::result);
                append(without_dash(without_type(rest)));
                break;
            case CommandKind::value:
                start_value(rest);
                break;
            case CommandKind::text:
            case CommandKind::label:
                start_paragraph(command, rest);
                break;
            case CommandKind::item:
                append("- " + std::string(rest));
                break;
            case CommandKind::skipped:
                open(Section::skipped);
                break;
            case CommandKind::line:
            case CommandKind::tag:
                break;
            case CommandKind::paragraphs:
                in_paragraphs_ = command.name == "parblock";
                append(rest);
                break;
            case CommandKind::elsewhere:
                doc_.left_out.elsewhere.push_back('@' + std::string(command.name));
                break;
            case CommandKind::block:
            case CommandKind::hidden:
                start_block(command, rest);
                break;
            case CommandKind::code:
                begin_code(command.extra, "```");
                if (!rest.empty() && rest.front() != '{') line_of_block(rest);
                break;
        }
        return true;
    }

    /// "@par" with a title begins a paragraph, and the title ends in a colon. Without one it
    /// continues the section with a new paragraph.
    void start_paragraph(const Command& command, std::string_view rest) {
        const bool is_par = command.name == "par";
        if (!is_par || !rest.empty()) open(Section::description);
        paragraph_ended_ = true;
        const bool is_title = is_par && !rest.empty() && !rest.ends_with(':');
        append(std::string(command.extra) + std::string(rest) + (is_title ? ":" : ""));
    }

    /// Takes "@retval 0 on success".
    void start_value(std::string_view rest) {
        const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
        open(Section::result);
        append("- " + std::string(rest.substr(0, end)) + ": " +
               std::string(without_dash(trimmed(rest.substr(end)))));
    }

    void start_parameter(std::string_view rest) {
        rest = without_type(without_direction(rest));
        if (rest.starts_with('<')) return open(Section::skipped);  // Java's <T>
        std::vector<std::string> names = take_names(rest);
        open(Section::parameter);
        named_together_ = names.size();
        for (std::string& name : names)
            doc_.parameters.emplace_back(std::move(name), std::string());
        append(without_dash(without_direction(rest)));
    }

    void open(Section section) {
        section_ = section;
        paragraph_ended_ = false;
    }

    void append(std::string_view text) {
        if (text.empty() || section_ == Section::skipped) return;
        if (section_ == Section::description && doc_.description.empty())
            text = without_direction(text);
        const std::string words = without_word_commands(text, doc_.left_out);
        const std::string plain(trimmed(words));  // "@n" in front of a line is a blank
        if (!plain.empty()) add(plain, starts_list_item(text) ? "\n" : " ");
    }

    /// Adds text to the description, the result, or each of the parameters named together.
    void add(const std::string& text, std::string_view separator) {
        const auto add_to = [&](std::string& target) {
            if (!target.empty()) target += paragraph_ended_ ? "\n\n" : separator;
            target += text;
        };
        if (section_ == Section::parameter) {
            for (std::size_t i = 1; i <= named_together_; ++i)
                add_to(doc_.parameters[doc_.parameters.size() - i].second);
        } else {
            add_to(section_ == Section::result ? doc_.result : doc_.description);
        }
        paragraph_ended_ = false;
    }

    void start_block(const Command& command, std::string_view rest) {
        if (command.kind == CommandKind::block && section_ != Section::skipped)
            doc_.left_out.elsewhere.push_back('@' + std::string(command.name));
        block_ = Block::left_out;
        block_end_ = command.extra;
        depth_ = 1;
        if (!rest.empty()) line_of_block(rest);
    }

    void begin_code(std::string_view end, std::string_view opening) {
        block_ = Block::code;
        block_end_ = end;
        code_ = opening;
        depth_ = 1;
    }

    void line_of_block(std::string_view raw) {
        const std::string_view text = trimmed(raw);
        const bool is_fence = block_end_.starts_with("```") || block_end_.starts_with("~~~");
        const std::size_t end =
            is_fence ? (text.starts_with(block_end_) ? 0 : text.npos) : end_of_block(text);
        if (end == std::string_view::npos) {
            const bool is_first = code_.find('\n') == std::string::npos;
            if (block_ == Block::code && !(is_first && text.empty()))
                code_ += '\n' + std::string(without_end(raw));
            return;
        }
        if (block_ == Block::code) {
            const std::string_view last = is_fence ? "" : trimmed(text.substr(0, end));
            if (!last.empty()) code_ += '\n' + std::string(last);
            end_code();
        }
        block_ = Block::none;
        if (is_fence) return;
        const std::string_view behind = text.substr(end + 1 + block_end_.size());
        if (!trimmed(behind).empty()) physical_line(behind);
    }

    /// The position of the command at the end of the block. Blocks with the same end may be nested.
    std::size_t end_of_block(std::string_view text) {
        for (std::size_t at = text.find_first_of("@\\"); at != std::string_view::npos;
             at = text.find_first_of("@\\", at + 1)) {
            const Command command = command_at(text.substr(at));
            if (command.name == block_end_ && --depth_ == 0) return at;
            if (block_ == Block::left_out && command.extra == block_end_) ++depth_;
        }
        return std::string_view::npos;
    }

    /// Adds the code to the text around it as one piece.
    void end_code() {
        block_ = Block::none;
        if (section_ == Section::skipped) return;
        code_.erase(code_.find_last_not_of('\n') + 1);
        const std::string fence(code_.substr(0, code_.find_first_not_of(code_[0])));
        add(code_ + '\n' + fence, "\n");
        if (section_ == Section::description) paragraph_ended_ = true;
    }

    DocText doc_;
    Section section_ = Section::description;
    bool paragraph_ended_ = false;
    std::size_t named_together_ = 0;
    Block block_ = Block::none;
    std::string_view block_end_;
    int depth_ = 0;
    std::string code_;
    bool is_framed_ = false;
    bool in_paragraphs_ = false;
};

}  // namespace

DocText parse_doc_text(std::string_view text) {
    return Parser().run(text);
}

}  // namespace iam::gen
