#include "shapes.hpp"

#include <utility>

namespace shapes {

Shape same_shape(Shape shape) {
    return shape;
}

std::map<std::string, Anything> same_thing(Anything thing, std::variant<Circle, Square> key) {
    const long index = static_cast<long>(thing.index());
    return {{"index", index}, {"key", key.index() == 0}, {"thing", std::move(thing)}};
}

std::variant<Circle, Label> written(std::string text) {
    return Label{std::move(text)};
}

void unwritten(std::variant<Circle, Label> result) {
    const Label& label = std::get<Label>(result);
    if (label.text.size() != 3) throw iam::tool_error("short", label.text);
}

std::string size_of(Size size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

Note pinned(Note note) {
    note.slip.mark.reset();
    return note;
}

void unpinned(const Note& result, const Note& note) {
    throw iam::tool_error("seen", (result.slip.mark ? "mark " : "no mark ") + size_of(result.size) +
                                      ", " + (note.slip.mark ? "mark " : "no mark ") +
                                      size_of(note.size));
}

}  // namespace shapes
