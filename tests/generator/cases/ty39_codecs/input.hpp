#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lib {

/// Of another library, with nothing that is public.
class Text {
 public:
    Text() = default;
    explicit Text(std::string text);
    std::string text() const;

 private:
    std::string text_;
};

template <class Number, int count>
class Vector {
 public:
    Vector() = default;

 private:
    Number numbers_[count];
};

enum class Level { low, high };

}  // namespace lib

namespace desk {

/// Where something is.
struct Place {
    /// To the right.
    double x;
    double y = 0;
};

}  // namespace desk

template <>
struct iam::codec<lib::Text> {
    using wire = std::string;
    static lib::Text from_wire(const std::string& text);
    static std::string to_wire(const lib::Text& text);
};

template <class Number, int count>
struct iam::codec<lib::Vector<Number, count>> {
    using wire = desk::Place;
    static std::optional<lib::Vector<Number, count>> from_wire(wire place);
    static wire to_wire(const lib::Vector<Number, count>& vector);
};

template <>
struct iam::codec<lib::Level> {
    using wire = int;
    static lib::Level from_wire(int level);
    static int to_wire(lib::Level level);
};

namespace desk {

/// Writes.
/// @param text  what
/// @param at    where
[[iam::tool({.read_only = true})]] std::vector<lib::Text> write(
    [[iam::length(1, 5), iam::pattern("^[a-z]+$"), iam::example("abc")]] const lib::Text& text,
    std::optional<lib::Vector<double, 2>> at, [[iam::range(0, 3)]] lib::Level level,
    std::variant<lib::Text, lib::Level, lib::Vector<float, 3>> any, lib::Text last = {});

}  // namespace desk
