// A header that depends on the compiler, where that cannot be asked.
#ifndef INPUT_HPP
#define INPUT_HPP
#include <iam/annotations.hpp>

namespace shop {

#if __has_include(<unistd.h>)
#endif
/// Counts shelves.
[[iam::tool({.read_only = true})]] int count_shelves();  // iam-error: 'no-such-compiler' cannot be started

}  // namespace shop

#endif
