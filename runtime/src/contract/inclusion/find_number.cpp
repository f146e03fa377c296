// Finds a number between bounds. It tries likely numbers first, then all multiples in order until
// their pattern repeats.
#include "contract/inclusion/find_number.hpp"

#include <iam/core/json_number.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>

namespace iam::contract {
namespace {

__extension__ using Wide = __int128;

// The product of two numbers up to this fits into 127 bits.
constexpr Wide k_wide_max = Wide{1} << 62;
constexpr Wide k_period_max = 100'000;

Wide magnitude_of(Wide value) {
    return value < 0 ? -value : value;
}

std::string text_of(Wide value) {
    std::string digits;
    for (Wide rest = magnitude_of(value); rest != 0 || digits.empty(); rest /= 10)
        digits += static_cast<char>('0' + static_cast<int>(rest % 10));
    if (value < 0) digits += '-';
    std::reverse(digits.begin(), digits.end());
    return digits;
}

enum class Rest { refused, cut_off };

/// The number as an integer in units of 10^exponent. Nothing if it is too large, or if it is not
/// whole and `rest` is refused.
std::optional<Wide> in_units(const JsonNumber& number, int exponent, Rest rest = Rest::refused) {
    const std::string text = to_text(number);
    Wide value = 0;
    int scale = -exponent;
    bool in_fraction = false;
    std::size_t at = text.front() == '-' ? 1 : 0;
    for (; at < text.size() && text[at] != 'e'; ++at) {
        if (text[at] == '.') {
            in_fraction = true;
            continue;
        }
        value = value * 10 + (text[at] - '0');
        scale -= in_fraction ? 1 : 0;
    }
    if (at < text.size()) {
        int shift = 0;
        const std::size_t sign = text[at + 1] == '+' ? 2 : 1;
        std::from_chars(text.data() + at + sign, text.data() + text.size(), shift);
        scale += shift;
    }
    for (; scale < 0 && value != 0; ++scale) {
        if (value % 10 != 0 && rest == Rest::refused) return std::nullopt;
        value /= 10;
    }
    for (; scale > 0 && value != 0; --scale) {
        value *= 10;
        if (value >= k_wide_max * 8) return std::nullopt;
    }
    return text.front() == '-' ? -value : value;
}

/// The exponent of a number's last digit, at most 0.
int exponent_of(const JsonNumber& number) {
    for (int exponent = 0; exponent > -30; --exponent)
        if (in_units(number, exponent)) return exponent;
    return -400;
}

Wide greatest_common_divisor(Wide a, Wide b) {
    while (b != 0) a = std::exchange(b, a % b);
    return a;
}

/// Returns 0 if the multiple is too large.
Wide least_common_multiple(Wide a, Wide b) {
    if (a >= k_wide_max || b >= k_wide_max) return 0;
    const Wide multiple = a / greatest_common_divisor(a, b) * b;
    return multiple < k_wide_max ? multiple : 0;
}

Wide divided_up(Wide a, Wide b) {
    return a / b + (a % b > 0 ? 1 : 0);
}

Wide divided_down(Wide a, Wide b) {
    return a / b - (a % b < 0 ? 1 : 0);
}

/// The number read from a text; nothing if the text is not a number.
std::optional<Json> number_of_text(const std::string& text) {
    auto value = parse_json(text);
    if (!value || !value->is_number()) return std::nullopt;
    return *std::move(value);
}

JsonNumber real(double value) {
    // Goes through text, so an integral double becomes an integer.
    JsonNumber number;
    number.kind = JsonNumber::Kind::real;
    number.real = value;
    const auto read = number_of_text(to_text(number));
    return read ? number_of(*read) : number;
}

/// The next representable number above or below, or one near enough.
JsonNumber beside(const JsonNumber& number, bool above) {
    const double far =
        above ? std::numeric_limits<double>::max() : -std::numeric_limits<double>::max();
    const double next = std::nextafter(number.real, far);
    if (number.kind == JsonNumber::Kind::real || std::fabs(number.real) < 9e15) return real(next);
    const auto units = in_units(number, 0);
    const auto read = units ? number_of_text(text_of(*units + (above ? 1 : -1))) : std::nullopt;
    return read ? number_of(*read) : real(next);
}

bool is_less(const JsonNumber& a, const JsonNumber& b) {
    return compare(a, b) < 0;
}

class NumberSearch {
 public:
    NumberSearch(const NumberGoal& goal, Budget& budget) : goal_(goal), budget_(budget) {}

