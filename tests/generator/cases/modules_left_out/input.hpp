// Flags of modules, which the parser has none of.
#ifndef INPUT_HPP
#define INPUT_HPP
#include <iam/annotations.hpp>

namespace desk {

#ifndef __cpp_modules
/// Counts.
[[iam::tool({.read_only = true})]] int count();
#endif

}  // namespace desk

#endif
