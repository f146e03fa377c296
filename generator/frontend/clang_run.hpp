// One parse by clang of some of a job's headers.
#pragma once

#include <generator/frontend/frontend.hpp>

#include <cstddef>
#include <vector>

namespace iam::gen {

struct RunResult {
    Model model;  // headers as in the job
    Diagnostics diagnostics;
    bool compiles = false;  // clang itself had no error
};

/// Parses one translation unit that includes the headers with these indices, in this order.
RunResult run_clang(const ParseJob& job, const std::vector<std::size_t>& headers);

}  // namespace iam::gen
