#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

struct Plain {
    int number;
};

class Closed {
 public:
    Closed() = default;
};

struct OfPlain : Plain {
    int more;
};

struct OfClosed : Closed {
    int more;
};

}  // namespace desk

template <>
struct iam::codec<desk::Plain> {
    using wire = std::string;
    static desk::Plain from_wire(std::string);
    static std::string to_wire(const desk::Plain&);
};

template <>
struct iam::codec<desk::Closed> {
    using wire = std::string;
    static desk::Closed from_wire(std::string);
    static std::string to_wire(const desk::Closed&);
};

namespace desk {

/// Opens.
[[iam::tool({.read_only = true})]] void open(OfPlain plain,     // iam-error: hold it as a field
                                             OfClosed closed);  // iam-error: hold it as a field

}  // namespace desk
