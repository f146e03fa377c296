// A scope that is one letter off, with a name of ours; other vendors' attributes are theirs.
#ifndef INPUT_HPP
#define INPUT_HPP
#include <iam/annotations.hpp>

namespace desk {

[[ima::tool({.read_only = true})]] int first();  // iam-warning: the scope of 'ima::tool' is not iam
[[IAM::tool]] int second();  // iam-warning: write iam::tool
[[using am: preview(first)]] int third();  // iam-warning: the scope of 'am::preview' is not iam
[[iamm::undo(first)]] int fourth();  // iam-warning: write iam::undo
[[other::tool]] [[gnu::format(printf, 1, 2)]] int fifth(const char* text, ...);
[[ima::cold]] int sixth();

}  // namespace desk

#endif
