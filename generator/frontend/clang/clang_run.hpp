// One parse by clang of some of a job's headers.
#pragma once

#include <generator/frontend/compilers/declared_lines.hpp>
#include <generator/frontend/frontend.hpp>
#include <generator/frontend/precompiled/prefix_record.hpp>
#include <generator/frontend/precompiled/prefix_watch.hpp>

#include <cstddef>
#include <vector>

namespace iam::gen {

struct RunResult {
    Model model;  // headers as in the job
    Diagnostics diagnostics;
    bool compiles = false;  // clang itself had no error
    LeadingHeaders leading_headers;
    /// Declarations to compare with the target's compiler. Empty if no header depends on its
    /// compiler, or the job names no compiler.
    std::vector<DeclaredText> to_compare;
};

/// The text of a main file with includes of the headers with these indices.
std::string main_text(const ParseJob& job, const std::vector<std::size_t>& headers);

/// Parses one translation unit with the headers of these indices, in this order.
RunResult run_clang(const ParseJob& job, const std::vector<std::size_t>& headers);

/// The same behind precompiled headers. The result is not valid if it has an error, or if one of
/// the precompiled headers is not among its leading headers. Then the headers have to be parsed
/// without the prefix.
RunResult run_clang_behind(const PrecompiledFile& prefix, const ParseJob& job,
                           const std::vector<std::size_t>& headers);

}  // namespace iam::gen
