// Header fields by name.
#include "iam/net/http_message.hpp"
#include "net/message/ascii.hpp"

#include <algorithm>
#include <utility>

namespace iam::net {

void Fields::add(std::string name, std::string value) {
    all_.push_back({std::move(name), std::move(value)});
}

std::optional<std::string_view> Fields::find(std::string_view name) const noexcept {
    for (const Field& field : all_)
        if (same_ignoring_case(field.name, name)) return field.value;
    return std::nullopt;
}

std::size_t Fields::count(std::string_view name) const noexcept {
    return static_cast<std::size_t>(
        std::count_if(all_.begin(), all_.end(),
                      [name](const Field& field) { return same_ignoring_case(field.name, name); }));
}

}  // namespace iam::net
