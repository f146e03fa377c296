// Makes diagnostics from the list of diagnostics.def, and guesses the meaning of a misspelt word.
#include <generator/model/diagnostics.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace iam::gen {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::vector<DiagnosticInfo> make_list() {
    return {
#define IAM_DIAGNOSTIC(number, name, severity, title) \
    {DiagnosticId::name, #name, Severity::severity, title},
#include <generator/model/diagnostics.def>
    };
}

const DiagnosticInfo& info_of(DiagnosticId id) {
    const auto& list = diagnostic_list();
    return *std::find_if(list.begin(), list.end(),
                         [id](const DiagnosticInfo& info) { return info.id == id; });
}

auto place_of(const Diagnostic& diagnostic) {
    return std::tie(diagnostic.span.file, diagnostic.span.line, diagnostic.span.column);
}

}  // namespace

const std::vector<DiagnosticInfo>& diagnostic_list() {
    static const std::vector<DiagnosticInfo> list = make_list();
    return list;
}

std::string id_text(DiagnosticId id) {
    return "IAM" + std::to_string(static_cast<int>(id));
}

const DiagnosticInfo* find_diagnostic(std::string_view id) {
    std::string number(id);
    for (char& c : number) c = lower(c);
    if (number.rfind("iam", 0) == 0) number.erase(0, 3);
    const auto& list = diagnostic_list();
    const auto found = std::find_if(list.begin(), list.end(), [&](const DiagnosticInfo& info) {
        return std::to_string(static_cast<int>(info.id)) == number;
    });
    return found == list.end() ? nullptr : &*found;
}

Diagnostic diagnose(DiagnosticId id, SourceSpan span, std::string message,
                    std::vector<Note> notes) {
    Diagnostic diagnostic;
    diagnostic.severity = info_of(id).severity;
    diagnostic.id = id_text(id);
    diagnostic.message = std::move(message);
    diagnostic.span = std::move(span);
    diagnostic.notes = std::move(notes);
    return diagnostic;
}

bool is_about(const Diagnostic& diagnostic, DiagnosticId id) {
    return diagnostic.id == id_text(id);
}

void sort_by_place(Diagnostics& diagnostics) {
    std::stable_sort(diagnostics.begin(), diagnostics.end(),
                     [](const auto& a, const auto& b) { return place_of(a) < place_of(b); });
    std::set<std::pair<std::string, std::string>> said;  // at the current place
    Diagnostics kept;
    for (Diagnostic& diagnostic : diagnostics) {
        if (!kept.empty() && place_of(kept.back()) != place_of(diagnostic)) said.clear();
        if (said.emplace(diagnostic.id, diagnostic.message).second)
            kept.push_back(std::move(diagnostic));
    }
    diagnostics = std::move(kept);
}

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
    const std::vector<std::string_view> views(candidates.begin(), candidates.end());
    const std::string_view found = iam::nearest(word, views);
    return found.empty() ? std::nullopt : std::optional(std::string(found));
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
    const auto candidate = nearest(word, candidates);
    return candidate ? " Did you mean '" + *candidate + "'?" : std::string();
}

}  // namespace iam::gen
