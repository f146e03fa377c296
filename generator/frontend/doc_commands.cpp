// One table of commands, and passes over single lines.
#include <generator/frontend/doc_commands.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace iam::gen {
namespace {

using Kind = CommandKind;

struct Row {
    Kind kind;
    std::string_view names;  // with a blank around each
};

constexpr std::array k_rows = {
    Row{Kind::parameter, " param "},
    Row{Kind::result, " return returns result "},
    Row{Kind::text,
        " brief short details par remark remarks description summary desc abstract discussion "},
    Row{Kind::item, " li arg "},
    Row{Kind::skipped,
        " tparam throw throws exception exceptions raises see sa author authors since version todo "
        "bug date copyright license retval retvals test internal deprecated complexity example "
        "category template typedef "},
    Row{Kind::line,
        " ingroup file addtogroup defgroup weakgroup name fn class struct union enum def var "
        "namespace interface concept property memberof headerfile related relates relatedalso "
        "relatesalso extends implements public protected private publicsection protectedsection "
        "privatesection static pure overload hideinitializer showinitializer callgraph callergraph "
        "hidecallgraph hidecallergraph nosubgrouping showrefby hiderefby parblock endparblock "
        "endinternal endcode endverbatim async function method module package access override "
        "anchor tableofcontents page mainpage subpage section subsection subsubsection paragraph "
        "noop "},
    Row{Kind::elsewhere,
        " copydoc copybrief copydetails image include includelineno includedoc snippet "
        "snippetlineno snippetdoc dontinclude line skip skipline until verbinclude htmlinclude "
        "latexinclude dotfile mscfile diafile plantumlfile xrefitem inheritDoc inheritdoc cite "},
    Row{Kind::word, " c p a e em b ref link endlink emoji n "},
};

struct Pair {
    std::string_view name;
    std::string_view extra;
};

constexpr std::array k_labels = {Pair{"note", "Note: "},           Pair{"warning", "Warning: "},
                                 Pair{"attention", "Attention: "}, Pair{"important", "Important: "},
                                 Pair{"pre", "Precondition: "},    Pair{"post", "Postcondition: "},
                                 Pair{"invariant", "Invariant: "}};
constexpr std::array k_blocks = {Pair{"cond", "endcond"},
                                 Pair{"if", "endif"},
                                 Pair{"ifnot", "endif"},
                                 Pair{"dot", "enddot"},
                                 Pair{"msc", "endmsc"},
                                 Pair{"startuml", "enduml"},
                                 Pair{"latexonly", "endlatexonly"},
                                 Pair{"htmlonly", "endhtmlonly"},
                                 Pair{"xmlonly", "endxmlonly"},
                                 Pair{"rtfonly", "endrtfonly"},
                                 Pair{"manonly", "endmanonly"},
                                 Pair{"docbookonly", "enddocbookonly"}};
constexpr std::array k_codes = {Pair{"code", "endcode"}, Pair{"verbatim", "endverbatim"},
                                Pair{"iliteral", "endiliteral"}, Pair{"iverbatim", "endiverbatim"}};

bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_word_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
bool is_mark(char c) {
    return c == '@' || c == '\\';
}

template <class List>
const Pair* find(const List& list, std::string_view name) {
    const auto* const found =
        std::find_if(list.begin(), list.end(), [&](const Pair& pair) { return pair.name == name; });
    return found == list.end() ? nullptr : found;
}

Kind kind_of(std::string_view name) {
    const std::string word = ' ' + std::string(name) + ' ';
    const auto* const found = std::find_if(k_rows.begin(), k_rows.end(), [&](const Row& row) {
        return row.names.find(word) != std::string_view::npos;
    });
    return found == k_rows.end() ? Kind::none : found->kind;
}

bool begins_section(Kind kind) {
    return kind != Kind::none && kind != Kind::word && kind != Kind::line;
}

/// Behind the code that begins with the backtick at `at`, or behind the backtick alone.
std::size_t behind_code(std::string_view line, std::size_t at) {
    const std::size_t end = line.find('`', at + 1);
    return end == std::string_view::npos ? at + 1 : end + 1;
}

/// Takes the commands off the words of one line, from left to right.
class Words {
 public:
    Words(std::string_view text, std::vector<std::string>& left_out)
        : text_(text), left_out_(left_out) {}

