// The options of commands that filter the ledger.
#pragma once

#include "host/session/session.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/ledger/filter.hpp>
#include <iam/question/filter_words.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace iam::host {

using question::FilterWords;
using question::read_moment;

/// Adds --since and --until, the options of every command about a period.
void add_time_options(CLI::App& command, std::string& since, std::string& until);
void add_filter_options(CLI::App& command, FilterWords& words);

Result<ledger::Filter> read_filter(const FilterWords& words, const Session& session);

/// Says the number of entries left out by the filter.
void say_what_matched(const Session& session, const ledger::Filter& filter,
                      const ledger::Searched& searched);

// The places that may still hold erased values, as lines or as the member "remains". Nothing is
// written if there are none.
void print_remains(const Session& session, const std::vector<ledger::Remains>& remains);
void put_remains(JsonWriter& out, const std::vector<ledger::Remains>& remains);

}  // namespace iam::host
