// Which headers can hold a tag at all, by their text: reading the others with clang would be for nothing.
#pragma once

#include <generator/frontend/frontend.hpp>

#include <cstddef>
#include <vector>

namespace iam::gen {

/// Indices of the headers that may hold tags. Macros for tags are those that the job names, those among its flags, and those that one of
/// its headers defines. Every header, where the flags include a file before everything else, which could define anything.
std::vector<std::size_t> headers_with_tags(const ParseJob& job);

}  // namespace iam::gen
