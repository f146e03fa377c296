// Reads annotated headers with clang and returns their contents as plain values. No clang type
// passes this interface.
#pragma once

#include <generator/model/model.hpp>

#include <string>
#include <utility>
#include <vector>

namespace iam::gen {

struct ParseJob {
    std::string target;  ///< CMake target of the headers
    /// In the order of the HEADERS list. A tool belongs to the header with its tag.
    std::vector<Header> headers;
    /// The target's compiler flags: include paths, definitions, the standard. Flags unknown to
    /// clang 19 are left out. Without a standard, gnu++20 is taken.
    std::vector<std::string> compile_flags;
    /// The target's compiler command, without its flags: "g++", or a launcher and "g++". If headers
    /// depend on the compiler, the output of its preprocessor is compared with clang's. Empty:
    /// nothing is compared.
    std::vector<std::string> compiler{};
    /// The flags of `compiler`. `compile_flags` may have more: flags known only to clang.
    std::vector<std::string> compiler_flags{};
    /// The project's macros in place of tags. If a header mentions neither one of these nor one of
    /// ours, it is not read.
    std::vector<std::string> tag_macros{};
    /// Messages about missing HEADERS entries show paths relative to this folder.
    std::string project_root;
    /// Files in memory only, path and text. They take precedence over files on disk.
    std::vector<std::pair<std::string, std::string>> virtual_files;
    /// The folder of this target and these flags for precompiled standard headers. Empty: nothing
    /// is precompiled.
    std::string prefix_dir{};
    /// True: pairs and tuples of different types are objects, as in the portable profile. False:
    /// they are arrays.
    bool names_parts = true;
    /// If true, the memory of clang is not freed: for programs about to end.
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
