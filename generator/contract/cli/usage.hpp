// Tells the effect of a change on a program's ledger: the refused recorded calls, and the affected
// standing permissions.
#pragma once

#include <generator/contract/report.hpp>
#include <iam/ledger/store.hpp>

#include <map>
#include <string>
#include <vector>

namespace iam::gen::contract {

/// The recorded use of one tool.
struct RecordedTool {
    std::map<std::string, std::size_t> arguments{};  ///< canonical texts, and how often each occurs
    std::size_t calls = 0;                           ///< includes calls without complete arguments
    /// Consent digests of valid grants and of valid "allow always" permissions.
    std::vector<Digest> allowed_under{};
};

/// The use of the program's own tools by name. Calls of the last k_usage_days count.
using RecordedUse = std::map<std::string, RecordedTool>;

Result<RecordedUse> read_use(ledger::Store& store, const Moment& now);

/// Adds to each finding of the report its meaning for the recorded use. The report compares
/// `before` with `after`.
void add_usage(Report& report, const RecordedUse& use, const Catalogue& before,
               const Catalogue& after);

}  // namespace iam::gen::contract
