// What must hold for every schema and value: one verdict, whichever way it is asked for, and errors
// that lead to their place.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>
#include <iam/schema/schema.hpp>

#include <cstdlib>
#include <string>
#include <vector>

namespace iam::fuzz {

inline void must(bool holds) {
    if (!holds) std::abort();
}

inline void check_unit(const schema::OutputUnit& unit, const Json& value) {
    const std::string texts[] = {unit.instance_location, unit.keyword_location,
                                 unit.absolute_keyword_location, unit.error};
    for (const std::string& text : texts) must(is_valid_utf8(text));
    must(value.contains(Json::json_pointer(unit.instance_location)));
    must(!unit.error.empty() || !unit.errors.empty());
    for (const schema::OutputUnit& inner : unit.errors) check_unit(inner, value);
}

inline void check_report(const schema::Schema& schema, const Json& value, schema::Detail detail,
                         const Result<bool>& verdict, const schema::EvaluationLimits& limits) {
    const auto report = schema.validate(value, detail, limits);
    // To say all that is wrong takes more steps than to find the first of it.
    if (!report) return must(!verdict || !*verdict);
    must(verdict && report->valid == *verdict && report->errors.empty() == *verdict);
    for (const schema::OutputUnit& unit : report->errors) check_unit(unit, value);
    must(schema::sentences(*report).empty() == *verdict);
    must(canonical_json(schema::to_json(*report)).has_value());
}

inline void check_verdict(const schema::Schema& schema, const Json& value) {
    schema::EvaluationLimits limits;
    limits.steps_max = 20'000;
    const auto verdict = schema.accepts(value, limits);
    if (!verdict) must(verdict.error().code == Errc::invalid_argument);
    check_report(schema, value, schema::Detail::basic, verdict, limits);
    check_report(schema, value, schema::Detail::detailed, verdict, limits);
}

}  // namespace iam::fuzz