    Found run(Json& found) {
        if (is_empty()) return Found::none;
        if (try_likely()) return take(found);
        if (goal_.steps.empty()) return try_between() ? take(found) : without_steps();
        const Found result = try_multiples();
        return result == Found::one ? take(found) : result;
    }

 private:
    Found take(Json& found) {
        found = *found_;
        return Found::one;
    }

    bool try_number(const JsonNumber& number) {
        if (!std::isfinite(number.real) || !goal_.fits(number)) return false;
        found_ = number_of_text(to_text(number));
        return found_.has_value();
    }

    bool is_empty() const {
        for (const JsonNumber& step : goal_.steps)
            for (const JsonNumber& other : goal_.no_steps)
                if (is_multiple_of(step, other)) return true;
        if (!goal_.low || !goal_.high) return false;
        const int order = compare(goal_.low->value, goal_.high->value);
        return order > 0 || (order == 0 && (goal_.low->exclusive || goal_.high->exclusive));
    }

    bool try_likely() {
        for (const auto* bound : {&goal_.low, &goal_.high}) {
            if (!*bound) continue;
            const JsonNumber& value = (*bound)->value;
            if (try_number(value)) return true;
            for (const double step : {1.0, -1.0, 0.5, -0.5})
                if (try_number(real(value.real + step))) return true;
            if (try_number(beside(value, true)) || try_number(beside(value, false))) return true;
        }
        for (const double number :
             {0.0, 1.0, -1.0, 0.5, 1.5, -0.5, 1e19, -1e19, 2e19, 1e300, -1e300})
            if (try_number(real(number))) return true;
        for (const JsonNumber& step : goal_.steps)
            if (try_number(step)) return true;
        return std::any_of(goal_.no_steps.begin(), goal_.no_steps.end(),
                           [&](const JsonNumber& step) { return try_beside_multiples(step.real); });
    }

    // A number half a step from a multiple, or from a bound, is no multiple.
    bool try_beside_multiples(double step) {
        for (const double half : {step / 2, -step / 2}) {
            if (try_number(real(half))) return true;
            for (const auto* bound : {&goal_.low, &goal_.high})
                if (*bound && try_number(real((*bound)->value.real + half))) return true;
        }
        return false;
    }

    // Numbers with many digits are multiples of few numbers.
    bool try_between() {
        const double low = goal_.low
                               ? goal_.low->value.real
                               : (goal_.high ? std::min(goal_.high->value.real - 1, -1.0) : 0);
        const double high = goal_.high ? goal_.high->value.real : std::max(low + 1, 1.0);
        for (int i = 1; i < 64; ++i)
            if (try_number(real(low + (high / 65 - low / 65) * i))) return true;
        return false;
    }

    // Proves only the absence of a number between two neighbours.
    Found without_steps() const {
        if (!goal_.low || !goal_.high) return Found::unknown;
        if (compare(goal_.low->value, goal_.high->value) == 0) return Found::none;
        const JsonNumber next = beside(goal_.low->value, true);
        return compare(next, goal_.high->value) >= 0 ? Found::none : Found::unknown;
    }

