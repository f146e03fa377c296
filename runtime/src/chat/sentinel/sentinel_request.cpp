#include "chat/sentinel/sentinel_request.hpp"

#include "iam/chat/sentinel_model.hpp"
#include <iam/core/json.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace iam::chat {
namespace {

std::string schema_of(const Contract& contract) {
    const auto document = parse_ordered_json(
        contract.document, Limits{.depth_max = k_depth_ceiling, .allow_nul = true});
    if (!document || !document->is_object() || !document->contains("inputSchema")) return "{}";
    return document->at("inputSchema").dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string instructions(const std::vector<ModelRequest::Offer>& offers, SentinelPrompt prompt) {
    SentinelTools tools{.server = std::string(k_sentinel_server)};
    for (const ModelRequest::Offer& offer : offers)
        tools.tools.push_back(
            {offer.name, offer.contract->description, schema_of(*offer.contract)});
    return sentinel_prompt({tools}, prompt);
}

std::string call_line(const PastCall& call) {
    OrderedJson line = {{"server", k_sentinel_server}, {"name", call.name}};
    auto arguments = parse_ordered_json(call.arguments, Limits{.allow_nul = true});
    line["args"] = arguments ? *std::move(arguments) : OrderedJson(call.arguments);
    return "TOOL_CALL: " + line.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

/// The reason why a line was no call; empty for a call.
std::string fault_in(const PastCall& call) {
    if (call.name != k_malformed_call) return {};
    const auto arguments = parse_json(call.arguments, Limits{.allow_nul = true});
    if (!arguments || !arguments->is_object() || !arguments->contains("fault")) return {};
    const Json& fault = arguments->at("fault");
    return fault.is_string() ? fault.get<std::string>() : std::string();
}

class TextMessages {
 public:
    explicit TextMessages(std::string instructions) : instructions_(std::move(instructions)) {}

    void operator()(SystemText message) {
        if (!instructions_.empty())
            message.text += "\n\n" + std::exchange(instructions_, std::string());
        messages_.emplace_back(std::move(message));
    }
    void operator()(PersonText message) {
        put_instructions();
        message.text = quote_sentinels(message.text);
        messages_.emplace_back(std::move(message));
    }
    void operator()(AssistantTurn turn) {
        put_instructions();
        faults_.clear();
        for (const PastCall& call : turn.calls) {
            if (std::string fault = fault_in(call); !fault.empty()) {
                faults_[call.id] = std::move(fault);
                continue;  // its line is no call, and must not teach the model
            }
            if (!turn.text.empty() && turn.text.back() != '\n') turn.text += '\n';
            turn.text += call_line(call);
        }
        turn.calls.clear();
        turn.items.clear();
        messages_.emplace_back(std::move(turn));
    }
    void operator()(CallResults turn) {
        std::string text;
        for (const CallResults::Each& each : turn.results) {
            if (!text.empty()) text += '\n';
            const auto fault = faults_.find(each.id);
            if (fault != faults_.end()) {
                text += format_tool_error(each.name, fault->second);
            } else {
                text += each.is_error ? format_tool_error(each.name, each.text)
                                      : format_tool_result(each.name, each.text);
            }
        }
        messages_.emplace_back(PersonText{std::move(text)});
    }

    std::vector<Message> finish() {
        put_instructions();
        return std::move(messages_);
    }

 private:
    void put_instructions() {
        if (!instructions_.empty())
            messages_.emplace_back(SystemText{std::exchange(instructions_, std::string())});
    }

    std::string instructions_;
    std::map<std::string, std::string> faults_;  // of the last answer, by the ids of its calls
    std::vector<Message> messages_;
};

}  // namespace

ModelRequest as_text(ModelRequest request, SentinelPrompt prompt) {
    TextMessages messages(request.tools.empty() ? std::string()
                                                : instructions(request.tools, prompt));
    for (Message& message : request.messages)
        std::visit([&](auto& each) { messages(std::move(each)); }, message);
    request.messages = messages.finish();
    request.tools.clear();
    return request;
}

}  // namespace iam::chat
