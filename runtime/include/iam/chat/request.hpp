// Writes the body of a request for a streamed answer, in the wire form of any provider.
#pragma once

#include <iam/chat/model.hpp>
#include <iam/chat/provider.hpp>
#include <iam/core/result.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace iam::chat {

/// The model that a request is for.
struct RequestTarget {
    WireForm form = WireForm::chat_completions;
    std::string model{};  ///< as the provider knows it; Gemini has it in the URL
    /// Model::name(). Items of a turn are sent if AssistantTurn::model is the same; turns of other
    /// models are rebuilt of their text and calls.
    std::string name{};
    /// Ollama: the size of the context to load (num_ctx).
    std::optional<std::uint64_t> context_tokens{};
    /// Responses: asks for encrypted reasoning, which models without reasoning refuse. Without it a
    /// reasoning model forgets its reasoning between calls, since nothing is stored there.
    bool has_encrypted_reasoning = false;
};

/// The body as JSON text. Tools get the names of their offers; a provider must take these.
///
/// Every turn with calls must be followed by the results of all its calls, in the same order.
/// Errors (invalid_argument) name the message: a result is missing or extra, a tool's name is
/// refused by the provider, a text is no UTF-8.
Result<std::string> request_body(const RequestTarget& target, const ModelRequest& request);

}  // namespace iam::chat
