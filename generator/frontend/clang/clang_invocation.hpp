// Runs a clang action on a main file in memory, with the flags of a job.
#pragma once

#include <generator/frontend/frontend.hpp>

#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace clang {
class CompilerInstance;
class DiagnosticConsumer;
class FrontendAction;
class Preprocessor;
}  // namespace clang

namespace iam::gen {

constexpr const char* k_main_file = "iam-gen-headers.cpp";

struct Invocation {
    std::string main_text;
    std::string prefix{};  ///< precompiled file in front of the text; empty: none
    std::string output{};  ///< path of the action's output; empty: none
};

struct Ran {
    bool has_run = false;
    std::set<std::string> files{};  ///< files opened by clang, without the main file
};

/// Runs the action to its end. clang's errors go to `errors`; other results stay with the action.
Ran run_action(const ParseJob& job, const Invocation& invocation,
               std::unique_ptr<clang::FrontendAction> action, clang::DiagnosticConsumer& errors);

/// A path as build tools understand it. They shorten "a/b/.." to "a" without a look at the disk,
/// but if b is a link, "a/b/.." is another folder.
std::string build_path(std::string_view path);

/// Makes clang read declarations, and function bodies only if types depend on them.
void read_declarations_only(clang::CompilerInstance& compiler);

/// Makes clang treat "#pragma GCC diagnostic" and "#pragma clang diagnostic" as unknown pragmas.
/// Otherwise clang looks up the pragma state at the place of every diagnostic it considers. This
/// costs 1 % of a parse.
void ignore_diagnostic_pragmas(clang::Preprocessor& preprocessor);

}  // namespace iam::gen
