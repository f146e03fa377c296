// The diagnostics of diagnostics.def as an enumeration, their construction, and the search for the
// intended word of a misspelt one.
#pragma once

#include <generator/model/source.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

/// The value is the stable number: static_cast<int>(DiagnosticId::unknown_attribute) == 1001.
enum class DiagnosticId : int {
#define IAM_DIAGNOSTIC(number, name, severity, title) name = number,
#include <generator/model/diagnostics.def>
};

/// One line of diagnostics.def.
struct DiagnosticInfo {
    DiagnosticId id;
    std::string_view name;
    Severity severity;
    std::string_view title;
};

/// All diagnostics, in the order of their numbers.
const std::vector<DiagnosticInfo>& diagnostic_list();
/// "IAM1001"
std::string id_text(DiagnosticId id);
/// The diagnostic with this id ("IAM1001" in any case, or "1001"); null if there is none.
const DiagnosticInfo* find_diagnostic(std::string_view id);

/// A diagnostic with the id and the severity of its line in the list. `message` is a sentence, with
/// the way out at its end.
Diagnostic diagnose(DiagnosticId id, SourceSpan span, std::string message,
                    std::vector<Note> notes = {});

bool is_about(const Diagnostic& diagnostic, DiagnosticId id);

/// Sorts by file, line and column, and drops repetitions of a message at one place. Diagnostics of
/// one place keep their order. Diagnostics without a place come first.
void sort_by_place(Diagnostics& diagnostics);

/// The most probable candidate for the misspelt `word`; nothing if none is near enough. At most a
/// third of its letters may differ, or one in a short word. An exchange of two neighbours counts as
/// one, and case does not count. Of equal candidates the first is taken.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// " Did you mean 'x'?" for the nearest candidate, for the end of a message; empty if there is
/// none.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace iam::gen
