// Variants: one of several values, told apart by their kinds or their tags.
#pragma once

#include <iam/annotations.hpp>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace shapes {

struct [[iam::name("circle")]] Circle {
    [[iam::range(0, 100)]] int radius;
};

struct Square {
    int side = 1;
    std::string x_mark{};
};

struct Group {
    std::vector<std::variant<Circle, Square, Group>> parts;
};

using Shape = std::variant<Circle, Square, Group>;

enum class Colour { red, green };

using Anything = std::variant<std::monostate, bool, long, Colour, std::vector<int>, Square>;

/// The same again.
[[iam::tool({.read_only = true})]] Shape same_shape(Shape shape);

/// Its index, and itself.
[[iam::tool({.read_only = true})]] std::map<std::string, Anything> same_thing(
    Anything thing, [[iam::secret]] std::variant<Circle, Square> key = Circle{1});

// Each has the name of a function beside it, as stat(2) has. GCC warns of that where it is asked
// to.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
struct status {
    int used;
    unsigned : 0;  // and room that holds nothing
    int left = 3;
    unsigned : 4;
};
enum mode { fast, slow };
enum class level : short {};
class disk {
 public:
    /// Its mode, told from what it is called for.
    [[iam::tool({.read_only = true})]] enum mode mode_of(const struct status& of) const;
};
int mode(int);
int level();
void disk();

/// Says how full it is.
[[iam::tool({.read_only = true})]] struct status status(
    enum mode mode = slow, struct status last = {1, 2},
    enum level level = static_cast<enum level>(4));
[[iam::undo(status)]] void unstatus(const struct status& result, enum mode mode);

/// Says it of many.
[[iam::tool({.read_only = true})]] std::vector<struct status> many(
    const std::map<std::string, struct status, std::less<>>& all,
    std::set<enum mode, std::less<>> how);

#pragma GCC diagnostic pop

struct Label {
    std::string text;
};

/// Writes on it; what was there comes back.
[[iam::tool({.idempotent = false})]] std::variant<Circle, Label> written(std::string text);
[[iam::undo(written)]] void unwritten(std::variant<Circle, Label> result);

struct Size {
    int width = 80;
    int height = 24;
};

struct Slip {
    std::optional<int> mark;
};

// The initialisers differ from what the types of the fields begin with.
struct Note {
    Slip slip{5};
    Size size{200, 100};
};

/// Its size, as the function got it.
[[iam::tool({.read_only = true})]] std::string size_of(Size size = {200, 100});

/// Pins a note without a mark.
[[iam::tool({.idempotent = false})]] Note pinned(Note note = {{6}, {1, 2}});
/// Says which note it got.
[[iam::undo(pinned)]] void unpinned(const Note& result, const Note& note);

}  // namespace shapes
