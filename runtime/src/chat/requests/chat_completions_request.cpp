// Requests to OpenAI's chat completions, and to the many servers that speak them.
#include "chat/requests/request_form.hpp"

namespace iam::chat {
namespace {

class ChatCompletionsMessages {
 public:
    explicit ChatCompletionsMessages(const RequestModel& model) : model_(model) {}

    void operator()(const SystemText& message) { add("system", message.text); }
    void operator()(const PersonText& message) { add("user", message.text); }

    void operator()(const AssistantTurn& turn) {
        if (const std::string_view items = own_items(turn, model_); !items.empty()) {
            texts_.emplace_back(inside_brackets(items));
            return;
        }
        OrderedJson message = {{"role", "assistant"}, {"content", turn.text}};
        if (!turn.calls.empty()) message["tool_calls"] = OrderedJson::array();
        for (const PastCall& call : turn.calls) {
            message["tool_calls"].push_back(
                {{"id", call.id},
                 {"type", "function"},
                 {"function", {{"name", call.name}, {"arguments", call.arguments}}}});
        }
        texts_.push_back(text_of(message));
    }

    void operator()(const CallResults& turn) {
        for (const CallResults::Each& each : turn.results)
            texts_.push_back(
                text_of({{"role", "tool"}, {"tool_call_id", each.id}, {"content", each.text}}));
    }

    const std::vector<std::string>& texts() const { return texts_; }

 private:
    void add(const char* role, const std::string& text) {
        texts_.push_back(text_of({{"role", role}, {"content", text}}));
    }

    const RequestModel& model_;
    std::vector<std::string> texts_;
};

std::string chat_completions_body(const RequestModel& model, const ModelRequest& request,
                                  const OrderedJson& tools) {
    ChatCompletionsMessages messages(model);
    for (const Message& message : request.messages) std::visit(messages, message);
    OrderedJson body = {
        {"model", model.model}, {"stream", true}, {"stream_options", {{"include_usage", true}}}};
    if (!tools.is_null()) body["tools"] = tools;
    if (request.output_tokens_max) body["max_completion_tokens"] = *request.output_tokens_max;
    if (request.temperature) body["temperature"] = *request.temperature;
    return with_member(text_of(body), "messages", joined_array(messages.texts()));
}

}  // namespace

const RequestForm k_chat_completions_request = {
    .form = WireForm::chat_completions,
    .provider = Provider::openai,
    .body = chat_completions_body,
};

}  // namespace iam::chat
