// Limits for the types of one tool. The generator takes time and space in proportion to the types
// within them. No model's interface takes more (OpenAI's strict mode: 10 levels, 5000 properties,
// 120 000 characters).
#pragma once

#include <cstddef>
#include <cstdint>

namespace iam::gen {

/// Aggregates, lists and maps within each other, from a parameter or the result to its innermost
/// value. The schema of a value of this depth is at most 40 levels deep, and readers of JSON stop
/// at 64 (iam::Limits).
inline constexpr unsigned k_type_depth_max = 16;
/// Types of one template within each other. More of them are taken to grow without end.
inline constexpr unsigned k_template_depth_max = 8;
/// Schemas in the input or in the output of one tool: one for each parameter, field and element,
/// with all repetitions. Below, the characters of names, texts and values in them.
inline constexpr std::uint64_t k_schema_nodes_max = 5000;
inline constexpr std::uint64_t k_schema_bytes_max = 262'144;
/// Values in one evaluated default. A larger default counts as known to the program only, and is
/// not published.
inline constexpr int k_default_values_max = 5000;

/// Bytes of one description without a warning. Every request with the tool carries the description,
/// and some interfaces of models cut or refuse longer ones.
inline constexpr std::size_t k_description_bytes_max = 1024;

}  // namespace iam::gen
