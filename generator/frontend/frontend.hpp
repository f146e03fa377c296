// Reads annotated headers with clang and says what they hold, as plain values. No clang type passes this border.
#pragma once

#include <generator/model/model.hpp>

#include <string>
#include <utility>
#include <vector>

namespace iam::gen {

struct ParseJob {
    std::string target;  ///< CMake target that the headers belong to
    std::vector<Header>
        headers;  ///< in the order of their list; tools belong to the header that spells their tag
    /// What the target is compiled with: include paths, definitions, the standard. Flags that clang 19 does not know
    /// are left out; without a standard it is C++20.
    std::vector<std::string> compile_flags;
    /// The command that compiles the target, without its flags: "g++", or a launcher and "g++". Where headers depend on the compiler, the
    /// text that its preprocessor makes of them is held against clang's. Empty: it is not.
    std::vector<std::string> compiler{};
    /// What that command is given; `compile_flags` may have more, which only clang knows.
    std::vector<std::string> compiler_flags{};
    /// Macros of the project's that stand for tags: a header that mentions neither one of these nor one of ours is not read.
    std::vector<std::string> tag_macros{};
    std::string
        project_root;  ///< paths in messages about missing HEADERS entries are relative to it
    /// Files that exist in memory only, path and text; they win over files on disk.
    std::vector<std::pair<std::string, std::string>> virtual_files;
    /// A folder of this target's and these flags' own, where precompiled standard headers are kept; empty: none are.
    std::string prefix_dir{};
    /// Pairs and tuples of different types are objects, as the portable profile has them, and not
    /// arrays.
    bool names_parts = true;
    /// For a program that ends after its parse: what clang has built is not taken down again.
    bool leave_memory = false;
};

struct Parsed {
    Model model;
    Diagnostics diagnostics;
};

/// Reads all headers in one parse; only where they do not go together in one translation unit, each by itself.
/// Companions are not bound yet and names not yet given: see check(). With an error among the diagnostics the model is
/// not complete. Reads files, writes none outside of prefix_dir; not for two threads at once (clang keeps its list of attributes per process).
Parsed parse(const ParseJob& job);

}  // namespace iam::gen
