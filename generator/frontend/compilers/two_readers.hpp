// Compares how clang and the target's own compiler read the headers. If a header asks for its
// compiler, it could declare different things to them.
#pragma once

#include <generator/frontend/clang/clang_run.hpp>

#include <cstddef>
#include <vector>

namespace iam::gen {

/// Compares the declarations in `result.to_compare` with the output of the target's own
/// preprocessor. `headers` are the indices of the headers in the translation unit. A difference is
/// an error at its place, and so is a failing preprocessor. The files read by the preprocessor are
/// added to the model's files.
void compare_readers(const ParseJob& job, const std::vector<std::size_t>& headers,
                     RunResult& result);

}  // namespace iam::gen
