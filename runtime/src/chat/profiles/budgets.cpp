// Words for money.
#include "iam/chat/budgets.hpp"

namespace iam::chat {

std::string money_text(Millionths money, const std::string& currency) {
    constexpr Millionths k_unit = 1'000'000;
    std::string text = std::to_string(money / k_unit);
    if (const Millionths rest = money % k_unit; rest > 0) {
        const std::string digits = std::to_string(k_unit + rest).substr(1);
        text += "." + digits.substr(0, digits.find_last_not_of('0') + 1);
    }
    return currency.empty() ? text : text + " " + currency;
}

}  // namespace iam::chat
