// OpenAI chat completions: one list of messages, a message for each result.
#include "chat/requests/request_form.hpp"

namespace iam::chat {
namespace {

void write_chat_call(JsonWriter& out, const PastCall& call) {
    out.begin_object();
    text_member(out, "id", call.id);
    out.plain_member("type", "function");
    out.key("function");
    out.begin_object();
    text_member(out, "name", call.name);
    text_member(out, "arguments", call.arguments);
    out.end_object();
    out.end_object();
}

void write_chat_turn(JsonWriter& out, const AssistantTurn& turn) {
    if (turn.text.empty() && turn.calls.empty()) return;
    out.begin_object();
    out.plain_member("role", "assistant");
    out.key("content");
    if (turn.text.empty()) {
        out.null();
    } else {
        out.string(turn.text);
    }
    if (!turn.calls.empty()) {
        out.key("tool_calls");
        out.begin_array();
        for (const PastCall& call : turn.calls) write_chat_call(out, call);
        out.end_array();
    }
    out.end_object();
}

void write_chat_message(JsonWriter& out, const RequestView& view, const Message& message) {
    if (const auto* system = std::get_if<SystemText>(&message))
        return role_message(out, "system", system->text);
    if (const auto* person = std::get_if<PersonText>(&message))
        return role_message(out, "user", person->text);
    if (const auto* turn = std::get_if<AssistantTurn>(&message)) {
        if (view.keeps_items(*turn)) return raw_elements(out, turn->items);
        return write_chat_turn(out, *turn);
    }
    for (const CallResults::Each& each : std::get<CallResults>(message).results) {
        out.begin_object();
        out.plain_member("role", "tool");
        text_member(out, "tool_call_id", each.id);
        text_member(out, "content", each.text);
        out.end_object();
    }
}

void write_chat_request(JsonWriter& out, const RequestView& view) {
    text_member(out, "model", view.target.model);
    out.plain_literal("stream", "true");
    out.key("stream_options");
    out.raw(R"({"include_usage":true})");
    if (view.request.output_tokens_max) {
        out.key("max_completion_tokens");
        out.integer(*view.request.output_tokens_max);
    }
    if (view.request.temperature) {
        out.key("temperature");
        out.number(*view.request.temperature);
    }
    out.key("messages");
    out.begin_array();
    for (const Message& message : view.request.messages) write_chat_message(out, view, message);
    out.end_array();
    if (view.tools.is_null()) return;
    out.key("tools");
    write_json(out, view.tools);
}

}  // namespace

const RequestRow k_chat_completions_request = {
    .form = WireForm::chat_completions, .provider = &k_openai, .write = write_chat_request};

}  // namespace iam::chat
