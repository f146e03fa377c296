// How much a schema may ask for, when it is compiled and each time it judges a value. Schemas are
// data from outside: what goes beyond is an error as a value that names the limit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace iam::schema {

/// Of one compilation.
struct CompileLimits {
    std::size_t subschemas_max = 20'000;  ///< in the schema and in every document it refers to
    std::size_t nodes_max = 1'000'000;    ///< JSON values in each of those documents
    std::size_t bytes_max = std::size_t{16} << 20;  ///< of the strings and names in each of them
    std::size_t documents_max = 64;                 ///< documents that references lead to
    /// Different patterns; searching with one may take k_pattern_memory_max (pattern.hpp).
    std::size_t patterns_max = 256;
};

/// Of one validation.
struct EvaluationLimits {
    /// A step is one keyword of a subschema that is applied, one member or element looked at, or 64 bytes of
    /// a string read (for a pattern, times its program_size()): about 10 ns. The default bounds a validation to a tenth of a second or so.
    std::uint64_t steps_max = 10'000'000;
    /// Subschemas being applied at the same time: each level of the value and each reference on the
    /// way takes one or two. At most k_evaluation_depth_ceiling counts.
    std::size_t depth_max = 1'000;
    /// Errors of one report; it says so where there are more.
    std::size_t errors_max = 100;
};

/// No validation goes deeper, whatever EvaluationLimits says: the stack of a thread must hold it.
inline constexpr std::size_t k_evaluation_depth_ceiling = 2'000;

}  // namespace iam::schema
