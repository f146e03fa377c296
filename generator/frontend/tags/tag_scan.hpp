// Selects the headers with possible tags by their text. clang need not read the others.
#pragma once

#include <generator/frontend/frontend.hpp>

#include <cstddef>
#include <vector>

namespace iam::gen {

/// Indices of the headers with possible tags. Macros for tags are named by the job, or defined in
/// its flags or in one of its headers. If the flags include a file before everything else, every
/// header is returned, since this file could define anything.
std::vector<std::size_t> headers_with_tags(const ParseJob& job);

}  // namespace iam::gen
