// E6 a scope that is one letter off, or part of the name; other vendors' attributes are theirs.
#ifndef INPUT_HPP
#define INPUT_HPP
#include <iam/annotations.hpp>

namespace desk {

[[ima::tool({.read_only = true})]] int first();  // iam-warning: the scope of 'ima::tool' is not iam
[[IAM::tool]] int second();  // iam-warning: write iam::tool
[[using am: preview(first)]] int third();  // iam-warning: the scope of 'am::preview' is not iam
[[iamm::undo(first)]] int fourth();  // iam-warning: write iam::undo
[[ian::tol]] int fifth();  // iam-warning: write iam::tool
[[tool]] int sixth();
[[iam_tool]] int seventh();  // iam-warning: 'iam_tool' stands without the scope iam
struct [[ima::secret]] Key {  // iam-warning: write iam::secret
    [[ima::secret]] int bits;  // iam-warning: write iam::secret
};
enum class [[iam1::flags]] Colour { red = 1 };  // iam-warning: write iam::flags
using Hour [[ima::range(0, 23)]] = int;  // iam-warning: write iam::range
inline int eighth([[ima::range(0, 1)]] int bit) {  // iam-warning: write iam::range
    [[ima::unit("s")]] const int delay = bit;  // iam-warning: write iam::unit
    return delay;
}
[[other::tool]] [[gnu::format(printf, 1, 2)]] int ninth(const char* text, ...);
[[ima::cold]] [[nodiscard]] int tenth();

}  // namespace desk

#endif
