#include "mcp/server/calls/call_result.hpp"

#include "mcp/protocol/json_member.hpp"
#include <iam/core/json.hpp>
#include <iam/core/limits.hpp>
#include <iam/tool/content.hpp>

#include <algorithm>
#include <vector>

namespace iam::mcp {
namespace {

void put_errors(JsonWriter& out, const std::vector<ValueError>& errors) {
    if (errors.empty()) return;
    out.plain_key("errors");
    out.begin_array();
    for (const ValueError& error : errors) {
        out.begin_object();
        put_unless_empty(out, "expected", error.expected);
        put_unless_empty(out, "got", error.got);
        put_unless_empty(out, "message", error.message);
        out.plain_key("pointer");
        out.string(error.pointer);
        out.end_object();
    }
    out.end_array();
}

void put_inputs(JsonWriter& out, const std::vector<InputRequest>& inputs) {
    if (inputs.empty()) return;
    out.plain_key("inputs");
    out.begin_array();
    for (const InputRequest& input : inputs) {
        out.begin_object();
        put_input(out, input, put_unless_empty);
        out.end_object();
    }
    out.end_array();
}

void put_later(JsonWriter& out, const std::vector<std::string>& later) {
    if (later.empty()) return;
    out.plain_key("later");
    out.begin_array();
    for (const std::string& entry : later) out.string(entry);
    out.end_array();
}

void put_meta(JsonWriter& out, const ToolResult& result) {
    out.plain_key("_meta");
    out.begin_object();
    out.plain_key("iam/result");
    out.begin_object();
    put_unless_empty(out, "approval", result.approval);
    put_unless_empty(out, "call", result.call_id);
    put_unless_empty(out, "code", result.code);
    put_unless_empty(out, "entry", result.entry);
    put_errors(out, result.errors);
    put_inputs(out, result.inputs);
    put_later(out, result.later);
    put_unless_empty(out, "no_undo", result.no_undo);
    out.end_object();
    out.end_object();
}

void put_text(JsonWriter& out, std::string_view text) {
    out.plain_key("content");
    out.begin_array();
    out.begin_object();
    out.plain_key("text");
    out.string(text);
    out.plain_member("type", "text");
    out.end_object();
    out.end_array();
}

/// A text in place of a block unknown to the revision.
std::string substitute(const Json& block) {
    if (block["type"] == "audio") return "[a sound of type " + block.value("mimeType", "") + "]";
    return block.value("name", "") + ": " + block.value("uri", "");
}

bool is_known(const Json& block, Revision revision) {
    if (block["type"] == "audio") return has_audio(revision);
    if (block["type"] == "resource_link") return has_resource_links(revision);
    return true;
}

/// The blocks of iam::Content. Its schema guards the result, so each block has a type.
void put_blocks(JsonWriter& out, const std::string& result, Revision revision) {
    out.plain_key("content");
    const auto blocks = parse_json(result, limits_of_own_text(result.size()));
    if (!blocks || std::all_of(blocks->begin(), blocks->end(),
                               [&](const Json& block) { return is_known(block, revision); })) {
        return out.raw(result);
    }
    out.begin_array();
    for (const Json& block : *blocks) {
        if (is_known(block, revision)) {
            out.raw(canonical_json(block).value_or("{}"));
        } else {
            write_content(out, TextContent{substitute(block)});
        }
    }
    out.end_array();
}

/// The nesting of a JSON text.
std::size_t depth_of(std::string_view text) {
    std::size_t depth = 0;
    std::size_t deepest = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (in_string) {
            if (c == '\\') ++at;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            deepest = std::max(deepest, ++depth);
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return deepest;
}

/// The value as the output schema has it.
std::string published(const std::string& value, const ListedTool& tool) {
    if (tool.result_member.empty()) return value;
    JsonWriter out;
    out.begin_object();
    out.key(tool.result_member);
    out.raw(value);
    out.end_object();
    return out.take();
}

/// Code and message, then each mistake on a line of its own.
std::string failure_text(const ToolResult& result) {
    std::string text = result.code + ": " + result.message;
    for (const ValueError& error : result.errors) {
        if (!error.pointer.empty() && result.message.find(error.pointer) != std::string::npos)
            continue;  // the message has it
        text +=
            "\n" + (error.pointer.empty() ? "the arguments" : error.pointer) + ": " + error.message;
        if (!error.expected.empty() && error.message.find(error.expected) == std::string::npos)
            text += "; expected " + error.expected;
    }
    for (const InputRequest& input : result.inputs)
        text += "\n" + input.key + ": " + input.prompt + " (" + what_is_wanted(input) + ")";
    return text;
}

}  // namespace

std::string call_result_text(const ToolResult& result, const ListedTool& tool, Revision revision) {
    JsonWriter out;
    out.begin_object();
    put_meta(out, result);
    if (!result.success) {
        put_text(out, failure_text(result));
        out.plain_literal("isError", "true");
    } else if (!result.result) {
        put_text(out, "Done.");
    } else if (tool.gives_content) {
        put_blocks(out, *result.result, revision);
    } else {
        const std::string value = published(*result.result, tool);
        put_text(out, value);
        if (tool.has_output && has_structured_content(revision)) {
            out.plain_key("structuredContent");
            out.raw(value);
        }
    }
    out.end_object();
    return out.take();
}

bool fits_message(std::string_view text, const iam::Limits& limits) {
    constexpr std::size_t k_envelope_bytes = 1024;  // the id, and the members around the result
    constexpr std::size_t k_envelope_depth = 2;     // a message, and a batch around it
    return text.size() + k_envelope_bytes <= limits.bytes_max &&
           depth_of(text) + k_envelope_depth <= limits.depth_max;
}

std::string too_large_text(const ToolResult& result, const ListedTool& tool, Revision revision) {
    ToolResult told = result;
    told.success = false;
    told.code = "result_too_large";
    told.message =
        "The call has happened; do not repeat it. Its result does not fit into a message";
    told.message +=
        result.entry.empty() ? "." : "; the ledger has it as entry " + result.entry + ".";
    told.result.reset();
    return call_result_text(told, tool, revision);
}

}  // namespace iam::mcp
