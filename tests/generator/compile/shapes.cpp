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

}  // namespace shapes
