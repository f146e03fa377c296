// How clang is run here, whatever it is run for: on a main file in memory, with the flags of a job.
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
    std::string prefix{};  ///< precompiled file of what comes before the text; empty: none
    std::string output{};  ///< where the action writes; empty: it does not
};

struct Ran {
    bool has_run = false;
    std::set<std::string> files{};  ///< those that clang opened, the main file not among them
};

/// Runs the action to its end; what it makes of the text is its own business.
Ran run_action(const ParseJob& job, const Invocation& invocation,
               std::unique_ptr<clang::FrontendAction> action, clang::DiagnosticConsumer& errors);

/// A path as build tools understand it: they shorten "a/b/.." to "a" without looking, which is another folder where b is a link.
std::string build_path(std::string_view path);

/// Reads declarations, and of bodies only those that types depend on.
void read_declarations_only(clang::CompilerInstance& compiler);

/// Takes "#pragma GCC diagnostic" for any other unknown pragma: where there is one, clang looks up the state at the place of every
/// diagnostic that it weighs, which costs a hundredth of the whole parse.
void ignore_diagnostic_pragmas(clang::Preprocessor& preprocessor);

}  // namespace iam::gen
