// How often a tool has run of late: what a person asks before they say yes once more.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/core/clock.hpp>

#include <optional>

namespace iam::gate {

struct Engine;

/// Reads the newest entries, a bounded number. Nothing where they cannot be read: a question does not wait for it.
std::optional<consent::RecentRuns> recent_runs(Engine& engine, const ToolId& tool,
                                               const Subject& subject, const Moment& now);

}  // namespace iam::gate
