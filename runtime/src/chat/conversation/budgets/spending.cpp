#include "chat/conversation/budgets/spending.hpp"

#include "chat/conversation/for_models/context_budget.hpp"

#include <algorithm>
#include <chrono>

namespace iam::chat {
namespace {

// With counts up to this, no product below passes 64 bits.
constexpr std::uint64_t k_tokens_most = 1'000'000'000'000;
constexpr std::uint64_t k_price_most = 1'000'000'000'000;
constexpr std::uint64_t k_million = 1'000'000;

/// The price of tokens in whole millionths, and the rest in millionths of a millionth.
class Bill {
 public:
    void add(std::uint64_t tokens, Millionths price) {
        const Millionths bounded = std::min(price, k_price_most);
        whole_ += tokens * (bounded / k_million);
        rest_ += tokens * (bounded % k_million);
    }
    std::uint64_t rounded_up() const { return whole_ + (rest_ + k_million - 1) / k_million; }

 private:
    std::uint64_t whole_ = 0;
    std::uint64_t rest_ = 0;
};

std::uint64_t amount_used(std::int64_t amount) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(amount, 0));
}

}  // namespace

std::int64_t day_of(const Clock* clock) {
    if (clock == nullptr) return 0;
    return std::chrono::floor<std::chrono::days>(clock->now().wall).time_since_epoch().count();
}

std::uint64_t estimated_tokens(std::size_t bytes) noexcept {
    return std::min(bytes / k_bytes_a_token + (bytes % k_bytes_a_token > 0 ? 1 : 0), k_tokens_most);
}

Counted counted(const Measured& measured, const Prices& prices, std::int64_t day) {
    const auto bounded = [](std::uint64_t tokens) { return std::min(tokens, k_tokens_most); };
    const std::uint64_t input = bounded(measured.usage.input.value_or(measured.request_tokens));
    const std::uint64_t cached = std::min(input, measured.usage.cached.value_or(0));
    const std::uint64_t output =
        bounded(measured.usage.output.value_or(estimated_tokens(measured.answer_bytes)));
    Bill bill;
    bill.add(input - cached, prices.input);
    bill.add(cached, prices.cached);
    bill.add(output, prices.output);
    constexpr std::uint64_t k_cost_most = 1'000'000'000'000'000;
    return {.day = day,
            .tokens = static_cast<std::int64_t>(input + output),
            .cost = static_cast<std::int64_t>(std::min(bill.rounded_up(), k_cost_most))};
}

Counted difference(const Counted& whole, const Counted& first) noexcept {
    Counted rest{.day = first.day, .tokens = -first.tokens, .cost = -first.cost};
    add(rest, whole);
    return rest;
}

std::string spent_words(const std::string& whose, const Counted& used, const Budget& budget,
                        const std::string& currency) {
    const std::uint64_t tokens = amount_used(used.tokens);
    const std::uint64_t cost = amount_used(used.cost);
    if (budget.tokens && tokens >= *budget.tokens)
        return whose + " is used up: " + std::to_string(tokens) + " of " +
               std::to_string(*budget.tokens) + " tokens; a person can let this chat go on.";
    if (budget.cost && cost >= *budget.cost)
        return whose + " is used up: " + money_text(cost, {}) + " of " +
               money_text(*budget.cost, currency) + "; a person can let this chat go on.";
    return {};
}

}  // namespace iam::chat
