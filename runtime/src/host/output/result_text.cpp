// Writes members in canonical order. Values are canonical text and go in as they are.
#include "host/output/result_text.hpp"

#include "host/output/json_member.hpp"
#include <iam/core/json.hpp>
#include <iam/question/card.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/pretty_json.hpp>

namespace iam::host {

using question::escape_for_display;
using question::json_without_controls;
using question::pretty_json_text;

namespace {

void put_errors(JsonWriter& out, const ToolResult& result) {
    if (result.errors.empty()) return;
    out.key("errors");
    out.begin_array();
    for (const ValueError& error : result.errors) {
        out.begin_object();
        put(out, "expected", error.expected);
        put(out, "got", error.got);
        put(out, "message", error.message);
        put(out, "pointer", error.pointer);
        out.end_object();
    }
    out.end_array();
}

void put_inputs(JsonWriter& out, const ToolResult& result) {
    if (result.inputs.empty()) return;
    out.key("inputs");
    out.begin_array();
    for (const InputRequest& input : result.inputs) {
        out.begin_object();
        put_input(out, input, put);
        out.end_object();
    }
    out.end_array();
}

void put_later(JsonWriter& out, const ToolResult& result) {
    if (result.later.empty()) return;
    put_list(out, "later", result.later,
             [](JsonWriter& list, const std::string& entry) { list.string(entry); });
}

}  // namespace

std::string result_json(const ToolResult& result, const std::string& undo) {
    JsonWriter out;
    out.begin_object();
    put_unless_empty(out, "approval", result.approval);
    put_unless_empty(out, "call", result.call_id);
    put_unless_empty(out, "code", result.code);
    put_unless_empty(out, "entry", result.entry);
    put_errors(out, result);
    put_inputs(out, result);
    put_later(out, result);
    put_unless_empty(out, "message", result.message);
    put_unless_empty(out, "no_undo", result.no_undo);
    if (result.result) {
        out.key("result");
        out.raw(*result.result);
    }
    out.key("success");
    out.boolean(result.success);
    put_unless_empty(out, "undo", undo);
    out.end_object();
    return json_without_controls(out.text()) + "\n";
}

std::string result_text(const ToolResult& result) {
    return result.result ? pretty_json_text(*result.result) : "done\n";
}

std::string failure_text(const ToolResult& result) {
    if (result.errors.empty())
        return escape_for_display(result.code) + ": " + escape_for_display(result.message) + "\n";
    // The message repeats the mistakes in one sentence, for models.
    std::string text =
        escape_for_display(result.code) + ": nothing was run; correct this and call again:\n";
    for (const ValueError& error : result.errors) {
        text += "  " +
                (error.pointer.empty() ? "the arguments" : escape_for_display(error.pointer)) +
                ": " + escape_for_display(error.message);
        // Most messages already name the given and the expected value.
        if (error.message.find(error.expected) == std::string::npos) {
            text += "; expected " + escape_for_display(error.expected);
        }
        if (error.message.find(error.got) == std::string::npos) {
            text += "; got " + escape_for_display(error.got);
        }
        text += "\n";
    }
    return text;
}

std::string preview_json(const std::optional<Preview>& preview) {
    JsonWriter out;
    out.begin_object();
    out.key("preview");
    if (preview) {
        question::put_preview(out, *preview, put);
    } else {
        out.null();
    }
    out.end_object();
    return json_without_controls(out.text()) + "\n";
}

std::string preview_text(const std::optional<Preview>& preview) {
    if (!preview) return "The arguments are valid. This tool has no preview.\n";
    std::string text = escape_for_display(preview->summary) + "\n";
    for (const PreviewField& field : preview->fields) {
        text +=
            "  " + escape_for_display(field.label) + ": " + escape_for_display(field.value) + "\n";
    }
    for (const PreviewWarning& warning : preview->warnings) {
        text += "  WARNING: " + escape_for_display(warning.message) + " (" +
                escape_for_display(warning.code) + ")\n";
    }
    return text;
}

}  // namespace iam::host
