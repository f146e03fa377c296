// A header that tells GCC and clang different things of names, hints, bounds, types and constants.
#ifndef INPUT_HPP
#define INPUT_HPP
#include <iam/annotations.hpp>

#include <climits>
#include <string>

#include "terms.hpp"

namespace shop {

/// Lends a tool to a neighbour.
[[iam::tool({.destructive = false, .idempotent = true, .open_world = false})]]
void lend(const std::string& GIVER, const std::string& TAKER);  // iam-error: reads 'shop::lend' differently: it sees 'taker' where iam-gen, as clang, sees 'giver'

/// Clears a shelf.
[[iam::tool({.destructive = LOSES, .idempotent = true, .open_world = false})]] void clear_shelf();  // iam-error: it sees 'true' where iam-gen, as clang, sees 'false'

/// Stocks a shelf.
[[iam::tool({.destructive = false, .idempotent = true, .open_world = false})]]
void stock(AT_MOST_TEN int pieces);  // iam-error: it sees 'int' where iam-gen, as clang, sees '['

#if defined(__GNUC__) && !defined(__clang__)
using Shelf = long long;
#else
using Shelf = signed char;  // iam-error: does not see 'shop::Shelf'
#endif
/// Picks a shelf.
[[iam::tool({.read_only = true})]] int pick(Shelf shelf);

struct Box {
    int width = 1;
#ifdef __clang__
    [[iam::range(1, 9)]]  // iam-error: reads 'shop::Box' differently
#endif
    int height = 1;
    FORCE_INLINE int area() const { return width * height; }
};
enum class Size {
    small,
#ifndef __clang__
    middle,
#endif
    large,  // iam-error: reads 'shop::Size' differently: it sees 'middle' where iam-gen, as clang, sees 'large'
};
/// Packs a box.
[[iam::tool({.destructive = false, .idempotent = true, .open_world = false})]] void pack(const Box& box, Size size);

/// Counts boxes; the bound is a constant that the compiler decides.
[[iam::tool({.read_only = true})]] int count([[iam::range(0, k_most)]] int most);

/// The same for both, in spite of attributes and numbers that each compiler spells in its own way.
[[iam::tool({.read_only = true})]] PURE int weigh([[iam::range(0, INT_MAX)]] int box);

/// Its words are the same, and the condition is about its body.
[[iam::tool({.read_only = true})]] inline int lift(int box) {
#ifdef __clang__
    return box;
#else
    return box + 0;
#endif
}

}  // namespace shop

#endif
