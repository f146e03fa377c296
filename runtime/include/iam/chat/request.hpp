// Writes the request for one streamed answer in the form of each provider.
#pragma once

#include <iam/chat/model.hpp>
#include <iam/chat/provider.hpp>
#include <iam/core/result.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace iam::chat {

/// The model that a request is for.
struct RequestModel {
    std::string model{};  ///< the provider's name of it
    std::string name{};   ///< Model::name(): AssistantTurn::items of this name are sent back
    /// For Ollama, which cuts a prompt beyond its own setting in silence. Absent: not sent.
    std::optional<std::uint64_t> context_tokens{};
};

/// The provider that defined the form.
Provider provider_of(WireForm form) noexcept;

/// The JSON text of the request. All results of a turn stand together, in its order, before any
/// later text. Items of this model are sent back byte for byte, those of another one are left out;
/// the text and the calls of their turn are sent. Error: invalid_argument for a tool's name that
/// the provider refuses, with the way out.
Result<std::string> request_body(WireForm form, const RequestModel& model,
                                 const ModelRequest& request);

/// Tokens of an answer where the request names no limit and the provider wants one (Anthropic).
inline constexpr std::uint64_t k_output_tokens = 8192;

}  // namespace iam::chat
