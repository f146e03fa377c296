// Writes results in the form of each provider.
#include "iam/chat/provider.hpp"
#include <iam/core/assert.hpp>

namespace iam::chat {
namespace {

OrderedJson openai_chat(const Call& call, const ToolResult& result) {
    return {{"role", "tool"},
            {"tool_call_id", call.proposer.request_id},
            {"content", content_of(result)}};
}

OrderedJson openai_responses(const Call& call, const ToolResult& result) {
    return {{"type", "function_call_output"},
            {"call_id", call.proposer.request_id},
            {"output", content_of(result)}};
}

OrderedJson anthropic(const Call& call, const ToolResult& result) {
    OrderedJson block = {{"type", "tool_result"},
                         {"tool_use_id", call.proposer.request_id},
                         {"content", content_of(result)}};
    if (!result.success) block["is_error"] = true;
    return block;
}

OrderedJson gemini(const Call& call, const ToolResult& result) {
    OrderedJson response = OrderedJson::object();
    const std::string content = content_of(result);
    auto value = parse_ordered_json(content, Limits{.allow_nul = true});
    response[result.success ? "output" : "error"] =
        value ? *std::move(value) : OrderedJson(content);
    OrderedJson function = OrderedJson::object();
    if (!call.proposer.request_id.empty()) function["id"] = call.proposer.request_id;
    function["name"] = call.tool.name;
    function["response"] = std::move(response);
    OrderedJson part = OrderedJson::object();
    part["functionResponse"] = std::move(function);
    return part;
}

OrderedJson ollama(const Call& call, const ToolResult& result) {
    return {{"role", "tool"}, {"tool_name", call.tool.name}, {"content", content_of(result)}};
}

OrderedJson one(WireForm form, const Call& call, const ToolResult& result) {
    switch (form) {
        case WireForm::chat_completions:
            return openai_chat(call, result);
        case WireForm::responses:
            return openai_responses(call, result);
        case WireForm::messages:
            return anthropic(call, result);
        case WireForm::generate_content:
            return gemini(call, result);
        case WireForm::ollama_chat:
            return ollama(call, result);
    }
    return nullptr;
}

}  // namespace

std::string content_of(const ToolResult& result) {
    if (result.success) return result.result.value_or("ok");
    OrderedJson failure = {{"code", result.code}, {"message", result.message}};
    if (!result.errors.empty()) {
        OrderedJson errors = OrderedJson::array();
        for (const ValueError& error : result.errors)
            errors.push_back({{"pointer", error.pointer},
                              {"message", error.message},
                              {"expected", error.expected}});
        failure["errors"] = std::move(errors);
    }
    return failure.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

OrderedJson results_for(const ModelResponse& response, const std::vector<ToolResult>& results) {
    IAM_ASSERT(response.calls.size() == results.size());
    OrderedJson items = OrderedJson::array();
    for (std::size_t i = 0; i < results.size(); ++i)
        items.push_back(one(response.form, response.calls[i], results[i]));
    OrderedJson message = OrderedJson::object();
    if (response.form == WireForm::messages) {
        message["role"] = "user";
        message["content"] = std::move(items);
        return message;
    }
    if (response.form == WireForm::generate_content) {
        message["role"] = "user";
        message["parts"] = std::move(items);
        return message;
    }
    return items;
}

}  // namespace iam::chat
