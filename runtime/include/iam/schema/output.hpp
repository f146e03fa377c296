// What a validation says about a value: one of the output formats of JSON Schema 2020-12 (Core
// §12), with sentences short enough for a model to repair its call with.
#pragma once

#include <iam/core/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace iam::schema {

/// The formats of Core §12.4. A flag is what Schema::accepts gives.
enum class Detail : std::uint8_t {
    basic,     ///< a flat list of the assertions that failed
    detailed,  ///< a tree that follows the schema; what has one child is replaced by it
};

/// One failure.
struct OutputUnit {
    std::string instance_location{};          ///< JSON Pointer into the value
    std::string keyword_location{};           ///< JSON Pointer of the way there, through references
    std::string absolute_keyword_location{};  ///< URI of the keyword, references followed
    std::string error{};                      ///< "24 is greater than 23"; empty for a mere group
    std::vector<OutputUnit> errors{};         ///< detailed only: what it is made of
};

struct Report {
    bool valid = false;
    bool truncated = false;  ///< there are more errors than EvaluationLimits::errors_max
    std::vector<OutputUnit> errors{};
};

/// "/hour: 24 is greater than 23"; the root of the value goes without a pointer.
std::string sentence(const OutputUnit& unit);
/// The sentences of a report (of the tree's leaves and choices as well), one for each place and
/// error, in the order of the schema.
std::vector<std::string> sentences(const Report& report);

/// The JSON of Core §12.4.
Json to_json(const Report& report);

}  // namespace iam::schema
