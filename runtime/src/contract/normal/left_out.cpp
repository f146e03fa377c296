#include "contract/normal/left_out.hpp"

#include <iam/core/json_reader.hpp>

#include <algorithm>

namespace iam::contract {
namespace {

/// Enters the object at the end of the keys; false if there is none.
bool enter(JsonReader& in, std::span<const std::string_view> way) {
    if (in.peek() != JsonKind::object || !in.begin_object()) return false;
    if (way.empty()) return true;
    std::string_view name;
    while (in.next_member(name)) {
        if (name == way.front()) return enter(in, way.subspan(1));
        in.skip();
    }
    return false;
}

}  // namespace

Result<std::string> text_without(std::string_view json, std::span<const std::string_view> way,
                                 std::span<const std::string_view> names) {
    JsonReader in(json, limits_of_own_text(json.size()));
    std::string out;
    std::size_t done = 0;
    if (enter(in, way)) {
        done = in.offset();
        out.reserve(json.size());
        out = json.substr(0, done);
        std::string_view name;
        while (in.next_member(name)) {
            const bool is_kept = std::find(names.begin(), names.end(), name) == names.end();
            in.skip();
            std::string_view member = json.substr(done, in.offset() - done);
            done = in.offset();
            if (!is_kept) continue;
            // The first member kept has no comma before it.
            if (out.back() == '{' && member.front() == ',') member.remove_prefix(1);
            out += member;
        }
    }
    if (in.failed()) return tl::unexpected(in.error());
    return out += json.substr(done);
}

}  // namespace iam::contract
