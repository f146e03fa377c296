// The table of documentation commands, and functions to take them out of single lines.
#include "generator/frontend/comments/doc_commands.hpp"

#include <generator/frontend/tags/tag_words.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace iam::gen {
namespace {

struct Row {
    CommandKind kind;
    std::string_view names;  // with a blank around each
};

constexpr std::array k_rows = {
    Row{CommandKind::parameter, " param "},
    Row{CommandKind::result, " return returns result "},
    Row{CommandKind::value, " retval retvals "},
    Row{CommandKind::text,
        " brief short details remark remarks description summary desc abstract discussion "
        "classdesc fileoverview overview "},
    Row{CommandKind::item, " li arg value "},
    Row{CommandKind::skipped,
        " tparam throw throws exception exceptions raises see sa seealso author authors since "
        "version todo bug date copyright license licence test deprecated complexity example "
        "exports fires emits listens event requires uses provides serial serialData serialField "
        "borrows tutorial maintainer reviewer index "},
    Row{CommandKind::line,
        " ingroup fileinfo lineinfo addtogroup defgroup weakgroup fn typedef namespace memberof "
        "headerfile idlexcept related relates relatedalso relatesalso publicsection "
        "protectedsection privatesection overload hideinitializer showinitializer callgraph "
        "callergraph hidecallgraph hidecallergraph "
        "showrefby hiderefby showrefs hiderefs showenumvalues hideenumvalues includegraph "
        "hideincludegraph includedbygraph hideincludedbygraph directorygraph hidedirectorygraph "
        "collaborationgraph hidecollaborationgraph inheritancegraph hideinheritancegraph "
        "groupgraph "
        "hidegroupgraph nosubgrouping endinternal endcode endverbatim endiliteral endiverbatim "
        "endcond endif else elseif enddot endmsc enduml endmermaid endhtmlonly endlatexonly "
        "endxmlonly endrtfonly endmanonly enddocbookonly endsecreflist secreflist refitem anchor "
        "addindex tableofcontents mainpage subpage subsection subsubsection subparagraph "
        "subsubparagraph noop raisewarning doxyconfig showdate "},
    Row{CommandKind::tag,
        " file name class struct union enum def var type interface concept category protocol "
        "property prop member dir extends augments implements inherits mixes mixin public "
        "protected "
        "private static pure qualifier async function func method module package access override "
        "virtual readonly global instance inner constructor constant const kind this page section "
        "paragraph final hidden list endlist inmodule relatesto reentrant threadsafe nonreentrant "
        "macro obsolete preliminary "},
    Row{CommandKind::paragraphs, " parblock endparblock "},
    Row{CommandKind::elsewhere,
        " copydoc copybrief copydetails image include includelineno includedoc snippet "
        "snippetlineno snippetdoc dontinclude line skip skipline until verbinclude htmlinclude "
        "latexinclude rtfinclude maninclude docbookinclude xmlinclude dotfile mscfile diafile "
        "plantumlfile mermaidfile xrefitem inheritDoc inheritdoc quotefile quotefromfile printline "
        "printto printuntil skipto skipuntil inlineimage "},
    Row{CommandKind::word, " c p a e em b ref l link linkplain endlink emoji n cite "},
};

struct Pair {
    std::string_view name;
    std::string_view extra;
};

constexpr std::array k_labels = {Pair{"note", "Note: "},           Pair{"warning", "Warning: "},
                                 Pair{"attention", "Attention: "}, Pair{"important", "Important: "},
                                 Pair{"pre", "Precondition: "},    Pair{"post", "Postcondition: "},
                                 Pair{"invariant", "Invariant: "}, Pair{"default", "Default: "}};
constexpr std::array k_block_commands = {Pair{"if", "endif"},
                                         Pair{"ifnot", "endif"},
                                         Pair{"dot", "enddot"},
                                         Pair{"msc", "endmsc"},
                                         Pair{"startuml", "enduml"},
                                         Pair{"mermaid", "endmermaid"},
                                         Pair{"latexonly", "endlatexonly"},
                                         Pair{"htmlonly", "endhtmlonly"},
                                         Pair{"xmlonly", "endxmlonly"},
                                         Pair{"rtfonly", "endrtfonly"},
                                         Pair{"manonly", "endmanonly"},
                                         Pair{"docbookonly", "enddocbookonly"}};
constexpr std::array k_hidden = {Pair{"internal", "endinternal"}, Pair{"cond", "endcond"}};
constexpr std::array k_codes = {Pair{"code", "endcode"}, Pair{"verbatim", "endverbatim"},
                                Pair{"iliteral", "endiliteral"}, Pair{"iverbatim", "endiverbatim"},
                                Pair{"badcode", "endcode"}};

bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
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

CommandKind kind_of(std::string_view name) {
    const std::string word = ' ' + std::string(name) + ' ';
    const auto* const found = std::find_if(k_rows.begin(), k_rows.end(), [&](const Row& row) {
        return row.names.find(word) != std::string_view::npos;
    });
    return found == k_rows.end() ? CommandKind::unknown : found->kind;
}

bool begins_section(CommandKind kind) {
    return kind != CommandKind::none && kind != CommandKind::unknown && kind != CommandKind::word &&
           kind != CommandKind::tag;
}

/// The position behind the code after the backtick at `at`; behind the backtick itself if no other
/// one follows.
std::size_t behind_code(std::string_view line, std::size_t at) {
    const std::size_t end = line.find('`', at + 1);
    return end == std::string_view::npos ? at + 1 : end + 1;
}

/// Removes the commands from the words of one line, from left to right.
class CommandWords {
 public:
    CommandWords(std::string_view text, LeftOut& left_out) : text_(text), left_out_(left_out) {}

