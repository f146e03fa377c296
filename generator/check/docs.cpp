// What nobody has described: a model would have to guess it from the name.
#include <generator/check/steps.hpp>

#include <algorithm>

namespace iam::gen {
namespace {

/// "'a', 'b'": the names of the members without a description; empty where each has one.
std::string undocumented(const std::vector<Member>& members) {
    std::string names;
    for (const Member& member : members) {
        if (!member.description.empty()) continue;
        names += (names.empty() ? "" : ", ") + in_quotes(member.json_name);
    }
    return names;
}

void report(const std::string& names, const std::string& owner, const std::string& way_out,
            const SourceSpan& span, Diagnostics& out) {
    if (names.empty()) return;
    out.push_back(diagnose(DiagnosticId::undocumented_member, span,
                           owner + " says nothing about " + names +
                               ", and the model would guess from the name; " + way_out));
}

/// Types of other libraries are not for the user to comment.
bool is_in_listed_header(const Model& model, const SourceSpan& span) {
    return std::any_of(model.headers.begin(), model.headers.end(),
                       [&](const Header& header) { return header.path == span.file; });
}

}  // namespace

void check_docs(const Model& model, Diagnostics& out) {
    for (const Tool& tool : model.tools)
        report(undocumented(tool.function.parameters), "the tool " + in_quotes(tool.name),
               "add @param lines to its comment", tool.function.span, out);
    for (const auto& [name, record] : model.records) {
        if (is_in_listed_header(model, record.span))
            report(undocumented(record.fields), in_quotes(record.name),
                   "put a /// comment before each field", record.span, out);
    }
}

}  // namespace iam::gen
