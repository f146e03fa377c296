// Making diagnostics: the list of diagnostics.def as an enumeration, and the search for what
// somebody meant.
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

/// All of them, in the order of their numbers.
const std::vector<DiagnosticInfo>& diagnostic_list();
/// "IAM1001"
std::string id_text(DiagnosticId id);
/// The one with this id ("IAM1001", in any case, or "1001"); null where there is none.
const DiagnosticInfo* find_diagnostic(std::string_view id);

/// A diagnostic with the id and the severity of its line in the list. `message` is a sentence that
/// ends with the way out.
Diagnostic diagnose(DiagnosticId id, SourceSpan span, std::string message,
                    std::vector<Note> notes = {});

bool is_about(const Diagnostic& diagnostic, DiagnosticId id);

/// Orders by file, line and column and drops what has been said already in the same words at the
/// same place. Things that are said of one place keep their order; those without a place come
/// first.
void sort_by_place(Diagnostics& diagnostics);

/// The candidate that `word` was most probably meant to be: at most a third of its letters differ, or one of a short word
/// (an exchange of two neighbours counts as one), and case does not count. Of equals the first.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// " Did you mean 'x'?" for the nearest candidate, or nothing. For the end of a message.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace iam::gen
