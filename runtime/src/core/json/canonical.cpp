// Writes the canonical form of a value: members in UTF-16 order, numbers and strings as JsonWriter
// writes them.
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <vector>

namespace iam {
namespace {

using Member = Json::object_t::value_type;

/// The orders of UTF-8 and UTF-16 differ only for bytes from 0xEE on (see utf16_less).
bool may_differ_in_utf16(const std::string& name) noexcept {
    return std::any_of(name.begin(), name.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= 0xEE; });
}

/// Writes one value. On failure `trail_` holds the tokens of the path to the bad value, innermost
/// first.
class Canonical {
 public:
    bool write(const Json& value, std::size_t depth) {
        switch (value.type()) {
            case Json::value_t::null:
                out_.null();
                return true;
            case Json::value_t::boolean:
                out_.boolean(value.get<bool>());
                return true;
            case Json::value_t::number_integer:
                out_.integer(value.get<std::int64_t>());
                return true;
            case Json::value_t::number_unsigned:
                out_.integer(value.get<std::uint64_t>());
                return true;
            case Json::value_t::number_float:
                out_.number(value.get<double>());
                return out_.ok();
            case Json::value_t::string:
                out_.string(value.get_ref<const std::string&>());
                return out_.ok();
            case Json::value_t::array:
                return write_array(value, depth);
            case Json::value_t::object:
                return write_object(value, depth);
            case Json::value_t::binary:
                out_.fail("binary data has no JSON form");
                return false;
            case Json::value_t::discarded:
                out_.fail("a discarded value has no JSON form");
                return false;
        }
        return false;
    }

    std::string take() { return out_.take(); }

    Error error() const {
        std::string pointer;
        for (auto token = trail_.rbegin(); token != trail_.rend(); ++token)
            append_pointer(pointer, *token);
        return Error{Errc::invalid_argument, "the value has no canonical form: " + out_.why(),
                     std::move(pointer)};
    }

 private:
    bool enter(std::size_t depth) {
        if (depth < k_depth_ceiling) return true;
        out_.fail("it is nested deeper than " + std::to_string(k_depth_ceiling) + " levels");
        return false;
    }

    bool write_array(const Json& value, std::size_t depth) {
        if (!enter(depth)) return false;
        out_.begin_array();
        std::size_t index = 0;
        for (const Json& element : value.get_ref<const Json::array_t&>()) {
            if (!write(element, depth + 1)) {
                trail_.push_back(std::to_string(index));
                return false;
            }
            ++index;
        }
        out_.end_array();
        return true;
    }

    bool write_object(const Json& value, std::size_t depth) {
        if (!enter(depth)) return false;
        const auto& members = value.get_ref<const Json::object_t&>();
        out_.begin_object();
        const bool differs = std::any_of(members.begin(), members.end(), [](const Member& member) {
            return may_differ_in_utf16(member.first);
        });
        const bool written =
            differs ? write_sorted(members, depth) : write_in_order(members, depth);
        if (written) out_.end_object();
        return written;
    }

    bool write_in_order(const Json::object_t& members, std::size_t depth) {
        return std::all_of(members.begin(), members.end(),
                           [&](const Member& member) { return write_member(member, depth); });
    }

    bool write_sorted(const Json::object_t& members, std::size_t depth) {
        std::vector<const Member*> sorted;
        sorted.reserve(members.size());
        for (const Member& member : members) sorted.push_back(&member);
        std::sort(sorted.begin(), sorted.end(),
                  [](const Member* a, const Member* b) { return utf16_less(a->first, b->first); });
        return std::all_of(sorted.begin(), sorted.end(),
                           [&](const Member* member) { return write_member(*member, depth); });
    }

    bool write_member(const Member& member, std::size_t depth) {
        out_.key(member.first);
        if (out_.ok() && write(member.second, depth + 1)) return true;
        // A name in invalid UTF-8 cannot stand in a pointer.
        if (is_valid_utf8(member.first)) trail_.push_back(member.first);
        return false;
    }

    JsonWriter out_;
    std::vector<std::string> trail_;
};

}  // namespace

Result<std::string> canonical_json(const Json& value) {
    Canonical canonical;
    if (canonical.write(value, 0)) return canonical.take();
    return tl::unexpected(canonical.error());
}

Result<std::string> canonicalize(std::string_view text, const Limits& limits) {
    IAM_TRY(value, parse_json(text, limits));
    return canonical_json(value);
}

void append_pointer(std::string& pointer, std::string_view token) {
    pointer.push_back('/');
    for (const char c : token) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer.push_back(c);
        }
    }
}

void append_pointer(std::string& pointer, std::size_t index) {
    pointer.push_back('/');
    pointer += std::to_string(index);
}

}  // namespace iam
