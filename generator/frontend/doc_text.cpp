// Takes the text of a doc comment apart, conservatively: what is not a known command stays text.
#include <generator/frontend/doc_text.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace iam::gen {
namespace {

enum class Section { description, parameter, result, skipped };

constexpr std::array k_text_commands = {std::string_view("brief"),   std::string_view("short"),
                                        std::string_view("details"), std::string_view("par"),
                                        std::string_view("remark"),  std::string_view("remarks")};
constexpr std::array k_result_commands = {std::string_view("return"), std::string_view("returns"),
                                          std::string_view("result")};
constexpr std::array k_skipped_commands = {
    std::string_view("tparam"),     std::string_view("throw"),      std::string_view("throws"),
    std::string_view("exception"),  std::string_view("see"),        std::string_view("sa"),
    std::string_view("author"),     std::string_view("since"),      std::string_view("version"),
    std::string_view("todo"),       std::string_view("bug"),        std::string_view("ingroup"),
    std::string_view("file"),       std::string_view("date"),       std::string_view("copyright"),
    std::string_view("retval"),     std::string_view("test"),       std::string_view("internal"),
    std::string_view("addtogroup"), std::string_view("defgroup"),   std::string_view("name"),
    std::string_view("copydoc"),    std::string_view("deprecated"), std::string_view("complexity")};
/// Commands in front of a word, which is what remains.
constexpr std::array k_word_commands = {
    std::string_view("c"),  std::string_view("p"), std::string_view("a"),  std::string_view("e"),
    std::string_view("em"), std::string_view("b"), std::string_view("ref")};
constexpr std::array k_label_commands = {
    std::pair{std::string_view("note"), std::string_view("Note: ")},
    std::pair{std::string_view("warning"), std::string_view("Warning: ")},
    std::pair{std::string_view("attention"), std::string_view("Attention: ")},
    std::pair{std::string_view("pre"), std::string_view("Precondition: ")},
    std::pair{std::string_view("post"), std::string_view("Postcondition: ")}};

template <class List>
bool has_word(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// "@param" → "param"; empty where the text does not start with a command.
std::string_view command_of(std::string_view text) {
    if (text.size() < 2 || (text[0] != '@' && text[0] != '\\')) return {};
    std::size_t end = 1;
    while (end < text.size() && is_letter(text[end])) ++end;
    return text.substr(1, end - 1);
}

std::string without_word_commands(std::string_view text) {
    if (text.find_first_of("@\\") == text.npos) return std::string(text);
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const bool at_word = i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]));
        const std::string_view command = at_word ? command_of(text.substr(i)) : std::string_view();
        const std::size_t after = i + 1 + command.size();
        if (has_word(k_word_commands, command) && after < text.size() && is_blank(text[after])) {
            i = after + 1;
            while (i < text.size() && is_blank(text[i])) ++i;
        } else {
            out += text[i++];
        }
    }
    return out;
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

class Parser {
 public:
    DocText run(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            line(trimmed(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return std::move(doc_);
    }

 private:
    void line(std::string_view text) {
        if (text.empty()) {
            if (section_ != Section::description) open(Section::description);
            paragraph_ended_ = true;
            return;
        }
        const std::string_view command = command_of(text);
        if (command.empty() || !start_section(command, trimmed(text.substr(command.size() + 1))))
            append(text);
    }

    /// False where the command is a word of the text.
    bool start_section(std::string_view command, std::string_view rest) {
        if (command == "param") {
            start_parameter(rest);
        } else if (has_word(k_result_commands, command)) {
            open(Section::result);
            append(rest);
        } else if (has_word(k_text_commands, command)) {
            open(Section::description);
            paragraph_ended_ = true;
            append(rest);
        } else if (has_word(k_skipped_commands, command)) {
            open(Section::skipped);
        } else {
            const auto* label =
                std::find_if(k_label_commands.begin(), k_label_commands.end(),
                             [&](const auto& entry) { return entry.first == command; });
            if (label == k_label_commands.end()) return false;
            open(Section::description);
            paragraph_ended_ = true;
            append(std::string(label->second) + std::string(rest));
        }
        return true;
    }

    void start_parameter(std::string_view rest) {
        if (!rest.empty() && rest[0] == '[') {  // [in], [out]
            rest = trimmed(rest.substr(std::min(rest.find(']'), rest.size() - 1) + 1));
        }
        std::size_t end = 0;
        while (end < rest.size() && !is_blank(rest[end])) ++end;
        std::string_view name = rest.substr(0, end);
        if (!name.empty() && name.back() == ':') name.remove_suffix(1);
        doc_.parameters.emplace_back(std::string(name), std::string());
        open(Section::parameter);
        append(trimmed(rest.substr(end)));
    }

    void open(Section section) {
        section_ = section;
        paragraph_ended_ = false;
    }

    void append(std::string_view text) {
        if (text.empty() || section_ == Section::skipped) return;
        std::string& target = section_ == Section::parameter ? doc_.parameters.back().second
                              : section_ == Section::result  ? doc_.result
                                                             : doc_.description;
        if (!target.empty()) {
            target += paragraph_ended_ ? "\n\n" : starts_list_item(text) ? "\n" : " ";
        }
        paragraph_ended_ = false;
        target += without_word_commands(text);
    }

    DocText doc_;
    Section section_ = Section::description;
    bool paragraph_ended_ = false;
};

}  // namespace

DocText parse_doc_text(std::string_view text) {
    return Parser().run(text);
}

}  // namespace iam::gen
