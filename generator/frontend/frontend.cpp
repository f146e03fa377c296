// Reads all headers in one parse. If they cannot be included together, it reads each by itself and
// merges the results.
#include "generator/frontend/frontend.hpp"

#include <generator/frontend/clang/clang_invocation.hpp>
#include <generator/frontend/clang/clang_run.hpp>
#include <generator/frontend/clang/compile_flags.hpp>
#include <generator/frontend/compilers/two_readers.hpp>
#include <generator/frontend/precompiled/prefix.hpp>
#include <generator/frontend/tags/tag_scan.hpp>
#include <generator/model/diagnostics.hpp>

#include <algorithm>
#include <limits>
#include <tuple>

namespace iam::gen {
namespace {

bool same_place(const SourceSpan& left, const SourceSpan& right) {
    return std::tie(left.file, left.line, left.column) ==
           std::tie(right.file, right.line, right.column);
}

/// Merges types by name. If two headers cannot be included together, they may have two types of one
/// name. Generated code could not tell these apart, so they are reported.
template <class Named>
void merge_types(std::map<std::string, Named>& into, std::map<std::string, Named>&& from,
                 Diagnostics& diagnostics) {
    for (auto& [name, type] : from) {
        const auto known = into.find(name);
        if (known == into.end()) {
            into.emplace(name, std::move(type));
        } else if (!same_place(known->second.span, type.span)) {
            diagnostics.push_back(diagnose(
                DiagnosticId::redeclaration_conflict, type.span,
                "'" + name +
                    "' is defined differently in two headers of the target; rename one of them",
                {{"the other definition is here", known->second.span}}));
        }
    }
}

void merge(RunResult&& part, std::size_t header, RunResult& whole) {
    for (Tool& tool : part.model.tools) {
        if (tool.header == header) whole.model.tools.push_back(std::move(tool));
    }
    for (Companion& companion : part.model.companions) {
        const bool known = std::any_of(
            whole.model.companions.begin(), whole.model.companions.end(),
            [&](const Companion& other) { return same_place(other.span, companion.span); });
        if (!known) whole.model.companions.push_back(std::move(companion));
    }
    merge_types(whole.model.records, std::move(part.model.records), part.diagnostics);
    merge_types(whole.model.enums, std::move(part.model.enums), part.diagnostics);
    auto append = [](auto& into, auto& from) {
        into.insert(into.end(), std::make_move_iterator(from.begin()),
                    std::make_move_iterator(from.end()));
    };
    append(whole.model.refused, part.model.refused);
    append(whole.model.included_files, part.model.included_files);
    append(whole.diagnostics, part.diagnostics);
}

/// False, with `whole` unchanged, if one of the headers does not compile alone either.
bool parse_one_by_one(const ParseJob& job, const std::vector<std::size_t>& headers,
                      RunResult& whole) {
    RunResult merged;
    merged.compiles = true;
    merged.model.target = job.target;
    merged.model.headers = job.headers;
    for (const std::size_t i : headers) {
        RunResult part = run_clang(job, {i});
        if (!part.compiles) return false;
        compare_readers(job, {i}, part);
        merge(std::move(part), i, merged);
    }
    whole = std::move(merged);
    return true;
}

bool contains_all(const LeadingHeaders& whole, const LeadingHeaders& part) {
    return std::all_of(part.begin(), part.end(), [&](const std::string& header) {
        return std::find(whole.begin(), whole.end(), header) != whole.end();
    });
}

/// Reads these headers in one parse, behind precompiled headers if the result stays the same.
RunResult parse_together(const ParseJob& job, const std::vector<std::size_t>& headers) {
    Prefix prefix(job);
    std::size_t most = std::numeric_limits<std::size_t>::max();
    if (const auto kept = prefix.open()) {
        RunResult result = run_clang_behind(*kept->built, job, headers);
        if (result.compiles && contains_all(result.leading_headers, kept->headers)) {
            prefix.remember(result.leading_headers);
            return result;
        }
        if (result.compiles) most = result.leading_headers.size();
    }
    RunResult result = run_clang(job, headers);
    if (result.compiles) prefix.remember(result.leading_headers, most);
    return result;
}

RunResult nothing_to_read(const ParseJob& job) {
    RunResult result;
    result.compiles = true;
    result.model.target = job.target;
    result.model.headers = job.headers;
    return result;
}

/// If clang's own headers are missing, this is reported first, since it explains all other errors.
void explain_missing_headers(const ParseJob& job, RunResult& result) {
    const bool lacks_header = std::any_of(
        result.diagnostics.begin(), result.diagnostics.end(), [](const Diagnostic& diagnostic) {
            return is_about(diagnostic, DiagnosticId::does_not_compile) &&
                   diagnostic.message.find("' file not found") != std::string::npos;
        });
    const std::string hint = lacks_header ? missing_resources(job.compile_flags) : std::string();
    if (!hint.empty())
        result.diagnostics.insert(result.diagnostics.begin(),
                                  diagnose(DiagnosticId::does_not_compile, {}, hint));
}

/// Reported even if the headers compile, since their declarations may depend on __cpp_modules.
void tell_of_modules(const ParseJob& job, RunResult& result) {
    const std::vector<std::string> found = flags_of_modules(job.compile_flags);
    if (found.empty()) return;
    std::string flags;
    for (const std::string& flag : found) flags += (flags.empty() ? "'" : ", '") + flag + "'";
    result.diagnostics.insert(
        result.diagnostics.begin(),
        diagnose(DiagnosticId::modules_left_out, {},
                 flags + (found.size() == 1 ? " is" : " are") +
                     " left out: headers are read without C++ modules, so that an import in them "
                     "fails and what they have for __cpp_modules is not seen; include what the "
                     "tools need, or silence IAM1017 where they need no module"));
}

}  // namespace

Parsed parse(const ParseJob& job) {
    const std::vector<std::size_t> headers = headers_with_tags(job);
    RunResult result = headers.empty() ? nothing_to_read(job) : parse_together(job, headers);
    if (result.compiles)
        compare_readers(job, headers, result);
    else if (headers.size() > 1)
        parse_one_by_one(job, headers, result);
    for (const Header& header : job.headers)
        result.model.included_files.push_back(build_path(header.path));
    std::sort(result.model.included_files.begin(), result.model.included_files.end());
    result.model.included_files.erase(
        std::unique(result.model.included_files.begin(), result.model.included_files.end()),
        result.model.included_files.end());
    explain_missing_headers(job, result);
    if (!headers.empty()) tell_of_modules(job, result);
    // An error of clang follows from the errors before it, so their order stays.
    if (result.compiles) sort_by_place(result.diagnostics);
    return {std::move(result.model), std::move(result.diagnostics)};
}

}  // namespace iam::gen
