// Opens and closes containers, finds duplicate names and spells the pointer.
#include "core/json/json_stack.hpp"

#include <iam/core/json.hpp>

#include <algorithm>
#include <utility>

namespace iam {

void JsonStack::open(bool is_object) {
    frames_.push_back({.is_object = is_object, .names_from = names_.size()});
}

void JsonStack::close() {
    names_.shrink_to(top().names_from);
    for (std::size_t i = 0; i < top().unescaped; ++i) unescaped_.pop_front();
    if (top().tree != nullptr) trees_.pop_front();
    frames_.pop_back();
}

std::string_view JsonStack::keep(std::string&& name) {
    unescaped_.push_front(std::move(name));
    ++top().unescaped;
    return unescaped_.front();
}

/// Does remember() for a name that may be there already, or is one of many.
bool JsonStack::search(std::string_view name) {
    JsonFrame& frame = top();
    if (frame.tree != nullptr) return frame.tree->insert(name).second;
    const std::string_view* const first = names_.begin() + frame.names_from;
    if (std::find(first, names_.end(), name) != names_.end()) return false;
    if (names_.size() - frame.names_from < k_names_in_a_row) {
        names_.push_back(name);
        return true;
    }
    frame.tree = &trees_.emplace_front(first, names_.end());
    frame.tree->insert(name);
    frame.traits = ~std::uint64_t{0};  // the tree answers from now on
    names_.shrink_to(frame.names_from);
    return true;
}

std::string JsonStack::pointer() const {
    std::string text;
    for (const JsonFrame& frame : frames_) {
        if (!frame.placed) break;
        if (frame.is_object) {
            append_pointer(text, frame.name);
        } else {
            append_pointer(text, frame.count - 1);
        }
    }
    return text;
}

}  // namespace iam
