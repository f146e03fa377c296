// What the ledger of a program says of a change: which recorded calls it would refuse, and which standing permissions it touches.
#pragma once

#include <generator/contract/report.hpp>
#include <iam/ledger/store.hpp>

#include <map>
#include <string>
#include <vector>

namespace iam::gen::contract {

/// What is recorded of one tool.
struct RecordedTool {
    std::map<std::string, std::size_t> arguments{};  ///< canonical texts, and how often
    std::size_t calls = 0;                           ///< those whose arguments are not whole, too
    std::vector<Digest>
        allowed_under{};  ///< consent digests of grants and "allow always" that hold
};

/// Of the program's own tools, by name; calls of k_usage_days.
using RecordedUse = std::map<std::string, RecordedTool>;

Result<RecordedUse> read_use(ledger::Store& store, const Moment& now);

/// Adds to each finding of a comparison of these what it means for what is recorded.
void add_usage(Report& report, const RecordedUse& use, const Catalogue& before,
               const Catalogue& after);

}  // namespace iam::gen::contract
