// What a run of the recorded program was told, and what a start after its end finds.
#pragma once

#include "recorded_program.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace iam::test {

/// A folder on a file system in memory where there is one: nothing here depends on a real disk, and
/// thousands of starts do on its speed.
std::filesystem::path fast_folder();

/// Returns the index of the state in `states` that a start finds. Checks that a second start finds
/// the same state, that the chain is whole, and that the next entry gets a new id. If a check
/// fails, the result is invalid_argument, and its message says which.
Result<std::size_t> recover(const std::filesystem::path& folder,
                            const std::vector<Snapshot>& states);

}  // namespace iam::test
