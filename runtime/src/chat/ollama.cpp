// Ollama: chat, also streamed line by line.
#include "chat/provider_table.hpp"
#include "chat/response_reader.hpp"
#include <iam/contract/choices.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace iam::chat {
namespace {

Result<void> check_ollama_name(std::string_view name) {
    return check_plain_name("ollama", name);
}

/// The keywords that Ollama keeps of a property; it drops every other without a word.
constexpr std::array<std::string_view, 7> k_ollama_keeps = {
    "type", "items", "description", "enum", "properties", "required", "anyOf"};

std::string dropped_text(const OrderedJson& schema) {
    std::string text;
    for (const auto& [keyword, value] : schema.items()) {
        const bool kept = std::find(k_ollama_keeps.begin(), k_ollama_keeps.end(), keyword) !=
                          k_ollama_keeps.end();
        if (kept || keyword == "additionalProperties" || keyword == "title" ||
            keyword == "examples")
            continue;
        text += (text.empty() ? "" : ", ") + keyword + " " + value.dump();
    }
    return text;
}

OrderedJson for_ollama(const OrderedJson& schema);

OrderedJson each_for_ollama(const OrderedJson& schemas) {
    OrderedJson out = schemas;
    for (auto& [name, schema] : out.items()) schema = for_ollama(OrderedJson(schema));
    return out;
}

/// Recursion is bounded: the schema came through the strict reader.
OrderedJson for_ollama(const OrderedJson& schema) {
    if (!schema.is_object()) return schema;
    OrderedJson out = OrderedJson::object();
    for (const auto& [keyword, value] : schema.items()) {
        if (std::find(k_ollama_keeps.begin(), k_ollama_keeps.end(), keyword) ==
            k_ollama_keeps.end())
            continue;
        if (keyword == "properties" || keyword == "anyOf") {
            out[keyword] = each_for_ollama(value);
        } else {
            out[keyword] = keyword == "items" ? for_ollama(value) : value;
        }
    }
    // Their texts are told with the dropped keywords.
    if (const auto values = contract::listed_constants(Json(schema));
        values && !out.contains("enum"))
        out["enum"] = *values;
    if (const std::string dropped = dropped_text(schema); !dropped.empty()) {
        const std::string before =
            out.contains("description") ? out["description"].get<std::string>() + " " : "";
        out["description"] = before + "(" + dropped + ")";
    }
    return out;
}

OrderedJson ollama_tool(const OrderedJson& document) {
    return function_tool(document, for_ollama(document.at("inputSchema")));
}

Result<void> read_ollama_line(const Place& root, Reader& reader) {
    IAM_TRY(message, object_of(root, "message"));
    const Json* found = find(message.value, "tool_calls");
    if (found == nullptr || found->is_null()) return {};
    IAM_TRY(calls, array_of(message, "tool_calls"));
    for (const Json& call : calls.value) {
        const Json& function = part_of(call, "function");
        reader.add(function, arguments_in_value(function, "arguments"), optional_text(call, "id"));
    }
    return {};
}

Result<std::vector<Json>> lines_of(std::string_view text) {
    std::vector<Json> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        IAM_TRY(value, parse_json(line));
        lines.push_back(std::move(value));
    }
    return lines;
}

/// One object, or one for each line while the answer was streamed: calls may come in any of them.
/// Its only id is the moment of its beginning, to the nanosecond.
Result<ModelResponse> read_ollama(std::string_view text) {
    std::vector<Json> lines;
    if (auto whole = parse_json(text)) {
        lines.push_back(*std::move(whole));
    } else if (text.find('\n') == std::string_view::npos) {
        return tl::unexpected(whole.error());
    } else {
        IAM_TRY(all, lines_of(text));
        lines = std::move(all);
    }
    std::string model;
    std::string moment;
    for (const Json& line : lines) {
        if (auto error = error_in("ollama", line)) return tl::unexpected(*std::move(error));
        if (model.empty()) model = optional_text(line, "model");
        if (moment.empty()) moment = optional_text(line, "created_at");
    }
    Reader reader(Provider::ollama, WireForm::ollama_chat, model, moment);
    for (const Json& line : lines) IAM_CHECK(read_ollama_line(Place{line, ""}, reader));
    return reader.take();
}

OrderedJson ollama_result(WireForm /*form*/, const Call& call, const ToolResult& result) {
    return {{"role", "tool"}, {"tool_name", call.tool.name}, {"content", content_of(result)}};
}

}  // namespace

const ProviderRow k_ollama = {
    .provider = Provider::ollama,
    .name = "ollama",
    .check_name = check_ollama_name,
    .tool = ollama_tool,
    .tools = as_array,
    .read = read_ollama,
    .result = ollama_result,
    .results = as_array,
};

}  // namespace iam::chat
