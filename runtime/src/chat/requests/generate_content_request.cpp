// Requests to Gemini's generateContent. The results of a turn are the parts of one content.
#include "chat/requests/request_form.hpp"

namespace iam::chat {
namespace {

class GeminiContents {
 public:
    explicit GeminiContents(const RequestModel& model) : model_(model) {}

    void operator()(const SystemText& /*message*/) {}  // a member of the request
    void operator()(const PersonText& message) {
        add("user", OrderedJson::array({OrderedJson{{"text", message.text}}}));
    }

    void operator()(const AssistantTurn& turn) {
        if (const std::string_view items = own_items(turn, model_); !items.empty()) {
            texts_.push_back(with_member(text_of({{"role", "model"}}), "parts", items));
            return;
        }
        OrderedJson parts = OrderedJson::array();
        if (!turn.text.empty()) parts.push_back({{"text", turn.text}});
        for (const PastCall& call : turn.calls) {
            OrderedJson function = function_of(call.id, call.name);
            function["args"] = arguments_value(call.arguments);
            parts.push_back({{"functionCall", std::move(function)}});
        }
        if (!parts.empty()) add("model", std::move(parts));
    }

    void operator()(const CallResults& turn) {
        OrderedJson parts = OrderedJson::array();
        for (const CallResults::Each& each : turn.results) {
            OrderedJson function = function_of(each.id, each.name);
            function["response"] = {{each.is_error ? "error" : "output", each.text}};
            parts.push_back({{"functionResponse", std::move(function)}});
        }
        if (!parts.empty()) add("user", std::move(parts));
    }

    const std::vector<std::string>& texts() const { return texts_; }

 private:
    static OrderedJson function_of(const std::string& id, const std::string& name) {
        OrderedJson function = OrderedJson::object();
        if (!id.empty()) function["id"] = id;
        function["name"] = name;
        return function;
    }
    void add(const char* role, OrderedJson parts) {
        texts_.push_back(text_of({{"role", role}, {"parts", std::move(parts)}}));
    }

    const RequestModel& model_;
    std::vector<std::string> texts_;
};

/// The model's name stands in the URL.
std::string generate_content_body(const RequestModel& model, const ModelRequest& request,
                                  const OrderedJson& tools) {
    GeminiContents contents(model);
    for (const Message& message : request.messages) std::visit(contents, message);
    OrderedJson body = OrderedJson::object();
    if (std::string system = system_text(request); !system.empty())
        body["systemInstruction"]["parts"] =
            OrderedJson::array({OrderedJson{{"text", std::move(system)}}});
    if (!tools.is_null()) body["tools"] = tools;
    if (request.output_tokens_max)
        body["generationConfig"]["maxOutputTokens"] = *request.output_tokens_max;
    if (request.temperature) body["generationConfig"]["temperature"] = *request.temperature;
    return with_member(text_of(body), "contents", joined_array(contents.texts()));
}

}  // namespace

const RequestForm k_generate_content_request = {
    .form = WireForm::generate_content,
    .provider = Provider::gemini,
    .body = generate_content_body,
};

}  // namespace iam::chat
