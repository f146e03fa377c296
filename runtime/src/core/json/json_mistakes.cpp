#include "iam/core/json_mistakes.hpp"

#include <iam/core/value_text.hpp>

#include <algorithm>
#include <utility>

namespace iam {

void JsonMistakes::add(const std::string& pointer, std::string message, bool of_name) {
    std::string at = pointer;
    auto place = document_.places.find(at);
    while (place == document_.places.end()) {
        at.erase(at.rfind('/'));
        place = document_.places.find(at);
    }
    all_.push_back({{Errc::invalid_argument, std::move(message), pointer},
                    of_name ? place->second.name : place->second.value});
}

void JsonMistakes::add_unknown_members(const Json& object, const std::string& pointer,
                                       const std::vector<std::string_view>& known) {
    for (const auto& item : object.items()) {
        if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
        const std::string hint = did_you_mean(item.key(), known);
        add(pointer_below(pointer, item.key()),
            "there is no member " + quoted_name(item.key()) + " here; known are " +
                quoted_list(known) + (hint.empty() ? "." : hint),
            true);
    }
}

std::vector<PlacedError> JsonMistakes::in_order() const {
    std::vector<PlacedError> sorted = all_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const PlacedError& a, const PlacedError& b) {
        return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
    });
    return sorted;
}

}  // namespace iam
