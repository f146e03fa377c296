// Reports members without descriptions and descriptions above the length limit. Without a
// description, a model would have to guess the member's meaning.
#include <generator/check/steps.hpp>
#include <generator/model/limits.hpp>

#include <algorithm>

namespace iam::gen {
namespace {

/// The names of the members without a description, "'a', 'b'"; empty if all have one.
std::string undocumented(const std::vector<Member>& members) {
    std::string names;
    for (const Member& member : members) {
        if (!member.description.empty() || member.json_name.empty()) continue;
        names += (names.empty() ? "" : ", ") + in_quotes(member.json_name);
    }
    return names;
}

template <class Owner>
void report(const std::string& names, const Owner& owner, const char* way_out,
            const SourceSpan& span, Diagnostics& out) {
    if (names.empty()) return;
    out.push_back(diagnose(DiagnosticId::undocumented_member, span,
                           owner() + " says nothing about " + names +
                               ", and the model would guess from the name; " + way_out));
}

/// False for types of other libraries: the user cannot comment them.
bool is_in_listed_header(const Model& model, const SourceSpan& span) {
    return std::any_of(model.headers.begin(), model.headers.end(),
                       [&](const Header& header) { return header.path == span.file; });
}

/// Reports a description above the length limit. One token is about four bytes. `owner` is called
/// only if there is a report.
template <class Owner>
void check_length(const std::string& description, const Owner& owner, const SourceSpan& span,
                  Diagnostics& out) {
    if (description.size() <= k_description_bytes_max) return;
    out.push_back(diagnose(DiagnosticId::long_description, span,
                           "the description of " + owner() + " has " +
                               std::to_string(description.size()) + " bytes, about " +
                               std::to_string(description.size() / 4) +
                               " tokens of every request that offers the tool; keep what a model "
                               "needs to choose it and to fill it in, within " +
                               std::to_string(k_description_bytes_max) + " bytes"));
}

void check_lengths(const std::vector<Member>& members, Diagnostics& out) {
    for (const Member& member : members)
        check_length(
            member.description, [&] { return in_quotes(member.json_name); }, member.span, out);
}

}  // namespace

void check_docs(const Model& model, Diagnostics& out) {
    for (const Tool& tool : model.tools) {
        const auto owner = [&] { return "the tool " + in_quotes(tool.name); };
        report(undocumented(tool.function.parameters), owner, "add @param lines to its comment",
               tool.function.span, out);
        check_length(tool.description, owner, option_span(tool, "description"), out);
        check_lengths(tool.function.parameters, out);
    }
    for (const auto& entry : model.records) {
        const Record& record = entry.second;
        if (!is_in_listed_header(model, record.span)) continue;
        report(
            undocumented(record.fields), [&] { return in_quotes(record.name); },
            "put a /// comment before each field", record.span, out);
        check_lengths(record.fields, out);
    }
}

}  // namespace iam::gen
