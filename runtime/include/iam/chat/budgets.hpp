// The budgets of chats: tokens and money, as whole numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace iam::chat {

/// Money in millionths of the currency's unit.
using Millionths = std::uint64_t;

/// The prices of a million tokens.
struct Prices {
    std::string currency{};  ///< for people, such as "USD"
    Millionths input = 0;
    Millionths cached = 0;  ///< of input that the provider read from a cache
    Millionths output = 0;
    friend bool operator==(const Prices&, const Prices&) = default;
};

/// A bound on tokens, on money, or on both. Nothing: no bound.
struct Budget {
    std::optional<std::uint64_t> tokens{};
    std::optional<Millionths> cost{};
    friend bool operator==(const Budget&, const Budget&) = default;
};

/// The estimate of a text: a token for each three bytes, rounded up.
std::uint64_t estimated_tokens(std::size_t bytes) noexcept;

/// "0.25 USD"; up to six decimals, without zeros at the end.
std::string money_text(Millionths money, const std::string& currency);

}  // namespace iam::chat
