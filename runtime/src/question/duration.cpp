// A number without a unit is refused: seconds and minutes are too easily confused where consent is
// given.
#include "iam/question/duration.hpp"

#include <iam/question/escape.hpp>

#include <array>
#include <charconv>
#include <cstdint>

namespace iam::question {
namespace {

constexpr std::chrono::hours k_longest{24 * 3650};

struct Unit {
    char sign;
    std::chrono::seconds length;
};
constexpr std::array k_units = {Unit{'d', std::chrono::hours(24)}, Unit{'h', std::chrono::hours(1)},
                                Unit{'m', std::chrono::minutes(1)},
                                Unit{'s', std::chrono::seconds(1)}};

std::chrono::seconds unit_of(char sign) {
    for (const Unit& unit : k_units) {
        if (unit.sign == sign) return unit.length;
    }
    return std::chrono::seconds(0);
}

}  // namespace

Result<std::chrono::milliseconds> parse_duration(std::string_view text) {
    const auto wrong = [&] {
        return fail(Errc::invalid_argument,
                    "\"" + escape_for_display(text) +
                        "\" is no duration from 1s to 3650d; write for example " +
                        "90s, 15m, 2h or 7d.");
    };
    std::chrono::seconds sum{0};
    std::string_view rest = text;
    while (!rest.empty()) {
        std::uint32_t count = 0;
        const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), count);
        const auto digits = static_cast<std::size_t>(end - rest.data());
        if (problem != std::errc() || digits == rest.size()) return wrong();
        const std::chrono::seconds unit = unit_of(rest[digits]);
        if (unit.count() == 0) return wrong();
        sum += unit * count;
        if (sum > k_longest) return wrong();
        rest.remove_prefix(digits + 1);
    }
    if (sum.count() == 0) return wrong();
    return std::chrono::milliseconds(sum);
}

std::string duration_text(std::chrono::seconds duration) {
    std::string text;
    for (const Unit& unit : k_units) {
        const auto count = duration / unit.length;
        if (count > 0) text += std::to_string(count) + unit.sign;
        duration %= unit.length;
    }
    return text.empty() ? "0s" : text;
}

}  // namespace iam::question
