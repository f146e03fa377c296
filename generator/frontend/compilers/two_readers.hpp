// iam-gen is clang, and another compiler may build the target: a header that asks which compiler reads it could tell them different things.
#pragma once

#include <generator/frontend/clang/clang_run.hpp>

#include <cstddef>
#include <vector>

namespace iam::gen {

/// Holds each declaration that `result` wants compared, of these headers in one translation unit, against the text that the target's own
/// preprocessor makes of it. A difference is an error at its place; so is a preprocessor that fails. The files that it read are added to
/// those of the model.
void compare_readers(const ParseJob& job, const std::vector<std::size_t>& headers,
                     RunResult& result);

}  // namespace iam::gen
