// Gemini: generateContent.
#include "chat/provider_table.hpp"
#include "chat/response_reader.hpp"

#include <utility>

namespace iam::chat {
namespace {

Result<void> check_gemini_name(std::string_view name) {
    IAM_CHECK(check_plain_name("gemini", name));
    const char first = name.front();
    if (first != '-' && (first < '0' || first > '9')) return {};
    return fail(Errc::invalid_argument, "the tool name '" + std::string(name) +
                                            "' is refused by gemini, which wants a letter or _ at "
                                            "the start; rename it with .name");
}

OrderedJson gemini_tool(const OrderedJson& document) {
    return {{"name", document.at("name")},
            {"description", document.value("description", "")},
            {"parametersJsonSchema", document.at("inputSchema")}};
}

OrderedJson gemini_tools(OrderedJson each) {
    OrderedJson declarations = OrderedJson::object();
    declarations["functionDeclarations"] = std::move(each);
    return OrderedJson::array({std::move(declarations)});
}

Result<ModelResponse> read_gemini(std::string_view text) {
    IAM_TRY(value, read_root("gemini", text));
    const Place root{value, ""};
    Reader reader(Provider::gemini, WireForm::generate_content,
                  optional_text(root.value, "modelVersion"),
                  optional_text(root.value, "responseId"));
    // A blocked prompt has no candidate. A blocked answer has no content. An answer at its limit
    // while it thought has no parts. All are answers without calls, not broken ones.
    if (!has(root, "candidates") && has(root, "promptFeedback")) return reader.take();
    IAM_TRY(candidates, array_of(root, "candidates"));
    if (candidates.value.empty()) return wrong(candidates.pointer + "/0", "a candidate", nullptr);
    const Place candidate = element(candidates, 0);
    if (candidate.value.is_object() && !has(candidate, "content")) return reader.take();
    IAM_TRY(content, object_of(candidate, "content"));
    if (!has(content, "parts")) return reader.take();
    IAM_TRY(parts, array_of(content, "parts"));
    for (const Json& part : parts.value) {
        const Json* found = find(part, "functionCall");
        if (found == nullptr || found->is_null()) continue;
        const Json& call = part_of(part, "functionCall");
        reader.add(call, arguments_in_value(call, "args"), optional_text(call, "id"));
    }
    return reader.take();
}

OrderedJson gemini_result(WireForm /*form*/, const Call& call, const ToolResult& result) {
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

OrderedJson gemini_results(OrderedJson each) {
    OrderedJson message = OrderedJson::object();
    message["role"] = "user";
    message["parts"] = std::move(each);
    return message;
}

}  // namespace

const ProviderRow k_gemini = {
    .provider = Provider::gemini,
    .name = "gemini",
    .check_name = check_gemini_name,
    .tool = gemini_tool,
    .tools = gemini_tools,
    .read = read_gemini,
    .result = gemini_result,
    .results = gemini_results,
};

}  // namespace iam::chat
