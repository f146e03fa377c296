// Makes requests that fit into the context of their model.
#pragma once

#include "chat/conversation/transcript/chat_log.hpp"
#include <iam/chat/model.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace iam::chat {

/// Estimates the tokens of a text as long as a provider has counted none. docs/chat.md has
/// measurements.
inline constexpr std::uint64_t k_bytes_a_token = 3;

/// The model of a request, and its room.
struct ContextRoom {
    std::string model{};                            ///< Model::name()
    std::optional<std::uint64_t> context_tokens{};  ///< absent: nothing is given up
    /// Kept for the answer. Absent: a quarter of the context, at most k_output_tokens_kept_max.
    std::optional<std::uint64_t> output_tokens{};
};
inline constexpr std::uint64_t k_output_tokens_kept_max = 8192;

struct FittedRequest {
    ModelRequest request{};
    RequestSize size{};
    ContextCut cut{};
    /// A sentence with the sizes and the way out; empty: the request fits.
    std::string why_not{};
};

/// Completes `request`, which has its tools, with the messages up to `leaf`. The cut of the last
/// request of the branch stays as long as the request fits. After that it gives up so much that
/// three quarters of the room are taken, in this order: results of earlier turns, earlier turns,
/// and results of the present turn that the model has answered to. The rest always stays.
/// `reads_results`: the request offers read_result. A function of the log and the other arguments.
FittedRequest fit_request(const ChatLog& log, StepNumber leaf, ModelRequest request,
                          const ContextRoom& room, bool reads_results);

/// Instructions, tools and messages, with a fixed addition for each part. Items of an answer count
/// if `model` wrote them.
std::uint64_t bytes_of(const ModelRequest& request, const std::string& model);

/// True if the server has read less than half of the request, but k_cut_prompt_tokens_min at least:
/// Ollama cuts to half of a context. Fewer tokens come from a server that leaves out cached ones.
bool is_prompt_cut(const RequestSize& sent, const Usage& usage) noexcept;
inline constexpr std::uint64_t k_cut_prompt_tokens_min = 1000;

}  // namespace iam::chat
