// The output of a run: texts by name. emit/ makes them, io/ writes them to disk.
#pragma once

#include <string>

namespace iam::gen {

struct OutputFile {
    std::string name;  // relative to the output folder, with '/'
    std::string text;
};

}  // namespace iam::gen
