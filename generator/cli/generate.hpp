// The command iam-gen generate. Builds call it without its name.
#pragma once

#include <generator/emit/manifest.hpp>
#include <generator/model/source.hpp>

#include <string>
#include <vector>

namespace iam::gen::cli {

enum class Format { text, json, sarif };

struct GenerateArguments {
    std::string target;
    std::string out_dir;
    std::string project_root;
    std::string build_root;
    std::string stamp;
    std::string depfile;
    std::string sources;                  // output path for the list of the project's read files
    std::string prefix_dir;               // where to keep precompiled standard headers
    std::vector<std::string> tag_macros;  // of the project's; they stand for tags
    std::string flags_file;
    std::vector<std::string> compiler;      // the target's, a word each
    std::vector<std::string> reader_flags;  // for iam-gen's own clang only
    std::vector<std::string> headers;
    std::vector<std::string> flags;
    Profile profile = Profile::portable;
    Format format = Format::text;
    std::string diagnostics_file;
    bool require_docs = false;
    std::string name_prefix;            // as CheckOptions::name_prefix
    std::vector<std::string> silenced;  // ids of warnings disabled for this target
    Colours colours = Colours::never;   // of the error output
};

/// Reports the diagnostics, writes the files if there is no error, and returns the exit code.
int generate(const GenerateArguments& arguments);

}  // namespace iam::gen::cli
