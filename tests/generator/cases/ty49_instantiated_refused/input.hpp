#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Doubles.
template <class T>
[[iam::tool({.name = "twice", .read_only = true})]] T twice(T value) {
    return value + value;
}
template int twice<int>(int);
template long twice<long>(long);  // iam-error: a plain function with a tag of its own

/// Halves.
template <class T>
[[iam::tool({.read_only = true})]] T halve(T value) {
    return value / 2;
}
template int halve<int>(int);  // iam-error: give the tag of the template a .name

/// Adds.
template <class... T>
[[iam::tool({.name = "add", .read_only = true})]] int add(T... values) {
    return (0 + ... + values);
}
template int add<int, int>(int, int);  // iam-error: take a std::vector

/// Tells.
template <class T>
[[iam::tool({.name = "tell", .read_only = true})]] int tell(T* value) {  // iam-error: a pointer
    return *value;
}
template int tell<int>(int*);

struct Size {
    double width;
};

/// Measures.
template <Size Least>
[[iam::tool({.name = "measure", .read_only = true})]] bool measure(double width) {
    return width > Least.width;
}
template bool measure<Size{0.5}>(double);  // iam-error: cannot name

/// Of a template that is specialised nothing is instantiated.
template <class T>
[[iam::tool({.name = "third", .read_only = true})]] T third(T value);  // iam-error: instantiate it explicitly
template <>
int third<int>(int value);

/// The same of a class.
template <class T>
struct Box {
    [[iam::tool({.name = "open", .read_only = true})]] static T open();  // iam-error: write a plain function
};
template struct Box<int>;

/// Shows.
template <class T>
[[iam::preview(twice)]] iam::Preview show(T value);  // iam-error: write a plain function

}  // namespace desk
