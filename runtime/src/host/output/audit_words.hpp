// Reads filters of the ledger as people type them.
#pragma once

#include "host/session/session.hpp"
#include <iam/ledger/filter.hpp>

#include <CLI/CLI.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace iam::host {

struct FilterWords {
    std::string since{};
    std::string until{};
    std::string tool{};
    std::string subject{};
    std::string outcome{};
    std::string risk{};
    std::string text{};
};

/// Adds --since and --until, the options of every command about a period.
void add_time_options(CLI::App& command, std::string& since, std::string& until);
void add_filter_options(CLI::App& command, FilterWords& words);

Result<ledger::Filter> read_filter(const FilterWords& words, const Session& session);

/// Says the number of entries left out by the filter.
void say_what_matched(const Session& session, const ledger::Filter& filter,
                      const ledger::Searched& searched);

/// Reads RFC 3339 ("2026-01-02T03:04:05Z"), a day in UTC ("2026-01-02"), or a time ago ("2h").
Result<std::chrono::sys_time<std::chrono::milliseconds>> read_moment(
    std::string_view text, std::chrono::sys_time<std::chrono::milliseconds> now);

}  // namespace iam::host
