// Limits a schema's resources for compilation and for each judged value. Schemas are data from
// outside: if one exceeds a limit, the call returns an error with the name of the limit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace iam::schema {

/// The limits of one compilation.
struct CompileLimits {
    std::size_t subschemas_max = 20'000;  ///< in the schema and in every document it refers to
    std::size_t nodes_max = 1'000'000;    ///< JSON values in each of these documents
    std::size_t bytes_max = std::size_t{16} << 20;  ///< of the strings and names in each of them
    std::size_t documents_max = 64;                 ///< documents reached by references
    /// Different patterns; searching with one may take k_pattern_memory_max (pattern.hpp).
    std::size_t patterns_max = 256;
};

/// The limits of one validation.
struct EvaluationLimits {
    /// A step takes about 10 ns. It is one applied keyword, one member or element looked at, or 64
    /// bytes of a string read. For a pattern, 64 bytes cost program_size() steps. The default
    /// bounds a validation to about a tenth of a second.
    std::uint64_t steps_max = 10'000'000;
    /// Subschemas applied at the same time: each level of the value and each reference takes one or
    /// two. At most k_evaluation_depth_ceiling counts.
    std::size_t depth_max = 1'000;
    /// The number of errors in one report. If there are more, Report::truncated says so.
    std::size_t errors_max = 100;
};

/// No validation goes deeper, even if EvaluationLimits allows more: a thread's stack must hold it.
inline constexpr std::size_t k_evaluation_depth_ceiling = 2'000;

}  // namespace iam::schema
