// Watches for questions about the compiler in the user's text. If there are any, another compiler
// may see other declarations.
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

/// The uses in the user's text of macros dependent on the compiler. Compilers define some of them,
/// for example __clang__ or __has_include. System headers define others depending on these. Names
/// of machines, systems and limits mean the same to all compilers and do not count.
struct CompilerQuestions {
    bool has_condition = false;                     ///< an #if or the like asks
    std::vector<clang::SourceLocation> expansions;  ///< uses of these macros outside of conditions
    /// Names found undefined by an #if. A system header may define them for another compiler.
    std::set<std::string> undefined{};
};

/// Fills `questions`. They must outlive the parse. The user's text is the text outside of system
/// headers, and the text of listed headers.
void watch_compiler_questions(const ParseJob& job, clang::Preprocessor& preprocessor,
                              CompilerQuestions& questions);

/// The declarations behind the tools if they may depend on the compiler; else nothing. They do if a
/// condition asks for the compiler, or for an undefined name with a possible definition in other
/// text. They also do if a macro of the compiler is used in the lines of one of them.
std::vector<DeclaredText> texts_of_compiler(Reader& reader, const CompilerQuestions& questions);

}  // namespace iam::gen
