#include "left_out.hpp"

#include <algorithm>
#include <cstddef>

namespace iam::contract {
namespace {

/// Behind the string that begins at `at`.
std::size_t string_end(std::string_view json, std::size_t at) {
    for (std::size_t end = at + 1;; ++end) {
        end = json.find('"', end);
        std::size_t escapes = end;
        while (json[escapes - 1] == '\\') --escapes;
        if ((end - escapes) % 2 == 0) return end + 1;
    }
}

/// Behind the value that begins at `at`.
std::size_t value_end(std::string_view json, std::size_t at) {
    std::size_t depth = 0;
    do {
        const char sign = json[at];
        if (sign == '"') {
            at = string_end(json, at);
            continue;
        }
        if (sign == '{' || sign == '[') ++depth;
        if (sign == '}' || sign == ']') --depth;
        ++at;
    } while (depth > 0 || (json[at] != ',' && json[at] != '}' && json[at] != ']'));
    return at;
}

struct Member {
    std::string_view name;
    std::string_view text;  // name and value
    std::size_t value;      // where that begins
};

/// Shows the members of the object that begins at `at`; gives where it ends.
template <class Visit>
std::size_t each_member(std::string_view json, std::size_t at, const Visit& visit) {
    ++at;
    while (json[at] != '}') {
        if (json[at] == ',') ++at;
        const std::size_t value = string_end(json, at) + 1;
        const std::size_t end = value_end(json, value);
        visit(Member{json.substr(at + 1, value - at - 3), json.substr(at, end - at), value});
        at = end;
    }
    return at;
}

bool is_object(std::string_view json, std::size_t at) {
    return at < json.size() && json[at] == '{';
}

}  // namespace

std::string text_without(std::string_view json, std::span<const std::string_view> way,
                         std::span<const std::string_view> names) {
    std::size_t object = 0;
    for (const std::string_view name : way) {
        std::size_t found = json.npos;
        if (is_object(json, object))
            each_member(json, object, [&](const Member& member) {
                if (member.name == name) found = member.value;
            });
        object = found;
    }
    if (!is_object(json, object)) return std::string(json);
    std::string out;
    out.reserve(json.size());
    out.append(json.substr(0, object + 1));
    const std::size_t end = each_member(json, object, [&](const Member& member) {
        if (std::find(names.begin(), names.end(), member.name) != names.end()) return;
        if (out.back() != '{') out += ',';
        out.append(member.text);
    });
    return out.append(json.substr(end));
}

}  // namespace iam::contract
