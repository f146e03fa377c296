// Judges formats of other notations: JSON Pointer, UUID, regular expressions.
#include "schema/formats/format_parts.hpp"
#include <iam/schema/pattern_tree.hpp>

namespace iam::schema::format {

bool is_json_pointer(std::string_view text) {
    if (!text.empty() && text.front() != '/') return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '~') continue;
        if (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')) return false;
    }
    return true;
}

// draft-bhutton-relative-json-pointer-00: the number of levels up, then of elements forward or
// back, then a pointer or '#'.
bool is_relative_json_pointer(std::string_view text) {
    const auto take_number = [&text](bool may_be_zero) {
        Cursor at(text);
        const bool zero = at.front() == '0';
        const std::size_t digits = at.skip_digits();
        text.remove_prefix(digits);
        return digits > 0 && (!zero || (may_be_zero && digits == 1));
    };
    if (!take_number(true)) return false;
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
        text.remove_prefix(1);
        if (!take_number(false)) return false;
    }
    return text == "#" || is_json_pointer(text);
}

bool is_regex(std::string_view text) {
    return check_pattern_syntax(text).has_value();
}

bool is_uuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
        if (hyphen ? text[i] != '-' : !is_hex(text[i])) return false;
    }
    return true;
}

}  // namespace iam::schema::format
