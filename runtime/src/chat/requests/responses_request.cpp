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

void write_response_input(JsonWriter& out, const RequestView& view, const Message& message) {
    if (const auto* system = std::get_if<SystemText>(&message))
        return role_message(out, "system", system->text);
    if (const auto* person = std::get_if<PersonText>(&message))
        return role_message(out, "user", person->text);
    if (const auto* turn = std::get_if<AssistantTurn>(&message)) {
        if (view.keeps_items(*turn)) return raw_elements(out, turn->items);
        return write_response_turn(out, *turn);
    }
    for (const CallResults::Each& each : std::get<CallResults>(message).results) {
        out.begin_object();
        out.plain_member("type", "function_call_output");
        text_member(out, "call_id", each.id);
        text_member(out, "output", each.text);
        out.end_object();
    }
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
    if (view.request.output_tokens_max) {
        out.key("max_output_tokens");
        out.integer(*view.request.output_tokens_max);
    }
    if (view.request.temperature) {
        out.key("temperature");
        out.number(*view.request.temperature);
    }
    out.key("input");
    out.begin_array();
    for (const Message& message : view.request.messages) write_response_input(out, view, message);
    out.end_array();
    if (view.tools.is_null()) return;
    out.key("tools");
    write_flat_tools(out, view.tools);
}

}  // namespace

const RequestRow k_responses_request = {
    .form = WireForm::responses, .provider = &k_openai, .write = write_response_request};

}  // namespace iam::chat
