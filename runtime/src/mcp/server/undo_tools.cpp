#include "iam/mcp/undo_tools.hpp"

#include <iam/core/json_writer.hpp>
#include <iam/core/value_text.hpp>
#include <iam/gate/consent.hpp>
#include <iam/tool/context.hpp>
#include <iam/tool/define.hpp>

#include <string>
#include <utility>
#include <vector>

namespace iam::mcp {
namespace {

// The gate's own codes are not a tool's.
constexpr const char* k_cannot_undo = "cannot_undo";
constexpr const char* k_undo_call = "undo_call";

/// The failure of a tool for a refusal of the gate.
tool_error failure_of(const ToolResult& refused) {
    std::string message = refused.code + ": " + refused.message;
    for (const std::string& entry : refused.later) message += " " + entry;
    return tool_error(k_cannot_undo, message);
}

gate::UndoRequest request_of(const std::string& entry, const Context& context) {
    const auto id = ledger::parse_entry_id(entry);
    if (!id) throw tool_error(k_cannot_undo, id.error().message);
    gate::UndoRequest request;
    request.entry = *id;
    request.subject = context.subject();
    request.proposer = context.proposer();
    request.within_call = context.call_id();
    return request;
}

gate::UndoOutlook outlook_of(gate::Runtime& runtime, const std::string& entry,
                             const Context& context) {
    auto outlook = runtime.explain_undo(request_of(entry, context));
    if (!outlook) throw failure_of(outlook.error());
    return *std::move(outlook);
}

/// The call as one line, with the call that a recipe undoes it with.
std::string line_of(const gate::UndoOutlook& outlook) {
    constexpr std::size_t k_arguments_bytes_max = 4096;
    std::string line = outlook.tool.name + " " + outlook.arguments;
    if (outlook.calls) {
        line += ", undone by " + display_name(outlook.calls->tool) + " " +
                shown(outlook.calls->arguments, k_arguments_bytes_max);
    }
    return line;
}

/// "0.12: set_alarm {…}" for each call.
std::vector<std::string> undoable_calls(gate::Runtime& runtime, const Context& context) {
    const auto entries = runtime.undoable(context.subject());
    if (!entries) throw tool_error("no_list", entries.error().message);
    std::vector<std::string> lines;
    for (const ledger::EntryId& id : *entries) {
        const std::string entry = to_string(id);
        const auto outlook = runtime.explain_undo(request_of(entry, context));
        // If an entry cannot be undone any more, it is left out.
        if (outlook) lines.push_back(entry + ": " + line_of(*outlook));
    }
    return lines;
}

/// Fails unless a person had to allow this call: a rule, a permission or a policy for the tool is
/// no word of a person about this undo.
void require_person(gate::Runtime& runtime, const std::string& entry, const Context& context) {
    Call call;
    call.tool.name = k_undo_call;
    JsonWriter arguments;
    arguments.begin_object();
    arguments.plain_key("entry");
    arguments.string(entry);
    arguments.end_object();
    call.arguments = arguments.take();
    call.subject = context.subject();
    call.proposer = context.proposer();
    const auto explained = runtime.consent().explain(std::move(call));
    if (explained && explained->decision.effect == Policy::confirm) return;
    throw tool_error(k_cannot_undo,
                     "Undo needs a person's answer each time, but a rule, grant or policy allows "
                     "this tool; remove it, or undo in a terminal.");
}

std::string undo_call(gate::Runtime& runtime, const std::string& entry, const Context& context) {
    require_person(runtime, entry, context);
    gate::UndoRequest request = request_of(entry, context);
    // A person has allowed this very call.
    request.options.confirmed = true;
    request.options.stop = context.stop();
    const ToolResult undone = runtime.undo(std::move(request));
    if (!undone.success) throw failure_of(undone);
    return "Undone; the undo is entry " + undone.entry + ".";
}

}  // namespace

Result<void> add_undo_tools(Registry& registry, gate::Runtime& runtime) {
    IAM_CHECK(define("list_undoable")
                  .title("Calls that can be undone")
                  .description("Lists the calls of this session that can be undone, newest first: "
                               "the entry of each, its tool and its arguments. Undo them in this "
                               "order.")
                  .hints({.read_only = true, .open_world = false})
                  .policy(Policy::allow)
                  .call([&runtime](Context& context) { return undoable_calls(runtime, context); })
                  .add_to(registry));
    return define(k_undo_call)
        .title("Undo a call")
        .description("Takes an earlier call back. A person is asked.")
        .hints({.read_only = false, .destructive = true, .idempotent = true, .open_world = false})
        .policy(Policy::confirm)
        .parameter("entry", {}, "an entry of the call, such as 0.12")
        .call([&runtime](const std::string& entry, Context& context) {
            return undo_call(runtime, entry, context);
        })
        .preview(
            [&runtime](const std::string& entry, Context& context) {
                Preview preview;
                preview.summary = "Undoes " + line_of(outlook_of(runtime, entry, context));
                return preview;
            },
            {"entry"})
        .add_to(registry);
}

}  // namespace iam::mcp
