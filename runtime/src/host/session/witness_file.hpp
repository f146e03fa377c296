// Copies of a ledger's checkpoints, one per line, in a file that is kept elsewhere.
#pragma once

#include <iam/ledger/checkpoint.hpp>

#include <filesystem>
#include <vector>

namespace iam::host {

/// Oldest first. Errors: invalid_argument (names the line: no checkpoint, or its signature is wrong; a file of over 64 MiB), not_found,
/// unavailable.
Result<std::vector<ledger::Checkpoint>> read_witness(const std::filesystem::path& path);

/// Adds a line, durably; makes the file where there is none.
Result<void> add_to_witness(const std::filesystem::path& path,
                            const ledger::Checkpoint& checkpoint);

}  // namespace iam::host
