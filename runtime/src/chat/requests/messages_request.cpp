// Anthropic messages: a person's message begins with the results of the turn before.
#include "chat/requests/request_form.hpp"

namespace iam::chat {
namespace {

/// Anthropic wants a limit in every request.
constexpr std::uint64_t k_output_tokens = 8192;

bool is_blank_text(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

void write_text_block(JsonWriter& out, std::string_view text) {
    if (is_blank_text(text)) return;  // would be refused
    out.begin_object();
    out.plain_member("type", "text");
    text_member(out, "text", text);
    out.end_object();
}

void write_result_block(JsonWriter& out, const CallResults::Each& each) {
    out.begin_object();
    out.plain_member("type", "tool_result");
    text_member(out, "tool_use_id", each.id);
    text_member(out, "content", each.text);
    if (each.is_error) out.plain_literal("is_error", "true");
    out.end_object();
}

void begin_role(JsonWriter& out, std::string_view role) {
    out.begin_object();
    out.plain_member("role", role);
    out.key("content");
}

void write_block_turn(JsonWriter& out, const RequestView& view, const AssistantTurn& turn) {
    if (view.keeps_items(turn)) {
        begin_role(out, "assistant");
        out.begin_array();
        raw_elements(out, turn.items);
        out.end_array();
        return out.end_object();
    }
    if (is_blank_text(turn.text) && turn.calls.empty()) return;
    begin_role(out, "assistant");
    out.begin_array();
    write_text_block(out, turn.text);
    for (const PastCall& call : turn.calls) {
        out.begin_object();
        out.plain_member("type", "tool_use");
        text_member(out, "id", call.id);
        text_member(out, "name", call.name);
        arguments_member(out, "input", call.arguments);
        out.end_object();
    }
    out.end_array();
    out.end_object();
}

/// Results and the person's text behind them are one message.
void write_block_messages(JsonWriter& out, const RequestView& view) {
    const std::vector<Message>& messages = view.request.messages;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        if (const auto* turn = std::get_if<AssistantTurn>(&messages[i])) {
            write_block_turn(out, view, *turn);
            continue;
        }
        const auto* results = std::get_if<CallResults>(&messages[i]);
        const bool has_text_next =
            i + 1 < messages.size() && std::holds_alternative<PersonText>(messages[i + 1]);
        if (results != nullptr && results->results.empty()) continue;
        if (results == nullptr && !std::holds_alternative<PersonText>(messages[i])) continue;
        begin_role(out, "user");
        out.begin_array();
        if (results != nullptr)
            for (const CallResults::Each& each : results->results) write_result_block(out, each);
        if (results != nullptr && has_text_next) ++i;
        if (const auto* person = std::get_if<PersonText>(&messages[i]))
            write_text_block(out, person->text);
        out.end_array();
        out.end_object();
    }
}

void write_block_request(JsonWriter& out, const RequestView& view) {
    text_member(out, "model", view.target.model);
    out.plain_literal("stream", "true");
    out.key("max_tokens");
    out.integer(view.request.output_tokens_max.value_or(k_output_tokens));
    if (view.request.temperature) {
        out.key("temperature");
        out.number(*view.request.temperature);
    }
    if (const std::string system = system_text(view.request); !is_blank_text(system))
        text_member(out, "system", system);
    out.key("messages");
    out.begin_array();
    write_block_messages(out, view);
    out.end_array();
    if (view.tools.is_null()) return;
    out.key("tools");
    write_json(out, view.tools);
}

}  // namespace

const RequestRow k_messages_request = {
    .form = WireForm::messages, .provider = &k_anthropic, .write = write_block_request};

}  // namespace iam::chat
