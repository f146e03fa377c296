// Writes diagnostics as documents for other programs. generator/model writes their text for people.
#pragma once

#include <generator/model/source.hpp>
#include <iam/core/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace iam::gen {

/// {"iam": 1, "diagnostics": [{id, severity, message, file, line, column, end_column, notes:
/// […]}]}. Lines and columns count from 1, columns in bytes. A diagnostic without a place has
/// none of these members. A line feed ends the text.
std::string to_json_text(const Diagnostics& diagnostics);

/// The facts about the run itself in a SARIF log.
struct SarifRun {
    std::string version;       // of the program
    std::string project_root;  // absolute; files below it are named relative to it; empty: nowhere
    std::string tool = "iam-gen";  // the program
};

/// The description of a rule in a log.
struct SarifRule {
    std::string name;  // of some programs' rules
    std::string title;
    std::string why;
    std::string help;  // plain text
    std::string help_markdown;
    Severity level = Severity::error;
    std::string address{};  // where it can be read; empty: nowhere
};

/// A diagnostic with members of some programs only.
struct SarifResult {
    Diagnostic diagnostic;
    OrderedJson more = OrderedJson::object();  // further members of the result
};

/// The rule of an id; nothing if there is none.
using SarifRules = std::function<std::optional<SarifRule>(const std::string& id)>;

/// A log of SARIF 2.1.0 with one run.
std::string to_sarif_text(const std::vector<SarifResult>& results, const SarifRun& run,
                          const SarifRules& rules);

/// The log of iam-gen. Every rule of a result is described with its explanation.
std::string to_sarif_text(const Diagnostics& diagnostics, const SarifRun& run);

}  // namespace iam::gen
