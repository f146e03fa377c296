// Anthropic: messages.
#include "chat/provider_table.hpp"
#include "chat/response_reader.hpp"

#include <utility>

namespace iam::chat {
namespace {

Result<void> check_anthropic_name(std::string_view name) {
    return check_plain_name("anthropic", name);
}

OrderedJson anthropic_tool(const OrderedJson& document) {
    return {{"name", document.at("name")},
            {"description", document.value("description", "")},
            {"input_schema", document.at("inputSchema")}};
}

Result<ModelResponse> read_anthropic(std::string_view text) {
    IAM_TRY(value, read_root("anthropic", text));
    const Place root{value, ""};
    Reader reader(Provider::anthropic, WireForm::messages, optional_text(root.value, "model"),
                  optional_text(root.value, "id"));
    IAM_TRY(content, array_of(root, "content"));
    for (const Json& block : content.value) {
        if (optional_text(block, "type") != "tool_use") continue;
        reader.add(block, arguments_in_value(block, "input"), optional_text(block, "id"));
    }
    return reader.take();
}

OrderedJson anthropic_result(WireForm /*form*/, const Call& call, const ToolResult& result) {
    OrderedJson block = {{"type", "tool_result"},
                         {"tool_use_id", call.proposer.request_id},
                         {"content", content_of(result)}};
    if (!result.success) block["is_error"] = true;
    return block;
}

OrderedJson anthropic_results(OrderedJson each) {
    OrderedJson message = OrderedJson::object();
    message["role"] = "user";
    message["content"] = std::move(each);
    return message;
}

}  // namespace

const ProviderRow k_anthropic = {
    .provider = Provider::anthropic,
    .name = "anthropic",
    .check_name = check_anthropic_name,
    .tool = anthropic_tool,
    .tools = as_array,
    .read = read_anthropic,
    .result = anthropic_result,
    .results = anthropic_results,
};

}  // namespace iam::chat
