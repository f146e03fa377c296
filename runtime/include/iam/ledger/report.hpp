// What happened between two moments, in numbers: questions and answers, calls, what nobody knows the outcome of, undos.
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

/// Entries whose time is in the period; one that cannot be read is in every period.
struct Report {
    std::uint64_t entries = 0;
    std::uint64_t unreadable = 0;
    std::uint64_t prompts = 0;  ///< questions put, those of functions for input among them
    std::map<std::string, std::uint64_t> answers{};  ///< "allow_once", … that were taken
    std::uint64_t answers_of_programs = 0;           ///< of these, by no person
    std::uint64_t prompts_expired = 0;               ///< nobody answered in time
    std::uint64_t prompts_withdrawn = 0;
    std::uint64_t prompts_open = 0;     ///< and may still be answered
    std::uint64_t host_assertions = 0;  ///< calls run because the host said that a person agreed
    std::uint64_t calls_begun = 0;
    std::uint64_t calls_done = 0;
    std::uint64_t calls_failed = 0;
    std::uint64_t calls_refused = 0;
    std::uint64_t calls_timed_out = 0;  ///< the caller was answered before the function ended
    std::uint64_t undos_begun = 0;
    std::uint64_t undos_done = 0;
    std::uint64_t undos_failed = 0;
    /// Calls and undos begun in the period of which nothing more is known: they still run, or may have happened.
    std::vector<EntryId> unknown{};
};

/// Reads the ledger once, oldest first. Memory grows with the calls and questions that are open at the same time, not with the ledger. A
/// question whose time is over `now` counts as one that nobody answered in time, also where nobody has looked at it since: then no entry says so.
Result<Report> report(Store& store, const Period& period, const Moment& now);

}  // namespace iam::ledger