    Found try_multiples() {
        int exponent = 0;
        for (const auto* steps : {&goal_.steps, &goal_.no_steps})
            for (const JsonNumber& step : *steps) exponent = std::min(exponent, exponent_of(step));
        Wide step = 1;
        for (const JsonNumber& other : goal_.steps) {
            const auto units = in_units(other, exponent);
            step = units && *units != 0 ? least_common_multiple(step, *units) : 0;
            if (step == 0) return Found::unknown;
        }
        Wide period = 1;
        for (const JsonNumber& other : goal_.no_steps) {
            const auto units = in_units(other, exponent);
            const Wide common = units && *units != 0 ? least_common_multiple(step, *units) : 0;
            period = common == 0 ? 0 : least_common_multiple(period, common / step);
            if (period == 0) return Found::unknown;
        }
        return try_all(exponent, step, period);
    }

    // A bound too far away counts as none, since the multiples repeat from 0.
    static std::optional<Wide> bound_in_units(const std::optional<NumberGoal::Bound>& bound,
                                              int exponent) {
        return bound ? in_units(bound->value, exponent, Rest::cut_off) : std::nullopt;
    }

    Found try_all(int exponent, Wide step, Wide period) {
        const auto low = bound_in_units(goal_.low, exponent);
        const auto high = bound_in_units(goal_.high, exponent);
        const bool low_is_far = goal_.low && !low;
        const bool high_is_far = goal_.high && !high;
        if ((low_is_far && goal_.low->value.real > 0) ||
            (high_is_far && goal_.high->value.real < 0))
            return Found::unknown;
        const bool upwards = low || !high;
        // One unit more on both sides makes up for digits cut off.
        const Wide first =
            upwards ? divided_up(low.value_or(1) - 1, step) : divided_down(*high + 1, step);
        // Each excluded number can hide one period of multiples.
        const Wide enough = period * static_cast<Wide>(goal_.excluded.size() + 1) + 4;
        if (enough > k_period_max) return Found::unknown;
        for (Wide i = 0; i < enough; ++i) {
            const Wide value = (upwards ? first + i : first - i) * step;
            if (upwards && high && value > *high + 1) return Found::none;
            if (!budget_.spend() || magnitude_of(value) >= k_wide_max * 8) return Found::unknown;
            const auto number = number_of_text(text_of(value) + "e" + std::to_string(exponent));
            if (number && try_number(number_of(*number))) return Found::one;
            // If no number represents a value exactly, it is skipped, but it may hide a pattern.
            hidden_ = hidden_ || !number || in_units(number_of(*number), exponent) != value;
        }
        return hidden_ ? Found::unknown : Found::none;
    }

    const NumberGoal& goal_;
    Budget& budget_;
    std::optional<Json> found_;
    bool hidden_ = false;
};

}  // namespace

void NumberGoal::at_least(const JsonNumber& value, bool exclusive) {
    const int order = low ? compare(value, low->value) : 1;
    if (order > 0 || (order == 0 && exclusive)) low = Bound{value, exclusive};
}

void NumberGoal::at_most(const JsonNumber& value, bool exclusive) {
    const int order = high ? compare(value, high->value) : -1;
    if (order < 0 || (order == 0 && exclusive)) high = Bound{value, exclusive};
}

void NumberGoal::exclude(const JsonNumber& value) {
    excluded.insert(std::upper_bound(excluded.begin(), excluded.end(), value, is_less), value);
}

bool NumberGoal::fits(const JsonNumber& value) const {
    const auto divides = [&](const JsonNumber& step) { return is_multiple_of(value, step); };
    if (low && compare(value, low->value) < (low->exclusive ? 1 : 0)) return false;
    if (high && compare(value, high->value) > (high->exclusive ? -1 : 0)) return false;
    return std::all_of(steps.begin(), steps.end(), divides) &&
           std::none_of(no_steps.begin(), no_steps.end(), divides) &&
           !std::binary_search(excluded.begin(), excluded.end(), value, is_less);
}

Found find_number(const NumberGoal& goal, Budget& budget, Json& found) {
    return NumberSearch(goal, budget).run(found);
}

}  // namespace iam::contract
