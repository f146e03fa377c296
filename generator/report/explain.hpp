// Explains each diagnostic: its reason and the way out. iam-gen explain, docs/diagnostics.md and
// SARIF use the same words.
#pragma once

#include <generator/model/diagnostics.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

/// The code stands in a header behind #include <iam/annotations.hpp>. A test runs it: `wrong` is
/// reported with this very id, `right` without any error and not with this id.
struct Explanation {
    DiagnosticId id;
    std::string_view why;      // why this is reported, in full sentences
    std::string_view wrong;    // code; ends with a line feed, as does the next
    std::string_view right;    // the same with the way out taken
    std::string_view way_out;  // in full sentences
};

/// All explanations in the order of their numbers. Every diagnostic has one.
std::vector<Explanation> explanations();
Explanation explanation_of(DiagnosticId id);

/// Title, why, wrong, right, way out: for a terminal, and as a section of a page.
std::string to_text(const Explanation& explanation);
std::string to_markdown(const Explanation& explanation);
/// docs/diagnostics.md.
std::string page_of_explanations();
/// {"iam": 1, "explanations": [{id, name, severity, title, why, wrong, right, way_out}]}
std::string to_json_text(const std::vector<Explanation>& list);
/// A line for each: id, severity, title.
std::string list_of_diagnostics();

}  // namespace iam::gen
