// The differences between the providers of models: one row of functions a provider. Each provider
// has one source file with its row.
#pragma once

#include <iam/chat/provider.hpp>

#include <array>
#include <string_view>

namespace iam::chat {

struct ProviderRow {
    Provider provider;
    std::string_view name;
    /// Whether the provider takes the name of a tool. Error: `invalid_argument` with the way out.
    Result<void> (*check_name)(std::string_view name);
    /// One tool in the provider's form, from a tool object with "name" and "inputSchema".
    OrderedJson (*tool)(const OrderedJson& document);
    /// The value of `tools` in a request, from an array of the above.
    OrderedJson (*tools)(OrderedJson each);
    Result<ModelResponse> (*read)(std::string_view text);
    /// One result in the form of the response with its call.
    OrderedJson (*result)(WireForm form, const Call& call, const ToolResult& result);
    /// The value for the conversation, from an array of the above.
    OrderedJson (*results)(OrderedJson each);
};

extern const ProviderRow k_openai;
extern const ProviderRow k_anthropic;
extern const ProviderRow k_gemini;
extern const ProviderRow k_ollama;

/// In the order in which errors name them.
inline constexpr std::array<const ProviderRow*, 4> k_provider_rows = {&k_openai, &k_anthropic,
                                                                      &k_gemini, &k_ollama};

/// 1 to 64 of A-Z a-z 0-9 _ -: the form in OpenAI's chat documentation, in Anthropic's, and in
/// Gemini's error text.
Result<void> check_plain_name(std::string_view provider, std::string_view name);
/// `each` itself, for providers that take the array as it is.
OrderedJson as_array(OrderedJson each);
/// {"type": "function", "function": {name, description, parameters}}.
OrderedJson function_tool(const OrderedJson& document, OrderedJson parameters);

}  // namespace iam::chat
