// Watches whether the user's text asks which compiler reads it. If it does, another compiler may
// see other declarations.
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

/// The uses in the user's text of macros that depend on the compiler. They are macros that
/// compilers define, such as __clang__ or __has_include, and macros that system headers define
/// depending on these. Names of machines, systems and limits mean the same to all compilers and do
/// not count.
struct CompilerQuestions {
    bool has_condition = false;                     ///< an #if or the like asks
    std::vector<clang::SourceLocation> expansions;  ///< uses of such macros outside of conditions
    /// Names that an #if found undefined. A system header may define them for another compiler.
    std::set<std::string> undefined{};
};

/// Fills `questions`, which outlives the parse. The user's text is that outside of system headers,
/// and that of listed headers.
void watch_compiler_questions(const ParseJob& job, clang::Preprocessor& preprocessor,
                              CompilerQuestions& questions);

/// The declarations behind the tools if they may depend on the compiler; else nothing. They do if a
/// condition asks for the compiler, or for an undefined name that other text could define. They
/// also do if such a macro is used in the lines of one of them.
std::vector<DeclaredText> texts_of_compiler(Reader& reader, const CompilerQuestions& questions);

}  // namespace iam::gen
