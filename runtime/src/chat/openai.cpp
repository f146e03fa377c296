// OpenAI: chat completions and responses.
#include "chat/provider_table.hpp"
#include "chat/response_reader.hpp"

namespace iam::chat {
namespace {

Result<void> check_openai_name(std::string_view name) {
    return check_plain_name("openai", name);
}

OrderedJson openai_tool(const OrderedJson& document) {
    return function_tool(document, document.at("inputSchema"));
}

Result<ModelResponse> read_chat_completion(const Place& root) {
    Reader reader(Provider::openai, WireForm::chat_completions, optional_text(root.value, "model"),
                  optional_text(root.value, "id"));
    IAM_TRY(choices, array_of(root, "choices"));
    if (choices.value.empty()) return wrong(choices.pointer + "/0", "a choice", nullptr);
    IAM_TRY(message, object_of(element(choices, 0), "message"));
    const Json* found = find(message.value, "tool_calls");
    if (found == nullptr || found->is_null()) return reader.take();
    IAM_TRY(calls, array_of(message, "tool_calls"));
    for (const Json& call : calls.value) {
        const Json& function = part_of(call, "function");
        reader.add(function, arguments_in_text(function), optional_text(call, "id"));
    }
    return reader.take();
}

Result<ModelResponse> read_responses_api(const Place& root) {
    Reader reader(Provider::openai, WireForm::responses, optional_text(root.value, "model"),
                  optional_text(root.value, "id"));
    IAM_TRY(output, array_of(root, "output"));
    for (const Json& item : output.value) {
        if (optional_text(item, "type") != "function_call") continue;
        reader.add(item, arguments_in_text(item), optional_text(item, "call_id"));
    }
    return reader.take();
}

Result<ModelResponse> read_openai(std::string_view text) {
    IAM_TRY(value, read_root("openai", text));
    const Place root{value, ""};
    if (has(root, "output")) return read_responses_api(root);
    return read_chat_completion(root);
}

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

OrderedJson openai_result(WireForm form, const Call& call, const ToolResult& result) {
    return form == WireForm::responses ? openai_responses(call, result) : openai_chat(call, result);
}

}  // namespace

const ProviderRow k_openai = {
    .provider = Provider::openai,
    .name = "openai",
    .check_name = check_openai_name,
    .tool = openai_tool,
    .tools = as_array,
    .read = read_openai,
    .result = openai_result,
    .results = as_array,
};

}  // namespace iam::chat
