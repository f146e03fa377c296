// Writes facts as manifests have them, each by the type of its kind.
#include "iam/contract/facts.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

namespace iam::contract {
namespace {

void write_fact(JsonWriter& out, const char* name, const std::string& text) {
    if (text.empty()) return;
    out.plain_key(name);
    out.string(text);
}

void write_fact(JsonWriter& out, const char* name, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    out.plain_key(name);
    out.begin_array();
    for (const std::string& text : texts) out.string(text);
    out.end_array();
}

void write_fact(JsonWriter& out, const char* name, const std::optional<bool>& flag) {
    if (flag) out.plain_literal(name, *flag ? "true" : "false");
}

void write_fact(JsonWriter& out, const char* name, const std::optional<std::int64_t>& number) {
    if (!number) return;
    out.plain_key(name);
    out.integer(*number);
}

void write_fact(JsonWriter& out, const char* name, const Hints& hints) {
    out.plain_key(name);
    out.begin_array();
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    if (hints.name) out.plain_string(#name);
#include <iam/contract/facts.def>
    out.end_array();
}

void write_fact(JsonWriter& out, const char* name, const UndoTerms& undo) {
    const bool has_grade = !undo.grade.empty() && undo.grade != "none";
    if (!has_grade && !undo.window_s) return;
    out.plain_key(name);
    out.begin_object();
    if (has_grade) write_fact(out, "grade", undo.grade);
    write_fact(out, "window", undo.window_s);
    out.end_object();
}

void write_fact(JsonWriter& out, const char* name, const fact_kind::units& units) {
    if (units.empty()) return;
    // A value may have one unit by its type and another by its attribute; the last one is written.
    OrderedJson unit_of = OrderedJson::object();
    for (const auto& [pointer, unit] : units) unit_of[pointer] = unit;
    out.plain_key(name);
    write_json(out, unit_of);
}

void write_fact(JsonWriter& out, const char* name, const SourcePlace& source) {
    if (source.file.empty()) return;
    out.plain_key(name);
    out.begin_object();
    write_fact(out, "file", source.file);
    out.plain_key("line");
    out.integer(source.line);
    out.end_object();
}

void write_fact(JsonWriter&, const char*, const Appended&) {}

}  // namespace

void write_facts(JsonWriter& out, const Facts& facts) {
    out.begin_object();
#define IAM_FACT(name, kind, digest, added, removed, changed) write_fact(out, #name, facts.name);
#include <iam/contract/facts.def>
    out.end_object();
}

void write_annotations(JsonWriter& out, const Hints& hints) {
    out.begin_object();
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) write_fact(out, #mcp, hints.name);
#include <iam/contract/facts.def>
    out.end_object();
}

}  // namespace iam::contract
