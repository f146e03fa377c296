// Any bytes that are JSON: the canonical form reads back as the same value and is its own canonical
// form; of two values in one array, the forms are equal exactly if the values are.
#include <iam/core/json.hpp>

#include <compare>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

void check_pair(const iam::Json& a, const iam::Json& b) {
    const bool same_text = iam::canonical_json(a).value() == iam::canonical_json(b).value();
    must(iam::json_equal(a, b) == same_text);
    const auto order = iam::json_order(a, b);
    must((order == std::strong_ordering::equal) == same_text);
    must(order == (0 <=> iam::json_order(b, a)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto value = iam::parse_json(text);
    if (!value) return 0;
    const auto form = iam::canonical_json(*value);
    must(form.has_value());  // whatever was read can be written
    const auto again = iam::parse_json(*form);
    must(again.has_value() && iam::json_equal(*again, *value));
    must(iam::canonical_json(*again).value() == *form);
    if (value->is_array() && value->size() >= 2) check_pair((*value)[0], (*value)[1]);
    return 0;
}
