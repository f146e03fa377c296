// The commands of Doxygen, Javadoc, JSDoc and QDoc by what is made of each, and their use within a
// line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

enum class CommandKind {
    none,        // no command of documentation: text
    unknown,     // formed like a command
    parameter,   // @param
    result,      // @return
    value,       // @retval: one value of the result
    text,        // @brief: a paragraph of the description
    label,       // @note: the same with a word before it
    item,        // @li
    skipped,     // @throws: a section for other readers
    line,        // @ingroup: a line for the program that makes documentation
    tag,         // @readonly: the same at the beginning of a line; in a sentence a word
    paragraphs,  // @parblock: several paragraphs of one section, up to their end
    elsewhere,   // @copydoc: a line that stands for text which is not here
    block,       // @dot: lines in another language, up to their end
    hidden,      // @internal: lines that no reader of the documentation sees, up to their end
    code,        // @code: lines that stay as they are, up to their end
    word         // @p: in front of a word, which is what remains
};

struct Command {
    CommandKind kind = CommandKind::none;
    std::string_view name;   // as it is written
    std::string_view extra;  // of a label its words, of a block the command that ends it
};

/// The command that the text begins with, "@name" or "\name".
Command command_at(std::string_view text);

/// Lines within which a command of a section stands, as in `/** Says. @param a one @return two */`,
/// one line for each of them.
std::vector<std::string_view> lines_of_sections(std::string_view line);

/// What a comment stands for and does not say, as it is written: "@copydoc", "<inheritdoc>".
struct LeftOut {
    std::vector<std::string> elsewhere;
    std::vector<std::string> unknown;  // commands and tags that are none of a house that we know
};

/// Takes the commands off words, formulas, links and escaped characters. Code between backticks
/// stays. Commands for which nothing can be said in their place are added to `left_out`.
std::string without_word_commands(std::string_view text, LeftOut& left_out);

}  // namespace iam::gen
