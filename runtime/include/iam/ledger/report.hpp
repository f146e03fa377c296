// Counts the events of a period: questions and answers, calls, unknown outcomes, undos.
#pragma once

#include <iam/ledger/store.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace iam::ledger {

struct Period {
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> from{};  ///< inclusive
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> to{};    ///< exclusive
};

/// Entries with a time in the period. An unreadable entry is in every period.
struct Report {
    std::uint64_t entries = 0;
    std::uint64_t unreadable = 0;
    std::uint64_t prompts = 0;  ///< questions put, including functions' questions for input
    /// the number of each answer, e.g. "allow_once"
    std::map<std::string, std::uint64_t> answers{};
    std::uint64_t answers_of_clients = 0;   ///< answers stated by MCP clients for their person
    std::uint64_t answers_of_programs = 0;  ///< answers by programs, for themselves
    std::uint64_t prompts_expired = 0;      ///< nobody answered in time
    std::uint64_t prompts_withdrawn = 0;
    std::uint64_t prompts_open = 0;     ///< may still be answered
    std::uint64_t host_assertions = 0;  ///< calls run because the host stated that a person agreed
    std::uint64_t calls_begun = 0;
    std::uint64_t calls_done = 0;
    std::uint64_t calls_failed = 0;
    std::uint64_t calls_refused = 0;
    std::uint64_t calls_timed_out = 0;  ///< the caller was answered before the function ended
    std::uint64_t undos_begun = 0;
    std::uint64_t undos_done = 0;
    std::uint64_t undos_failed = 0;
    /// Calls and undos begun in the period without a known outcome: they still run, or may have
    /// happened.
    std::vector<EntryId> unknown{};
};

/// Reads the ledger once, oldest first. Memory grows with the calls and questions open at the same
/// time, not with the ledger. If the time of a question is over at `now`, it counts as not answered
/// in time, even if no entry says so yet.
Result<Report> report(Store& store, const Period& period, const Moment& now);

}  // namespace iam::ledger
