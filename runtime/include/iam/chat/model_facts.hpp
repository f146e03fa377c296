// Asks a server about one of its models, before the first request.
#pragma once

#include <iam/chat/http_model.hpp>
#include <iam/core/result.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace iam::chat {

struct ModelFacts {
    /// The model takes tools by the API. If false, use make_sentinel_model. Absent: not known.
    std::optional<bool> has_tools{};
    /// For HttpModelSettings::context_tokens. Absent: not known.
    std::optional<std::uint64_t> context_tokens{};
    /// A sentence, if an Ollama server did not describe the model; empty otherwise.
    std::string why_unknown{};
};

/// The usual size of a context on an Ollama server. It reserves the memory for all of it, and the
/// models themselves could take much more.
inline constexpr std::uint64_t k_ollama_context_tokens = std::uint64_t{16} << 10U;
/// For the whole answer of an Ollama server, and of another one.
inline constexpr std::chrono::seconds k_ollama_facts_time{10};
inline constexpr std::chrono::seconds k_other_facts_time{2};

/// Asks an Ollama server for the model's tools and context (POST /api/show), or the server of the
/// wire form chat_completions at settings.url for its context, as llama.cpp's server tells it (GET
/// /props). Every other server is not asked, and nothing is known.
///
/// The context of an Ollama model is the num_ctx of its Modelfile. Without one it is the context of
/// the model itself, at most k_ollama_context_tokens.
///
/// Waits for the answer. Errors: invalid_argument (the settings), and of Ollama alone unavailable
/// (it does not answer in time) and not_found (it has no such model). An answer that cannot be read
/// leaves the facts unknown, since the model may work all the same.
Result<ModelFacts> ask_model_facts(const HttpModelSettings& settings, std::stop_token stop = {});

}  // namespace iam::chat
