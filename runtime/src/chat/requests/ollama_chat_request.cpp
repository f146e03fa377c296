// Requests to Ollama's chat.
#include "chat/requests/request_form.hpp"

namespace iam::chat {
namespace {

class OllamaMessages {
 public:
    explicit OllamaMessages(const RequestModel& model) : model_(model) {}

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
            OrderedJson function = {{"name", call.name},
                                    {"arguments", arguments_value(call.arguments)}};
            message["tool_calls"].push_back({{"function", std::move(function)}});
        }
        texts_.push_back(text_of(message));
    }

    void operator()(const CallResults& turn) {
        for (const CallResults::Each& each : turn.results)
            texts_.push_back(
                text_of({{"role", "tool"}, {"tool_name", each.name}, {"content", each.text}}));
    }

    const std::vector<std::string>& texts() const { return texts_; }

 private:
    void add(const char* role, const std::string& text) {
        texts_.push_back(text_of({{"role", role}, {"content", text}}));
    }

    const RequestModel& model_;
    std::vector<std::string> texts_;
};

std::string ollama_chat_body(const RequestModel& model, const ModelRequest& request,
                             const OrderedJson& tools) {
    OllamaMessages messages(model);
    for (const Message& message : request.messages) std::visit(messages, message);
    OrderedJson body = {{"model", model.model}, {"stream", true}};
    if (!tools.is_null()) body["tools"] = tools;
    if (model.context_tokens) body["options"]["num_ctx"] = *model.context_tokens;
    if (request.output_tokens_max) body["options"]["num_predict"] = *request.output_tokens_max;
    if (request.temperature) body["options"]["temperature"] = *request.temperature;
    return with_member(text_of(body), "messages", joined_array(messages.texts()));
}

}  // namespace

const RequestForm k_ollama_chat_request = {
    .form = WireForm::ollama_chat,
    .provider = Provider::ollama,
    .body = ollama_chat_body,
};

}  // namespace iam::chat
