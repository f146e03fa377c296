#pragma once

#include <iam/annotations.hpp>

#include <cstddef>
#include <vector>

namespace desk {

enum class Colour { red, green };
enum Shape { round, square };
struct Pen {};
inline int counter = 0;
void ring();

template <Colour colour>
struct Paint {
    int drops;
};
template <Shape shape>
struct Cut {
    int edges;
};
template <class T>
struct Of {
    int count;
};
template <int* place, void (*function)()>
struct At {
    int number;
};
template <int& place>
struct By {
    int number;
};
template <template <class> class Holder>
struct Made {
    int number;
};
template <std::nullptr_t nothing, bool flag, char letter, long long count>
struct Plain {
    int number;
};

/// Opens.
[[iam::tool({.read_only = true})]] void open(Paint<Colour::green> named,
                                             Paint<static_cast<Colour>(7)> unnamed,
                                             Cut<square> cut, Of<Pen* const> pen,
                                             Of<const Pen* const*> pens, At<&counter, ring> at,
                                             At<nullptr, nullptr> nowhere, By<counter> by,
                                             Made<Of> made, Plain<nullptr, true, 'x', -1> plain);

}  // namespace desk
