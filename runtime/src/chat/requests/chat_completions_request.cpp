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

void write_chat_result(JsonWriter& out, const CallResults::Each& result) {
    out.plain_member("role", "tool");
    text_member(out, "tool_call_id", result.id);
    text_member(out, "content", result.text);
}

void write_chat_request(JsonWriter& out, const RequestView& view) {
    text_member(out, "model", view.target.model);
    out.plain_literal("stream", "true");
    out.key("stream_options");
    out.raw(R"({"include_usage":true})");
    limit_members(out, view.request, "max_completion_tokens");
    message_list(out, view, "messages", {.turn = write_chat_turn, .result = write_chat_result});
    tools_member(out, view.tools);
}

}  // namespace

const RequestRow k_chat_completions_request = {
    .form = WireForm::chat_completions, .provider = &k_openai, .write = write_chat_request};

}  // namespace iam::chat
