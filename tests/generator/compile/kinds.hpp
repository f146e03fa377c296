// Every type of this version, as parameter, field and result.
#pragma once

#include <iam/annotations.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinds {

/// A colour of the box.
enum class Colour {
    red,    ///< like a rose
    green,  ///< like grass
    blue,
    crimson = red,
};

enum Plain { plain_low = -1, plain_high = 7 };

struct Point {
    int x;      ///< to the right
    int y = 3;  ///< up
};

struct Box : Point {
    double width = 1.5;
    std::optional<std::string> label;
    std::vector<Point> corners;
    Colour colour = Colour::green;
    std::map<std::string, std::int64_t> counts;
};

struct Numbers {
    bool a;
    std::int8_t b;
    std::uint8_t c;
    std::int16_t d;
    std::uint16_t e;
    std::int32_t f;
    std::uint32_t g;
    std::int64_t h;
    std::uint64_t i;
    float j;
    double k;
};

/// Gives all numbers back.
[[iam::tool({.read_only = true})]] Numbers numbers(bool a, signed char b, unsigned char c, short d,
                                                   unsigned short e, int f, unsigned int g, long h,
                                                   unsigned long long i, float j, double k);

/// Joins texts.
[[iam::tool({.read_only = true})]] std::string texts(std::string a, std::string_view b,
                                                     const std::string& c, std::string&& d);

/// Gives a colour back.
[[iam::tool({.read_only = true})]] Colour colour(Colour colour, Plain plain = plain_high);

/// A colour without a name.
[[iam::tool({.read_only = true})]] Colour no_colour();

/// Gives a box back.
[[iam::tool({.read_only = true})]] Box box(const Box& box);

/// Counts what is there.
[[iam::tool({.read_only = true})]] int optionals(std::optional<int> a,
                                                 const std::optional<std::string>& b,
                                                 std::optional<std::string> c = std::nullopt,
                                                 std::optional<Colour> d = Colour::blue);

/// Reverses lists.
[[iam::tool({.read_only = true})]] std::vector<std::vector<int>> lists(
    std::vector<std::vector<int>> rows, const std::vector<std::string>& words,
    std::vector<bool> flags, const std::vector<std::optional<int>>& gaps);

/// Turns keys and values around.
[[iam::tool({.read_only = true})]] std::map<std::string, std::string> maps(
    const std::map<std::string, std::string>& words, std::map<std::string, Colour> colours);

/// Says which of two overloads it is.
[[iam::tool({.read_only = true})]] std::string looks(std::span<const int> numbers);
std::string looks(std::vector<int> numbers);

/// Says which of two overloads it is.
[[iam::tool({.read_only = true})]] std::string keeps(const Point& point);
std::string keeps(Point&& point);

/// Nothing, or a number.
[[iam::tool({.read_only = true})]] std::optional<int> maybe(bool there);

/// Divides.
[[iam::tool({.read_only = true})]] double divide(double a, double b);

/// Bytes that are no text.
[[iam::tool({.read_only = true})]] std::string bytes();

/// Does nothing.
[[iam::tool({.read_only = true})]] void nothing();

}  // namespace kinds
