// OpenAI responses: one list of items. Nothing is stored at the provider.
#include "chat/requests/request_form.hpp"

namespace iam::chat {
namespace {

void write_response_turn(JsonWriter& out, const AssistantTurn& turn) {
    if (!turn.text.empty()) role_message(out, "assistant", turn.text);
    for (const PastCall& call : turn.calls) {
        out.begin_object();
        out.plain_member("type", "function_call");
        text_member(out, "call_id", call.id);
        text_member(out, "name", call.name);
        text_member(out, "arguments", call.arguments);
        out.end_object();
    }
}

void write_response_result(JsonWriter& out, const CallResults::Each& result) {
    out.plain_member("type", "function_call_output");
    text_member(out, "call_id", result.id);
    text_member(out, "output", result.text);
}

// The members of a tool stand in one object here. Without `strict` the provider may change the
// schema.
void write_flat_tools(JsonWriter& out, const OrderedJson& tools) {
    out.begin_array();
    for (const OrderedJson& tool : tools) {
        out.begin_object();
        out.plain_member("type", "function");
        for (const auto& [name, value] : tool.at("function").items()) {
            out.key(name);
            write_json(out, value);
        }
        out.plain_literal("strict", "false");
        out.end_object();
    }
    out.end_array();
}

void write_response_request(JsonWriter& out, const RequestView& view) {
    text_member(out, "model", view.target.model);
    out.plain_literal("stream", "true");
    out.plain_literal("store", "false");
    if (view.target.has_encrypted_reasoning) {
        out.key("include");
        out.raw(R"(["reasoning.encrypted_content"])");
    }
    limit_members(out, view.request, "max_output_tokens");
    message_list(out, view, "input",
                 {.turn = write_response_turn, .result = write_response_result});
    if (view.tools.is_null()) return;
    out.key("tools");
    write_flat_tools(out, view.tools);
}

}  // namespace

const RequestRow k_responses_request = {
    .form = WireForm::responses, .provider = &k_openai, .write = write_response_request};

}  // namespace iam::chat
