// Reads sets of names: enumerators and combinations of flags.
#include "iam/tool/codecs/enum.hpp"

#include <iam/core/value_text.hpp>
#include <iam/tool/codecs/container.hpp>
#include <iam/tool/codecs/key.hpp>

#include <vector>

namespace iam {

bool read_names(Decoder& in, std::span<const std::string_view> names, const Rules& rules,
                const std::function<void(std::size_t)>& take) {
    if (!in.expect(JsonKind::array, describe_flags(names), false) || !in.reader().begin_array())
        return false;
    std::vector<bool> seen(names.size());
    bool good = true;
    std::size_t count = 0;
    for (; in.reader().next_element(); ++count) {
        const std::size_t start = in.reader().offset();
        const auto index = read_name(in, names);
        if (index && seen[*index])
            good = in.refuse(start, "is given twice", "each name once");
        else if (index)
            take(*index);
        good = good && index.has_value();
        if (index) seen[*index] = true;
    }
    if (in.reader().failed()) return false;
    return check_count(in, count, "array", "elements", rules) && good;
}

std::string describe_flags(std::span<const std::string_view> names) {
    return "array of any of " + quoted_list(names);
}

bool refuse_integer_key(Decoder& in, std::string_view name, const NumberType& type) {
    return in.refuse_name(name, "is no such number",
                          "names that are digits only, " + describe_number(type, {}));
}

bool refuse_name_key(Decoder& in, std::string_view name, std::span<const std::string_view> names) {
    return in.refuse_name(name, "is not one of " + quoted_list(names), describe_names(names));
}

}  // namespace iam
