// Ollama's chat: arguments are values, and a result names its tool.
#include "chat/requests/request_form.hpp"

namespace iam::chat {
namespace {

void write_ollama_turn(JsonWriter& out, const AssistantTurn& turn) {
    if (turn.text.empty() && turn.calls.empty()) return;
    out.begin_object();
    out.plain_member("role", "assistant");
    text_member(out, "content", turn.text);
    if (!turn.calls.empty()) {
        out.key("tool_calls");
        out.begin_array();
        for (const PastCall& call : turn.calls) {
            out.begin_object();
            out.key("function");
            out.begin_object();
            text_member(out, "name", call.name);
            arguments_member(out, "arguments", call.arguments);
            out.end_object();
            out.end_object();
        }
        out.end_array();
    }
    out.end_object();
}

void write_ollama_result(JsonWriter& out, const CallResults::Each& result) {
    out.plain_member("role", "tool");
    text_member(out, "tool_name", result.name);
    text_member(out, "content", result.text);
}

void write_ollama_options(JsonWriter& out, const RequestView& view) {
    out.key("options");
    out.begin_object();
    if (view.target.context_tokens) {
        out.key("num_ctx");
        out.integer(*view.target.context_tokens);
    }
    limit_members(out, view.request, "num_predict");
    out.end_object();
}

void write_ollama_request(JsonWriter& out, const RequestView& view) {
    text_member(out, "model", view.target.model);
    out.plain_literal("stream", "true");
    write_ollama_options(out, view);
    message_list(out, view, "messages", {.turn = write_ollama_turn, .result = write_ollama_result});
    tools_member(out, view.tools);
}

}  // namespace

const RequestRow k_ollama_request = {
    .form = WireForm::ollama_chat, .provider = &k_ollama, .write = write_ollama_request};

}  // namespace iam::chat
