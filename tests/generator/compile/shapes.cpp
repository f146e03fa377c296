#include "shapes.hpp"

namespace shapes {

Shape same_shape(Shape shape) {
    return shape;
}

std::map<std::string, Anything> same_thing(Anything thing, std::variant<Circle, Square> key) {
    const long index = static_cast<long>(thing.index());
    return {{"index", index}, {"key", key.index() == 0}, {"thing", std::move(thing)}};
}

}  // namespace shapes
