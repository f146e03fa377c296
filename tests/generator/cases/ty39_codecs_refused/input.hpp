#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lib {

class Bare {};
class Half {};
class Made {
 public:
    explicit Made(int);
};
class Maybe {};
class Ring {};
class Pointing {};
class Later;
class Worded {};

}  // namespace lib

template <>
struct iam::codec<lib::Bare> {};

template <>
struct iam::codec<lib::Half> {
    using wire = int;
    static lib::Half from_wire(int number);
};

template <class T>
struct Both {
    using wire = int;
    static T from_wire(int number);
    static int to_wire(const T& value);
};

template <>
struct iam::codec<lib::Made> : Both<lib::Made> {};
template <>
struct iam::codec<lib::Later> : Both<lib::Later> {};

template <>
struct iam::codec<lib::Worded> {
    using wire = std::string;
    static lib::Worded from_wire(std::string);
    static std::string to_wire(const lib::Worded&);
};

template <>
struct iam::codec<lib::Maybe> : Both<lib::Maybe> {
    using wire = std::optional<int>;
};

template <>
struct iam::codec<lib::Ring> : Both<lib::Ring> {
    using wire = std::vector<lib::Ring>;
};

template <>
struct iam::codec<lib::Pointing> : Both<lib::Pointing> {
    using wire = const int*;
};

namespace desk {

/// Opens.
[[iam::tool({.idempotent = true})]] void open(lib::Bare bare,   // iam-error: does not say what it is in JSON
                                              lib::Half half,   // iam-error: lacks 'from_wire' or 'to_wire'
                                              lib::Made made,   // iam-error: no default constructor
                                              lib::Maybe maybe, // iam-error: may be missing
                                              lib::Ring ring,   // iam-error: holds it again
                                              lib::Pointing at, // iam-error: a pointer
                                              lib::Later later, // iam-error: only declared
                                              [[iam::range(0, 1)]] lib::Worded worded); // iam-error: whose iam::codec makes it 'std::string' in JSON

}  // namespace desk
