// Watches whether the user's text asks which compiler reads it: then another compiler may see other declarations.
#pragma once

#include <generator/frontend/compilers/declared_lines.hpp>
#include <generator/frontend/frontend.hpp>

#include <clang/Basic/SourceLocation.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}  // namespace clang

namespace iam::gen {

/// What the user's text asks of the compiler: of macros that compilers define, such as __clang__ or __has_include, and of those that
/// system headers may define after they asked. The names of machines, systems and limits mean the same to all compilers.
struct CompilerQuestions {
    bool has_condition = false;                     ///< an #if or the like asks
    std::vector<clang::SourceLocation> expansions;  ///< uses of such macros outside of conditions
    /// Names that an #if found undefined: of another compiler's a system header may define them.
    std::set<std::string> undefined{};
};

/// Fills `questions`, which outlives the parse. The user's text is that of no system header, and that of listed headers.
void watch_compiler_questions(const ParseJob& job, clang::Preprocessor& preprocessor,
                              CompilerQuestions& questions);

/// The declarations behind the tools, if a condition asks, also for an undefined name that text of a system header could define, or if
/// such a macro is used in the lines of one of them. Else nothing: every compiler reads the same.
std::vector<DeclaredText> texts_of_compiler(Reader& reader, const CompilerQuestions& questions);

}  // namespace iam::gen
