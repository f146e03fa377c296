// Diagnostics as documents for other programs; their text for people is in generator/model.
#pragma once

#include <generator/model/source.hpp>

#include <string>

namespace iam::gen {

/// {"iam": 1, "diagnostics": [{id, severity, message, file, line, column, end_column, notes: […]}]}. Lines and columns count from 1, columns
/// in bytes; a diagnostic without a place has none of these members. A line feed ends the text.
std::string to_json_text(const Diagnostics& diagnostics);

/// What a SARIF log says about the run itself.
struct SarifRun {
    std::string version;       // of iam-gen
    std::string project_root;  // absolute; files below it are named relative to it
};

/// A log of SARIF 2.1.0 with one run. Every rule that a result names is described with its explanation.
std::string to_sarif_text(const Diagnostics& diagnostics, const SarifRun& run);

}  // namespace iam::gen
