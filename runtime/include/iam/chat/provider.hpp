// The tool-calling JSON of the large model APIs: how tools are told to a model, how its proposals are read, how results go back. Wire
// forms as the providers document them; nothing here talks to anybody.
#pragma once

#include <iam/core/json.hpp>
#include <iam/tool/call.hpp>
#include <iam/tool/contract.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

enum class Provider { openai, anthropic, gemini, ollama };

std::string_view to_string(Provider provider) noexcept;
/// invalid_argument names the known ones.
Result<Provider> parse_provider(std::string_view name);

/// The value of `tools` in a request to this provider. What a provider's schema form has no place for is said in descriptions instead, so
/// that the model still learns it; the gate validates against the full contract in any case. Errors: a name that the provider refuses
/// (one bad name fails a whole request), with the way out.
Result<OrderedJson> tools_for(Provider provider, const std::vector<const Contract*>& contracts);

/// Which API of a provider a response came from; results go back in the same one.
enum class WireForm { chat_completions, responses, messages, generate_content, ollama_chat };

struct ModelResponse {
    Provider provider = Provider::openai;
    WireForm form = WireForm::chat_completions;
    /// The provider's id of the response; empty where it gives none.
    std::string id{};
    /// In the order of the response; proposer is the model, with the provider's ids. Arguments are as the model wrote them: where the
    /// provider sends them as a string they may not even be JSON, which the gate then says and records. So it does of a call without a
    /// name, whose tool is "": each call is judged by itself. Arguments that are left out, null or an empty text are {}.
    std::vector<Call> calls{};
};

/// Reads one whole (not streamed) response; also Ollama's newline-delimited form. A response without tool calls is a value without calls.
/// Errors name the place in the response. `unavailable`: the provider answered with an error, whose message this is.
Result<ModelResponse> read_response(Provider provider, std::string_view text);

/// The id for a call of the response (Call::id), so that the same response, given twice, runs its calls once: the second time they are
/// answered from the record. Empty where the response has no id: such a call gets a new one.
std::string call_id(const ModelResponse& response, std::size_t index, const Subject& subject);

/// What goes back into the conversation: the message or items for these results, one for each call of `response`, in order.
OrderedJson results_for(const ModelResponse& response, const std::vector<ToolResult>& results);

/// What a model is told of one result: the result's canonical text ("ok" for none), or {"code","message","errors"} as JSON text.
std::string content_of(const ToolResult& result);

}  // namespace iam::chat
