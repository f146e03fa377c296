// What a run makes: texts by name. emit/ produces them, io/ puts them on disk.
#pragma once

#include <string>

namespace iam::gen {

struct OutputFile {
    std::string name;  // relative to the output folder, with '/'
    std::string text;
};

}  // namespace iam::gen
