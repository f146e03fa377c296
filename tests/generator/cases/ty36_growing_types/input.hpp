#pragma once

#include <iam/annotations.hpp>

#include <list>
#include <optional>
#include <vector>

namespace desk {

template <class T>
struct Deep {
    int x;
    std::vector<Deep<std::vector<T>>> vectors;
    std::vector<Deep<std::list<T>>> lists;
};

template <class T>
struct Outer {
    struct Row {
        std::vector<typename Outer<std::optional<T>>::Row> rows;
    };
};

template <class T, class U>
struct Twice {
    std::vector<Twice<Twice<T, U>, Twice<U, T>>> in;
};

template <class T>
class Box {};

template <class T>
struct Nest {
    T held;
};

}  // namespace desk

template <class T>
struct iam::codec<desk::Box<T>> {
    using wire = desk::Box<desk::Box<T>>;
    static desk::Box<T> from_wire(wire);
    static wire to_wire(const desk::Box<T>&);
};

namespace desk {

/// Opens.
[[iam::tool({.read_only = true})]] void open(
    Deep<int> deep,         // iam-error: 'desk::Deep', of which there are more than 8
    Deep<bool> known,       // Not again.
    Outer<int>::Row row,    // iam-error: 'desk::Outer::Row', of which there are more than 8
    Twice<int, bool> two,   // iam-error: 'desk::Twice', of which there are more than 8
    Box<int> box,           // iam-error: 'desk::Box', of which there are more than 8
    Nest<Nest<Nest<Nest<Nest<Nest<Nest<Nest<int>>>>>>>> nest);  // 8 of one template end.

}  // namespace desk
