// Writes diagnostics as JSON of our own form.
#include <generator/model/text.hpp>
#include <generator/report/report.hpp>
#include <iam/core/json.hpp>

namespace iam::gen {
namespace {

void add_place(OrderedJson& object, const SourceSpan& span) {
    if (span.file.empty()) return;
    object["file"] = visible(span.file);
    if (span.line == 0) return;
    object["line"] = span.line;
    object["column"] = span.column;
    object["end_column"] = span.end_column;
}

OrderedJson note_json(const Note& note) {
    OrderedJson object = OrderedJson::object();
    object["message"] = visible(note.message);
    add_place(object, note.span);
    return object;
}

OrderedJson diagnostic_json(const Diagnostic& diagnostic) {
    OrderedJson object = OrderedJson::object();
    object["id"] = diagnostic.id;
    object["severity"] = to_string(diagnostic.severity);
    object["message"] = visible(diagnostic.message);
    add_place(object, diagnostic.span);
    object["notes"] = OrderedJson::array();
    for (const Note& note : diagnostic.notes) object["notes"].push_back(note_json(note));
    return object;
}

}  // namespace

std::string to_json_text(const Diagnostics& diagnostics) {
    OrderedJson document = OrderedJson::object();
    document["iam"] = 1;
    document["diagnostics"] = OrderedJson::array();
    for (const Diagnostic& diagnostic : diagnostics)
        document["diagnostics"].push_back(diagnostic_json(diagnostic));
    return document.dump(2) + "\n";
}

}  // namespace iam::gen
