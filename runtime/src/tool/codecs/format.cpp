// Maps Format to schema::formats(): an enumerator is an index in this list, counted from 1.
#include "iam/tool/format.hpp"

#include <iam/schema/format.hpp>

namespace iam {
namespace {

const schema::Format* entry_of(Format format) noexcept {
    const auto place = static_cast<std::size_t>(format);
    const auto known = schema::formats();
    return place == 0 || place > known.size() ? nullptr : &known[place - 1];
}

}  // namespace

std::string_view to_string(Format format) noexcept {
    const schema::Format* entry = entry_of(format);
    return entry == nullptr ? std::string_view() : entry->name;
}

std::optional<Format> format_named(std::string_view name) noexcept {
    const schema::Format* entry = schema::find_format(name);
    if (entry == nullptr) return std::nullopt;
    return static_cast<Format>(entry - schema::formats().data() + 1);
}

std::string_view example_of(Format format) noexcept {
    const schema::Format* entry = entry_of(format);
    return entry == nullptr ? std::string_view() : entry->example;
}

bool has_format(Format format, std::string_view text) {
    const schema::Format* entry = entry_of(format);
    return entry == nullptr || entry->matches(text);
}

}  // namespace iam
