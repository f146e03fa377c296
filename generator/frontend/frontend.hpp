// Reads annotated headers with clang and returns their contents as plain values. No clang type
// passes this interface.
#pragma once

#include <generator/model/model.hpp>

#include <string>
#include <utility>
#include <vector>

namespace iam::gen {

struct ParseJob {
    std::string target;  ///< CMake target that the headers belong to
    /// In the order of the HEADERS list. A tool belongs to the header that spells its tag.
    std::vector<Header> headers;
    /// The flags that compile the target: include paths, definitions, the standard. Flags that
    /// clang 19 does not know are left out. Without a standard, gnu++20 is taken.
    std::vector<std::string> compile_flags;
    /// The command that compiles the target, without its flags: "g++", or a launcher and "g++". If
    /// headers depend on the compiler, the output of its preprocessor is compared with clang's.
    /// Empty: nothing is compared.
    std::vector<std::string> compiler{};
    /// The flags of that command. `compile_flags` may have more, which only clang knows.
    std::vector<std::string> compiler_flags{};
    /// Macros of the project that stand for tags. A header that mentions neither one of these nor
    /// one of ours is not read.
    std::vector<std::string> tag_macros{};
    /// Messages about missing HEADERS entries show paths relative to this folder.
    std::string project_root;
    /// Files that exist in memory only, path and text. They take precedence over files on disk.
    std::vector<std::pair<std::string, std::string>> virtual_files;
    /// The folder of this target and these flags for precompiled standard headers. Empty: nothing
    /// is precompiled.
    std::string prefix_dir{};
    /// True: pairs and tuples of different types are objects, as in the portable profile. False:
    /// they are arrays.
    bool names_parts = true;
    /// For a program that ends after its parse: the memory of clang is not freed.
    bool leave_memory = false;
};

struct Parsed {
    Model model;
    Diagnostics diagnostics;
};

/// Reads all headers in one parse. If they do not compile in one translation unit, each is read by
/// itself. Companions are not bound and names are not given yet: see check(). If the diagnostics
/// have an error, the model is incomplete. Reads files, and writes only in prefix_dir. Two threads
/// must not call it at once, since clang keeps its list of attributes per process.
Parsed parse(const ParseJob& job);

}  // namespace iam::gen
