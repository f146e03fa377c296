// How often a tool ran recently: a fact for the decision about the next run.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/core/clock.hpp>

#include <optional>

namespace iam::gate {

struct Basis;

/// Reads a bounded number of the newest entries. Nothing if they cannot be read: no question waits
/// for them.
std::optional<consent::RecentRuns> recent_runs(const Basis& basis, const ToolId& tool,
                                               const Subject& subject, const Moment& now);

}  // namespace iam::gate