    std::string run() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const std::string_view rest = text_.substr(at_);
            if (c == '`') {
                copy(behind_code(text_, at_) - at_);
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
    /// True if a command can begin here: not within a word, a path or an address.
    bool at_word_begin() const {
        return at_ == 0 ||
               (!is_word_part(text_[at_ - 1]) &&
                std::string_view(":/\\.").find(text_[at_ - 1]) == std::string_view::npos);
    }
    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }

    /// Takes escapes: \@ \# \< and the like, @@, "e.g.\ so", "1\. so" and the language mark
    /// "\~english".
    bool take_escape(std::string_view rest) {
        constexpr std::string_view k_escaped = "@#<>&$%\\\"";
        if (rest.size() < 2) return false;
        if (rest[0] == '\\' && rest[1] == '~') {
            at_ += 2;
            while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
            skip_blanks();
            return true;
        }
        const char before = at_ > 0 ? text_[at_ - 1] : ' ';
        if ((before == '.' && rest[0] == '\\' && is_blank(rest[1])) ||
            (is_word_part(before) && rest.starts_with("\\. "))) {
            ++at_;
            return true;
        }
        for (const std::string_view kept : {"\\---", "\\--", "\\::"}) {
            if (!rest.starts_with(kept)) continue;
            out_ += kept.substr(1);
            at_ += kept.size();
            return true;
        }
        const bool is_escape =
            rest[0] == '\\' ? k_escaped.find(rest[1]) != k_escaped.npos : rest[1] == '@';
        if (!is_escape) return false;
        out_ += rest[1];
        at_ += 2;
        return true;
    }

    /// Takes \f$ … \f$, \f[ … \f], \f( … \f) or \f{align}{ … \f} and keeps the formula.
    bool take_formula(std::string_view rest) {
        if (rest.size() < 3 || rest[1] != 'f' ||
            std::string_view("$[](){}").find(rest[2]) == std::string_view::npos)
            return false;
        at_ += 3;
        if (rest[2] != '{') return true;
        at_ = std::min(text_.find('}', at_), text_.size() - 1) + 1;
        if (text_.substr(at_).starts_with('{')) ++at_;
        skip_blanks();
        return true;
    }

    bool take_command(std::string_view rest) {
        const Command command = command_at(rest);
        const std::size_t end = command.name.size() + 1;
        const bool is_braced = rest.substr(std::min(end, rest.size())).starts_with('{');
        const bool is_apart = end >= rest.size() || is_blank(rest[end]) || is_braced;
        if (command.kind == CommandKind::unknown)
            return is_apart && take_unknown(command.name, rest[0]);
        if (command.kind != CommandKind::word || (!is_apart && command.name != "endlink"))
            return false;
        at_ += end;
        if (command.name != "endlink") skip_blanks();
        if (command.name == "n") out_ += ' ';
        if (command.name == "cite") left_out_.elsewhere.emplace_back("@cite");
        if (command.name == "cite" || command.name == "emoji" || command.name == "link")
            skip_word();
        if (command.name == "ref") take_reference();
        if (is_braced) take_braces();
        return true;
    }

    /// Takes an unknown "\word". An "@word" counts at the beginning of a line only, since people
    /// write names so in sentences.
    bool take_unknown(std::string_view name, char mark) {
        if (name.size() < 2 || (mark == '@' && at_ > 0)) return false;
        left_out_.unknown.push_back(mark + std::string(name));
        at_ += name.size() + 1;
        skip_blanks();
        return true;
    }

    void skip_word() {
        while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
        skip_blanks();
    }

    /// Takes `\c{the words}` and keeps the words.
    void take_braces() {
        const std::size_t end = text_.find('}', at_);
        if (end == std::string_view::npos) return;
        out_ += text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
    }

    /// Takes `@ref name "the text"` and keeps the text, if there is one.
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
    LeftOut& left_out_;
    std::size_t at_ = 0;
    std::string out_;
};

}  // namespace

Command command_at(std::string_view text) {
    if (text.size() < 2 || !is_mark(text[0])) return {};
    std::size_t end = 1;
    while (end < text.size() && is_letter(text[end])) ++end;
    const std::string_view name = text.substr(1, end - 1);
    if (name.empty() || (end < text.size() && (is_word_part(text[end]) || text[end] == '(')))
        return {CommandKind::none, name, {}};
    if (const Pair* label = find(k_labels, name)) return {CommandKind::label, name, label->extra};
    if (const Pair* block = find(k_block_commands, name))
        return {CommandKind::block, name, block->extra};
    if (const Pair* hidden = find(k_hidden, name))
        return {CommandKind::hidden, name, hidden->extra};
    if (const Pair* code = find(k_codes, name)) return {CommandKind::code, name, code->extra};
    if (name == "par") return {CommandKind::text, name, {}};
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

std::string without_word_commands(std::string_view text, LeftOut& left_out) {
    if (text.find_first_of("@\\%") == std::string_view::npos) return std::string(text);
    return CommandWords(text, left_out).run();
}

}  // namespace iam::gen
