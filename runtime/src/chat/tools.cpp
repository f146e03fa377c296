// Describes tools in the form of each provider.
#include "iam/chat/provider.hpp"
#include <iam/contract/choices.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace iam::chat {
namespace {

constexpr std::size_t k_name_bytes_max =
    64;  // OpenAI's chat documentation and Anthropic's; Gemini's error text says the same

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

Result<void> check_name(Provider provider, const std::string& name) {
    const bool plain = !name.empty() && name.size() <= k_name_bytes_max &&
                       std::all_of(name.begin(), name.end(), is_word);
    if (!plain)
        return fail(Errc::invalid_argument,
                    "the tool name '" + name + "' is refused by " +
                        std::string(to_string(provider)) +
                        ", which wants 1 to 64 of A-Z a-z 0-9 _ -; rename it with .name");
    const char first = name.front();
    if (provider == Provider::gemini && (first == '-' || (first >= '0' && first <= '9')))
        return fail(Errc::invalid_argument, "the tool name '" + name +
                                                "' is refused by gemini, which wants a letter or _ "
                                                "at the start; rename it with .name");
    return {};
}

/// Keywords of a property that Ollama keeps; it drops every other without a word.
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

/// The recursion is bounded: the strict reader limited the schema's depth.
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
    // The texts of the values go into the description with the dropped keywords.
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

OrderedJson function_tool(const OrderedJson& tool, OrderedJson parameters) {
    OrderedJson function = OrderedJson::object();
    function["name"] = tool.at("name");
    function["description"] = tool.value("description", "");
    function["parameters"] = std::move(parameters);
    return OrderedJson{{"type", "function"}, {"function", std::move(function)}};
}

OrderedJson tool_for(Provider provider, const OrderedJson& tool) {
    const OrderedJson& schema = tool.at("inputSchema");
    switch (provider) {
        case Provider::openai:
            return function_tool(tool, schema);
        case Provider::ollama:
            return function_tool(tool, for_ollama(schema));
        case Provider::anthropic:
            return OrderedJson{{"name", tool.at("name")},
                               {"description", tool.value("description", "")},
                               {"input_schema", schema}};
        case Provider::gemini:
            return OrderedJson{{"name", tool.at("name")},
                               {"description", tool.value("description", "")},
                               {"parametersJsonSchema", schema}};
    }
    return nullptr;
}

}  // namespace

std::string_view to_string(Provider provider) noexcept {
    switch (provider) {
        case Provider::openai:
            return "openai";
        case Provider::anthropic:
            return "anthropic";
        case Provider::gemini:
            return "gemini";
        case Provider::ollama:
            return "ollama";
    }
    return "";
}

Result<Provider> parse_provider(std::string_view name) {
    for (const Provider provider :
         {Provider::openai, Provider::anthropic, Provider::gemini, Provider::ollama})
        if (name == to_string(provider)) return provider;
    return fail(
        Errc::invalid_argument,
        "'" + std::string(name) + "' is no provider; known are openai, anthropic, gemini, ollama");
}

Result<OrderedJson> tools_for(Provider provider, const std::vector<const Contract*>& contracts) {
    OrderedJson tools = OrderedJson::array();
    for (const Contract* contract : contracts) {
        IAM_CHECK(check_name(provider, contract->id.name));
        IAM_TRY(document,
                parse_ordered_json(contract->document,
                                   Limits{.depth_max = k_depth_ceiling, .allow_nul = true}));
        if (!document.is_object() || !document.contains("name") ||
            !document.contains("inputSchema"))
            return fail(Errc::corrupt, "the contract of '" + contract->id.name +
                                           "' has no name or no inputSchema; generate it again");
        tools.push_back(tool_for(provider, document));
    }
    if (provider == Provider::gemini) {
        OrderedJson declarations = OrderedJson::object();
        declarations["functionDeclarations"] = std::move(tools);
        return OrderedJson::array({std::move(declarations)});
    }
    return tools;
}

}  // namespace iam::chat
