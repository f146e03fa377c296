#include "generator/model/integer_pattern.hpp"

#include <cstdint>
#include <vector>

namespace iam::gen {
namespace {

std::string digit_range(char low, char high) {
    if (low == high) return {low};
    return {'[', low, '-', high, ']'};
}

std::string digits(std::size_t count) {
    if (count == 0) return {};
    return count == 1 ? "[0-9]" : "[0-9]{" + std::to_string(count) + "}";
}

/// Numbers from 1 to `most`, without leading zeros: all that are shorter, then those that agree with it up to one digit that is less.
std::string positive_up_to(std::uint64_t most) {
    const std::string text = std::to_string(most);
    std::vector<std::string> choices;
    if (text.size() > 1) choices.push_back("[1-9][0-9]{0," + std::to_string(text.size() - 2) + "}");
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char least = i == 0 ? '1' : '0';
        if (text[i] <= least) continue;
        choices.push_back(text.substr(0, i) + digit_range(least, static_cast<char>(text[i] - 1)) +
                          digits(text.size() - i - 1));
    }
    choices.push_back(text);
    std::string pattern;
    for (const std::string& choice : choices) pattern += (pattern.empty() ? "" : "|") + choice;
    return pattern;
}

}  // namespace

std::string integer_pattern(int bits, bool is_signed) {
    const std::uint64_t most = ~std::uint64_t{0} >> (64 - bits + (is_signed ? 1 : 0));
    std::string pattern = "^(0|" + positive_up_to(most);
    if (is_signed) pattern += "|-(" + positive_up_to(most + 1) + ")";
    return pattern + ")$";
}

}  // namespace iam::gen
