// A file of copies of a ledger's checkpoints, one per line, kept outside of the state.
#pragma once

#include <iam/ledger/checkpoint.hpp>

#include <filesystem>
#include <vector>

namespace iam::host {

/// The checkpoints, oldest first. Errors: invalid_argument (names the line without a checkpoint or
/// with a wrong signature; or the file is over 64 MiB), not_found, unavailable.
Result<std::vector<ledger::Checkpoint>> read_witness(const std::filesystem::path& path);

/// Adds a line, durably. Makes the file if there is none.
Result<void> add_to_witness(const std::filesystem::path& path,
                            const ledger::Checkpoint& checkpoint);

}  // namespace iam::host
