// Counts tokens and money for the budgets of chat and day. Whole numbers only.
#pragma once

#include "chat/conversation/transcript/chat_log.hpp"
#include <iam/chat/budgets.hpp>
#include <iam/core/clock.hpp>

#include <cstdint>
#include <string>

namespace iam::chat {

/// The day of the moment in UTC, from 1970-01-01. 0 without a clock.
std::int64_t day_of(const Clock* clock);

/// A request and, with `answer_bytes`, its answer. Counts that the provider did not give are
/// estimated. The cost is rounded up to a whole millionth.
struct Measured {
    std::uint64_t request_tokens = 0;  ///< an estimate
    std::size_t answer_bytes = 0;
    Usage usage{};
};
Counted counted(const Measured& measured, const Prices& prices, std::int64_t day);
/// So that `first` and the result add up to `whole`; on the day of `first`.
Counted difference(const Counted& whole, const Counted& first) noexcept;

/// A sentence, if so much is all of the budget or more; else empty. `whose` begins it.
std::string spent_words(const std::string& whose, const Counted& used, const Budget& budget,
                        const std::string& currency);

}  // namespace iam::chat
