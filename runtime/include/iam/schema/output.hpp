// Reports why a value is not valid, in the output formats of JSON Schema 2020-12 (Core §12). The
// sentences are short enough for a model to repair its call with.
#pragma once

#include <iam/core/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace iam::schema {

/// The output formats of Core §12.4. Schema::accepts gives the format `flag`.
enum class Detail : std::uint8_t {
    basic,     ///< a flat list of the failed assertions
    detailed,  ///< a tree in the form of the schema; a group of one is replaced by its child
};

/// One failure.
struct OutputUnit {
    std::string instance_location{};  ///< JSON Pointer into the value
    std::string keyword_location{};  ///< JSON Pointer of the way to the keyword, through references
    std::string absolute_keyword_location{};  ///< URI of the keyword, references followed
    std::string error{};                      ///< "24 is greater than 23"; empty for a mere group
    std::vector<OutputUnit> errors{};         ///< detailed only: the parts of a group
};

struct Report {
    bool valid = false;
    bool truncated = false;  ///< the value has more errors than EvaluationLimits::errors_max
    std::vector<OutputUnit> errors{};
};

/// "/hour: 24 is greater than 23". An error of the whole value has no pointer.
std::string sentence(const OutputUnit& unit);
/// The sentences of a report, one for each place and error, in the order of the schema. A tree
/// gives the sentences of its leaves and choices.
std::vector<std::string> sentences(const Report& report);

/// The JSON form of Core §12.4.
Json to_json(const Report& report);

}  // namespace iam::schema
