#pragma once

#include <iam/annotations.hpp>

namespace desk {

template <class T>
struct Page {
    /// What may be done.
    enum [[iam::flags]] Bits : unsigned {
        none = 0,
        read = 1,  ///< looking at it
        write = 2
    };
    /// Which it is.
    enum class Kind {
        first,  ///< the one in front
        last
    };
    enum class [[iam::flags]] Marks : unsigned { red = 1, green = 2 };
    enum class Id : unsigned {};

    Bits bits = Bits::read;
    Kind kind = Kind::last;
    Marks marks;
    Id id;
    T value;
};

/// Turns pages.
[[iam::tool({.read_only = true})]] Page<int>::Kind turn(Page<int> page, Page<bool>::Kind kind,
                                                        Page<int>::Bits bits = Page<int>::write);

}  // namespace desk
