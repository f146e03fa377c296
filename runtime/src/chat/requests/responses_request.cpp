// Requests to OpenAI's responses. Nothing is stored there: reasoning comes back encrypted, as an
// item.
#include "chat/requests/request_form.hpp"

namespace iam::chat {
namespace {

class ResponsesInput {
 public:
    explicit ResponsesInput(const RequestModel& model) : model_(model) {}

    void operator()(const SystemText& message) { add("system", "input_text", message.text); }
    void operator()(const PersonText& message) { add("user", "input_text", message.text); }

    void operator()(const AssistantTurn& turn) {
        if (const std::string_view items = own_items(turn, model_); !items.empty()) {
            texts_.emplace_back(inside_brackets(items));
            return;
        }
        if (!turn.text.empty()) add("assistant", "output_text", turn.text);
        for (const PastCall& call : turn.calls)
            texts_.push_back(text_of({{"type", "function_call"},
                                      {"call_id", call.id},
                                      {"name", call.name},
                                      {"arguments", call.arguments}}));
    }

    void operator()(const CallResults& turn) {
        for (const CallResults::Each& each : turn.results)
            texts_.push_back(text_of(
                {{"type", "function_call_output"}, {"call_id", each.id}, {"output", each.text}}));
    }

    const std::vector<std::string>& texts() const { return texts_; }

 private:
    void add(const char* role, const char* type, const std::string& text) {
        OrderedJson content = OrderedJson::array();
        content.push_back({{"type", type}, {"text", text}});
        texts_.push_back(
            text_of({{"type", "message"}, {"role", role}, {"content", std::move(content)}}));
    }

    const RequestModel& model_;
    std::vector<std::string> texts_;
};

/// The tools of chat completions, each without the object around its function.
OrderedJson flat_tools(const OrderedJson& tools) {
    OrderedJson flat = OrderedJson::array();
    for (const OrderedJson& tool : tools) {
        OrderedJson one = {{"type", "function"}};
        one.update(tool.at("function"));
        one["strict"] = false;
        flat.push_back(std::move(one));
    }
    return flat;
}

std::string responses_body(const RequestModel& model, const ModelRequest& request,
                           const OrderedJson& tools) {
    ResponsesInput input(model);
    for (const Message& message : request.messages) std::visit(input, message);
    OrderedJson body = {{"model", model.model}, {"stream", true}, {"store", false}};
    body["include"] = OrderedJson::array({"reasoning.encrypted_content"});
    if (!tools.is_null()) body["tools"] = flat_tools(tools);
    if (request.output_tokens_max) body["max_output_tokens"] = *request.output_tokens_max;
    if (request.temperature) body["temperature"] = *request.temperature;
    return with_member(text_of(body), "input", joined_array(input.texts()));
}

}  // namespace

const RequestForm k_responses_request = {
    .form = WireForm::responses,
    .provider = Provider::openai,
    .body = responses_body,
};

}  // namespace iam::chat
