// Reads and checks manifests for the commands.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <vector>

namespace iam::gen::cli {

/// The tool objects of all files, in their order. An error names the file and the way out.
Result<std::vector<OrderedJson>> read_tools(const std::vector<std::string>& paths);

}  // namespace iam::gen::cli
