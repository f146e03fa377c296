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

void write_ollama_message(JsonWriter& out, const RequestView& view, const Message& message) {
    if (const auto* system = std::get_if<SystemText>(&message))
        return role_message(out, "system", system->text);
    if (const auto* person = std::get_if<PersonText>(&message))
        return role_message(out, "user", person->text);
    if (const auto* turn = std::get_if<AssistantTurn>(&message)) {
        if (view.keeps_items(*turn)) return raw_elements(out, turn->items);
        return write_ollama_turn(out, *turn);
    }
    for (const CallResults::Each& each : std::get<CallResults>(message).results) {
        out.begin_object();
        out.plain_member("role", "tool");
        text_member(out, "tool_name", each.name);
        text_member(out, "content", each.text);
        out.end_object();
    }
}

void write_ollama_options(JsonWriter& out, const RequestView& view) {
    out.key("options");
    out.begin_object();
    if (view.target.context_tokens) {
        out.key("num_ctx");
        out.integer(*view.target.context_tokens);
    }
    if (view.request.output_tokens_max) {
        out.key("num_predict");
        out.integer(*view.request.output_tokens_max);
    }
    if (view.request.temperature) {
        out.key("temperature");
        out.number(*view.request.temperature);
    }
    out.end_object();
}

void write_ollama_request(JsonWriter& out, const RequestView& view) {
    text_member(out, "model", view.target.model);
    out.plain_literal("stream", "true");
    write_ollama_options(out, view);
    out.key("messages");
    out.begin_array();
    for (const Message& message : view.request.messages) write_ollama_message(out, view, message);
    out.end_array();
    if (view.tools.is_null()) return;
    out.key("tools");
    write_json(out, view.tools);
}

}  // namespace

const RequestRow k_ollama_request = {
    .form = WireForm::ollama_chat, .provider = &k_ollama, .write = write_ollama_request};

}  // namespace iam::chat
