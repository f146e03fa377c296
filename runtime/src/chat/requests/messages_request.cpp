// Requests to Anthropic's messages. The results of a turn open one message of the user; text of the
// person that follows them stands in the same message.
#include "chat/requests/request_form.hpp"

namespace iam::chat {
namespace {

class AnthropicMessages {
 public:
    explicit AnthropicMessages(const RequestModel& model) : model_(model) {}

    void operator()(const SystemText& /*message*/) {}  // a member of the request
    void operator()(const PersonText& message) {
        user_.push_back(text_of({{"type", "text"}, {"text", message.text}}));
    }

    void operator()(const AssistantTurn& turn) {
        close_user();
        if (const std::string_view items = own_items(turn, model_); !items.empty()) {
            add("assistant", items);
            return;
        }
        std::vector<std::string> blocks;
        if (!turn.text.empty()) blocks.push_back(text_of({{"type", "text"}, {"text", turn.text}}));
        for (const PastCall& call : turn.calls)
            blocks.push_back(text_of({{"type", "tool_use"},
                                      {"id", call.id},
                                      {"name", call.name},
                                      {"input", arguments_value(call.arguments)}}));
        if (!blocks.empty()) add("assistant", joined_array(blocks));
    }

    void operator()(const CallResults& turn) {
        for (const CallResults::Each& each : turn.results) {
            OrderedJson block = {
                {"type", "tool_result"}, {"tool_use_id", each.id}, {"content", each.text}};
            if (each.is_error) block["is_error"] = true;
            user_.push_back(text_of(block));
        }
    }

    const std::vector<std::string>& finish() {
        close_user();
        return texts_;
    }

 private:
    void close_user() {
        if (!user_.empty()) add("user", joined_array(user_));
        user_.clear();
    }
    void add(const char* role, std::string_view content) {
        texts_.push_back(with_member(text_of({{"role", role}}), "content", content));
    }

    const RequestModel& model_;
    std::vector<std::string> user_;  // the blocks of the user's message that is not closed yet
    std::vector<std::string> texts_;
};

std::string messages_body(const RequestModel& model, const ModelRequest& request,
                          const OrderedJson& tools) {
    AnthropicMessages messages(model);
    for (const Message& message : request.messages) std::visit(messages, message);
    OrderedJson body = {{"model", model.model},
                        {"stream", true},
                        {"max_tokens", request.output_tokens_max.value_or(k_output_tokens)}};
    if (std::string system = system_text(request); !system.empty())
        body["system"] = std::move(system);
    if (!tools.is_null()) body["tools"] = tools;
    if (request.temperature) body["temperature"] = *request.temperature;
    return with_member(text_of(body), "messages", joined_array(messages.finish()));
}

}  // namespace

const RequestForm k_messages_request = {
    .form = WireForm::messages,
    .provider = Provider::anthropic,
    .body = messages_body,
};

}  // namespace iam::chat
