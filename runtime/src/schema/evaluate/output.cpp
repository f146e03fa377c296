// Writes reports as sentences and as JSON.
#include "iam/schema/output.hpp"

namespace iam::schema {
namespace {

void append_sentences(const std::vector<OutputUnit>& units, std::vector<std::string>& out) {
    for (const OutputUnit& unit : units) {
        if (!unit.error.empty()) out.push_back(sentence(unit));
        append_sentences(unit.errors, out);
    }
}

Json unit_json(const OutputUnit& unit) {
    Json out = Json::object();
    out["valid"] = false;
    out["keywordLocation"] = unit.keyword_location;
    out["absoluteKeywordLocation"] = unit.absolute_keyword_location;
    out["instanceLocation"] = unit.instance_location;
    if (!unit.error.empty()) out["error"] = unit.error;
    if (unit.errors.empty()) return out;
    Json& errors = out["errors"] = Json::array();
    for (const OutputUnit& below : unit.errors) errors.push_back(unit_json(below));
    return out;
}

}  // namespace

std::string sentence(const OutputUnit& unit) {
    return unit.instance_location.empty() ? unit.error : unit.instance_location + ": " + unit.error;
}

std::vector<std::string> sentences(const Report& report) {
    std::vector<std::string> out;
    append_sentences(report.errors, out);
    return out;
}

Json to_json(const Report& report) {
    Json out = Json::object();
    out["valid"] = report.valid;
    if (report.errors.empty()) return out;
    Json& errors = out["errors"] = Json::array();
    for (const OutputUnit& unit : report.errors) errors.push_back(unit_json(unit));
    return out;
}

}  // namespace iam::schema
