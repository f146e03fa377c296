// Speaks the tool-calling JSON of the large model APIs: it describes tools, reads proposed calls,
// and writes results. The wire forms follow the providers' documents. Nothing here uses the
// network.
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
/// Error: invalid_argument, with the known providers.
Result<Provider> parse_provider(std::string_view name);

/// The value of `tools` in a request to this provider. If a provider's schema form has no place for
/// a rule, a description states it for the model. The gate validates against the full contract in
/// any case. Error: a name refused by the provider, with the way out; one bad name fails a whole
/// request.
Result<OrderedJson> tools_for(Provider provider, const std::vector<const Contract*>& contracts);

/// The API behind a response. Results go back through the same one.
enum class WireForm { chat_completions, responses, messages, generate_content, ollama_chat };

struct ModelResponse {
    Provider provider = Provider::openai;
    WireForm form = WireForm::chat_completions;
    /// The provider's id of the response; empty if it gives none.
    std::string id{};
    /// The calls in the order of the response. Their proposer is the model, with the provider's
    /// ids. Arguments are as the model wrote them. If the provider sends them as a string, they may
    /// not even be JSON; the gate then says and records so. A call without a name has the tool ""
    /// and is judged by itself. Missing arguments, null and an empty text become {}.
    std::vector<Call> calls{};
};

/// Reads one whole (not streamed) response, also Ollama's newline-delimited form. A response
/// without tool calls is a value without calls. Errors name the place in the response. The error
/// unavailable stands for an error of the provider; it has the provider's message.
Result<ModelResponse> read_response(Provider provider, std::string_view text);

/// The id for a call of the response (Call::id). If the same response is given twice, its calls run
/// once, and the second time they are answered from the record. Empty if the response has no id:
/// the call then gets a new one.
std::string call_id(const ModelResponse& response, std::size_t index, const Subject& subject);

/// The message or items for the conversation: one for each call of `response`, in order.
OrderedJson results_for(const ModelResponse& response, const std::vector<ToolResult>& results);

/// The text for the model about one result: the result's canonical text ("ok" for none), or
/// {"code","message","errors"} as JSON text.
std::string content_of(const ToolResult& result);

}  // namespace iam::chat