    std::string run() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const std::string_view rest = text_.substr(at_);
            if (c == '`') {
                copy(behind_code(text_, at_) - at_);
            } else if (rest.starts_with("{@") && take_braces(rest)) {
                continue;
            } else if (is_mark(c) && (take_escape(rest) || take_formula(rest) ||
                                      (at_word_begin() && take_command(rest)))) {
                continue;
            } else if (c == '%' && at_word_begin() && rest.size() > 1 && is_letter(rest[1])) {
                ++at_;  // %word: no link
            } else {
                copy(1);
            }
        }
        while (!out_.empty() && is_blank(out_.back())) out_.pop_back();
        return std::move(out_);
    }

 private:
    void copy(std::size_t count) {
        out_ += text_.substr(at_, count);
        at_ += count;
    }
    bool at_word_begin() const { return at_ == 0 || !is_word_part(text_[at_ - 1]); }
    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }

    /// \@ \# \< and the like, and @@.
    bool take_escape(std::string_view rest) {
        constexpr std::string_view k_escaped = "@#<>&$%\\\"";
        if (rest.size() < 2) return false;
        const bool is_escape =
            rest[0] == '\\' ? k_escaped.find(rest[1]) != k_escaped.npos : rest[1] == '@';
        if (!is_escape) return false;
        out_ += rest[1];
        at_ += 2;
        return true;
    }

    /// \f$ … \f$, \f[ … \f], \f( … \f): the formula remains.
    bool take_formula(std::string_view rest) {
        if (rest.size() < 3 || rest[1] != 'f' ||
            std::string_view("$[]()").find(rest[2]) == std::string_view::npos)
            return false;
        at_ += 3;
        return true;
    }

    /// {@link X}, {@code x}: what stands within remains.
    bool take_braces(std::string_view rest) {
        const std::size_t end = rest.find('}');
        if (end == std::string_view::npos) return false;
        std::string_view inner = rest.substr(2, end - 2);
        const Command command = command_at(rest.substr(1));
        at_ += end + 1;
        if (command.kind == Kind::elsewhere) {
            left_out_.push_back("{@" + std::string(command.name) + '}');
            return true;
        }
        std::size_t name = 0;
        while (name < inner.size() && is_letter(inner[name])) ++name;
        inner.remove_prefix(name);
        while (!inner.empty() && is_blank(inner.front())) inner.remove_prefix(1);
        out_ += inner;
        return true;
    }

    bool take_command(std::string_view rest) {
        const Command command = command_at(rest);
        if (command.kind == Kind::elsewhere) {
            left_out_.push_back('@' + std::string(command.name));
        } else if (command.kind != Kind::word) {
            return false;
        }
        const std::size_t end = command.name.size() + 1;
        if (end < rest.size() && !is_blank(rest[end]) && command.name != "endlink") return false;
        at_ += end;
        if (command.name != "endlink") skip_blanks();
        if (command.name == "n") out_ += ' ';
        if (command.kind == Kind::elsewhere || command.name == "emoji" || command.name == "link")
            skip_word();
        if (command.name == "ref") take_reference();
        return true;
    }

    void skip_word() {
        while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
        skip_blanks();
    }

    /// `@ref name "the text"`: the text, where there is one.
    void take_reference() {
        std::size_t end = at_;
        while (end < text_.size() && !is_blank(text_[end])) ++end;
        const std::size_t quote = text_.find_first_not_of(" \t", end);
        if (quote == std::string_view::npos || text_[quote] != '"') return;
        const std::size_t close = text_.find('"', quote + 1);
        if (close == std::string_view::npos) return;
        out_ += text_.substr(quote + 1, close - quote - 1);
        at_ = close + 1;
    }

    std::string_view text_;
    std::vector<std::string>& left_out_;
    std::size_t at_ = 0;
    std::string out_;
};

}  // namespace

Command command_at(std::string_view text) {
    if (text.size() < 2 || !is_mark(text[0])) return {};
    std::size_t end = 1;
    while (end < text.size() && is_letter(text[end])) ++end;
    const std::string_view name = text.substr(1, end - 1);
    if (name.empty() || (end < text.size() && (text[end] == '_' || text[end] == '(')))
        return {Kind::none, name, {}};
    if (const Pair* label = find(k_labels, name)) return {Kind::label, name, label->extra};
    if (const Pair* block = find(k_blocks, name)) return {Kind::block, name, block->extra};
    if (const Pair* code = find(k_codes, name)) return {Kind::code, name, code->extra};
    return {kind_of(name), name, {}};
}

std::vector<std::string_view> lines_of_sections(std::string_view line) {
    std::vector<std::string_view> out;
    std::size_t begin = 0;
    for (std::size_t at = 1; at < line.size();) {
        if (line[at] == '`') {
            at = behind_code(line, at);
            continue;
        }
        if (is_mark(line[at]) && is_blank(line[at - 1]) &&
            begins_section(command_at(line.substr(at)).kind)) {
            out.push_back(line.substr(begin, at - begin));
            begin = at;
        }
        ++at;
    }
    out.push_back(line.substr(begin));
    return out;
}

std::string without_word_commands(std::string_view text, std::vector<std::string>& left_out) {
    if (text.find_first_of("@\\%") == std::string_view::npos) return std::string(text);
    return Words(text, left_out).run();
}

}  // namespace iam::gen
