#pragma once

#include <iam/annotations.hpp>

#include <vector>

namespace desk {

struct Key {
    int number;
    bool operator==(const Key&) const = default;
};

template <Key key>
struct Lock {
    int turns;
    enum class State { open, shut };
};

template <class T>
struct Around {
    int count;
};

template <class... T>
struct Many {
    int count;
};

template <double width>
struct Gap {
    int count;
};

/// Opens.
[[iam::tool({.read_only = true})]] void open(Lock<Key{3}> lock,              // iam-error: generated code cannot spell
                                             Lock<Key{4}>::State state,      // iam-error: generated code cannot spell
                                             Around<Lock<Key{5}>*> around,   // iam-error: generated code cannot spell
                                             Many<int, Lock<Key{6}>> many,   // iam-error: generated code cannot spell
                                             Gap<0.5> gap);                  // iam-error: generated code cannot spell

}  // namespace desk
