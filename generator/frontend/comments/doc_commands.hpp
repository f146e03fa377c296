// The commands of Doxygen, Javadoc, JSDoc and QDoc by kind, and their removal from a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

enum class CommandKind {
    none,        // no command: text
    unknown,     // has the form of a command, and is not known
    parameter,   // @param
    result,      // @return
    value,       // @retval: one value of the result
    text,        // @brief: a paragraph of the description
    label,       // @note: a paragraph with a label before it
    item,        // @li
    skipped,     // @throws: a section for other readers
    line,        // @ingroup: a line for the program that makes documentation
    tag,         // @readonly: as line at the beginning of a line; elsewhere a word
    paragraphs,  // @parblock: several paragraphs of one section, up to their end
    elsewhere,   // @copydoc: a line that stands for text in another place
    block,       // @dot: lines in another language, up to their end
    hidden,      // @internal: lines that no reader of the documentation sees, up to their end
    code,        // @code: lines that stay as they are, up to their end
    word         // @p: a mark before a word; the word remains
};

struct Command {
    CommandKind kind = CommandKind::none;
    std::string_view name;   // as it is written
    std::string_view extra;  // a label's words, or the command at a block's end
};

/// The command at the beginning of the text, "@name" or "\name".
Command command_at(std::string_view text);

/// Splits a line before each command of a section, as in `/** Says. @param a one @return two */`.
/// Returns one line for each part.
std::vector<std::string_view> lines_of_sections(std::string_view line);

/// Commands and tags in place of text missing in the comment, as written: "@copydoc",
/// "<inheritdoc>".
struct LeftOut {
    std::vector<std::string> elsewhere;
    std::vector<std::string> unknown;  // commands and tags of no known documentation program
};

/// Removes commands from words, formulas, links and escaped characters. Code between backticks
/// stays. Unknown commands, and commands in place of text from elsewhere, are added to `left_out`.
std::string without_word_commands(std::string_view text, LeftOut& left_out);

}  // namespace iam::gen
