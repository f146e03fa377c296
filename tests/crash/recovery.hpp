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

/// Which of `states` a start finds; and that a second start finds the same, that the chain is whole
/// and that the next entry gets an id that none had. invalid_argument with what is wrong.
Result<std::size_t> recover(const std::filesystem::path& folder,
                            const std::vector<Snapshot>& states);

}  // namespace iam::test
