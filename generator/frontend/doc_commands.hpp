// The commands of Doxygen, Javadoc and JSDoc by what is made of each, and their use within a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

enum class CommandKind {
    none,       // not a command of documentation: text
    parameter,  // @param
    result,     // @return
    text,       // @brief: a paragraph of the description
    label,      // @note: the same with a word before it
    item,       // @li
    skipped,    // @throws: a section for other readers
    line,       // @ingroup: a line for the program that makes documentation
    elsewhere,  // @copydoc: stands for text that is not here
    block,      // @dot: lines in another language, up to their end
    code,       // @code: lines that stay as they are, up to their end
    word        // @p: in front of a word, which is what remains
};

struct Command {
    CommandKind kind = CommandKind::none;
    std::string_view name;   // as it is written
    std::string_view extra;  // of a label its words, of a block the command that ends it
};

/// The command that the text begins with, "@name" or "\name".
Command command_at(std::string_view text);

/// Lines within which a command of a section stands, as in `/** Says. @param a one @return two */`, one line for each of them.
std::vector<std::string_view> lines_of_sections(std::string_view line);

/// Takes the commands off words, formulas, links and escaped characters. Code between backticks stays. Commands that stand for text
/// of another place are added to `left_out`.
std::string without_word_commands(std::string_view text, std::vector<std::string>& left_out);

}  // namespace iam::gen
