// Reads filters of the ledger as people type them.
#pragma once

#include <iam/core/result.hpp>
#include <iam/ledger/filter.hpp>
#include <iam/tool/registry.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace iam::question {

/// An empty one does not narrow the search.
struct FilterWords {
    std::string since{};
    std::string until{};
    std::string tool{};
    std::string subject{};
    std::string outcome{};
    std::string risk{};
    std::string text{};
};

using FilterTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// Error: invalid_argument, with the wanted spelling. An unknown tool is none: it may be gone.
Result<ledger::Filter> read_filter(const FilterWords& words, FilterTime now,
                                   const Registry& registry);

/// Reads RFC 3339 ("2026-01-02T03:04:05Z"), a day in UTC ("2026-01-02"), or a time ago ("2h").
Result<FilterTime> read_moment(std::string_view text, FilterTime now);

}  // namespace iam::question
