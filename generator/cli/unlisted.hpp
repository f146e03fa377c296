// The command iam-gen unlisted: finds tags without a tool, since their file is not among the
// headers.
#pragma once

#include <generator/model/source.hpp>

#include <string>
#include <vector>

namespace iam::gen::cli {

struct UnlistedArguments {
    std::string target;
    std::string project_root;
    std::string build_root;
    std::string flags_file;
    std::string sources_file;  // the target's sources and header sets, one a line
    std::string listed_file;   // headers of other targets (their tags make tools there), one a line
    std::string stamp;
    std::string depfile;
    std::vector<std::string> headers;  // of this target: iam-gen itself warns of their includes
    std::vector<std::string> tag_macros;
    std::vector<std::string> silenced;
    Colours colours = Colours::never;
};

/// Warns of each file once, writes the stamp, and returns the exit code.
int find_unlisted(const UnlistedArguments& arguments);

}  // namespace iam::gen::cli
