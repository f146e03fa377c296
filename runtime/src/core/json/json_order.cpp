// Orders JSON values totally: numbers mathematically, strings by their bytes. It recurses, so
// values must be within k_depth_ceiling.
#include "core/numbers/number.hpp"
#include <iam/core/json.hpp>

#include <algorithm>
#include <cmath>

namespace iam {
namespace {

using Order = std::strong_ordering;

int rank(Json::value_t type) noexcept {
    switch (type) {
        case Json::value_t::null:
            return 0;
        case Json::value_t::boolean:
            return 1;
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float:
            return 2;
        case Json::value_t::string:
            return 3;
        case Json::value_t::array:
            return 4;
        case Json::value_t::object:
            return 5;
        case Json::value_t::binary:
            return 6;
        case Json::value_t::discarded:
            return 7;
    }
    return 7;
}

/// An integer within [-2^63, 2^64).
struct Integer {
    bool below_zero = false;
    std::uint64_t bits = 0;  // two's complement if below_zero
};

Integer integer_of(const Json& value) {
    if (value.is_number_unsigned()) return {false, value.get<std::uint64_t>()};
    const auto number = value.get<std::int64_t>();
    return {number < 0, static_cast<std::uint64_t>(number)};
}

Order compare(Integer a, Integer b) noexcept {
    if (a.below_zero != b.below_zero) return a.below_zero ? Order::less : Order::greater;
    return a.bits <=> b.bits;  // two's complement keeps the order among negatives
}

/// NaN goes before every number and equals itself; no reader makes it. So the order is total.
Order compare(double a, double b) noexcept {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(b) <=> std::isnan(a);
    return a < b ? Order::less : a > b ? Order::greater : Order::equal;
}

/// Exact: the double is cut to an integer, and the integer is never rounded to a double.
Order compare(Integer a, double b) noexcept {
    if (std::isnan(b)) return Order::greater;
    if (b >= k_two_64) return Order::less;
    if (b < -k_two_63) return Order::greater;
    const double whole = std::floor(b);
    const Integer cut =
        whole < 0 ? Integer{true, static_cast<std::uint64_t>(static_cast<std::int64_t>(whole))}
                  : Integer{false, static_cast<std::uint64_t>(whole)};
    const Order order = compare(a, cut);
    return order == Order::equal && whole < b ? Order::less : order;
}

Order compare_numbers(const Json& a, const Json& b) {
    if (a.is_number_float() && b.is_number_float())
        return compare(a.get<double>(), b.get<double>());
    if (a.is_number_float()) return 0 <=> compare(integer_of(b), a.get<double>());
    if (b.is_number_float()) return compare(integer_of(a), b.get<double>());
    return compare(integer_of(a), integer_of(b));
}

Order compare_bytes(const std::string& a, const std::string& b) noexcept {
    return a.compare(b) <=> 0;
}

Order compare_arrays(const Json::array_t& a, const Json::array_t& b) {
    const std::size_t common = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < common; ++i) {
        if (const Order order = json_order(a[i], b[i]); order != Order::equal) return order;
    }
    return a.size() <=> b.size();
}

/// Compares objects as arrays of (name, value), sorted by name.
Order compare_objects(const Json::object_t& a, const Json::object_t& b) {
    auto at_a = a.begin();
    auto at_b = b.begin();
    for (; at_a != a.end() && at_b != b.end(); ++at_a, ++at_b) {
        if (const Order order = compare_bytes(at_a->first, at_b->first); order != Order::equal)
            return order;
        if (const Order order = json_order(at_a->second, at_b->second); order != Order::equal)
            return order;
    }
    return a.size() <=> b.size();
}

}  // namespace

std::strong_ordering json_order(const Json& a, const Json& b) {
    const int rank_a = rank(a.type());
    if (const Order order = rank_a <=> rank(b.type()); order != Order::equal) return order;
    switch (a.type()) {
        case Json::value_t::boolean:
            return a.get<bool>() <=> b.get<bool>();
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float:
            return compare_numbers(a, b);
        case Json::value_t::string:
            return compare_bytes(a.get_ref<const std::string&>(), b.get_ref<const std::string&>());
        case Json::value_t::array:
            return compare_arrays(a.get_ref<const Json::array_t&>(),
                                  b.get_ref<const Json::array_t&>());
        case Json::value_t::object:
            return compare_objects(a.get_ref<const Json::object_t&>(),
                                   b.get_ref<const Json::object_t&>());
        case Json::value_t::binary:
            return static_cast<const std::vector<std::uint8_t>&>(a.get_binary()) <=>
                   static_cast<const std::vector<std::uint8_t>&>(b.get_binary());
        case Json::value_t::null:
        case Json::value_t::discarded:
            break;
    }
    return Order::equal;
}

bool json_equal(const Json& a, const Json& b) {
    if (a.is_structured() && b.is_structured() && a.size() != b.size()) return false;
    return json_order(a, b) == std::strong_ordering::equal;
}

}  // namespace iam
