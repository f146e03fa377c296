// A model behind HTTP: a provider's API, or a server on this machine (Ollama, llama.cpp).
//
//   auto model = iam::chat::make_http_model({.form = WireForm::messages,
//                                            .model = "claude-sonnet-4-5", .key = key});
#pragma once

#include <iam/chat/model.hpp>
#include <iam/chat/provider.hpp>
#include <iam/core/result.hpp>
#include <iam/net/http_client.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace iam::chat {

struct HttpModelSettings {
    WireForm form = WireForm::chat_completions;
    /// Where the API begins, such as "http://127.0.0.1:8080/v1" for a llama.cpp server. Empty: the
    /// provider's own address, and this machine for Ollama.
    std::string url{};
    std::string model{};  ///< the provider's name of it
    std::string name{};   ///< Model::name(); empty: made of the provider and `model`
    /// Sent as the provider wants it, and nowhere else: it stands in no event and in no error.
    /// Empty: none is sent.
    std::string key{};
    std::optional<std::uint64_t> context_tokens{};
    /// From the request to the end of its answer, also while comments of server-sent events keep
    /// the connection alive. It replaces http.limits.total_time. 0: no limit.
    std::chrono::milliseconds answer_time{std::chrono::minutes{30}};
    bool has_encrypted_reasoning = false;  ///< RequestTarget::has_encrypted_reasoning
    /// A key goes to "https:" and to this machine only, unless `allows_plain_text` is set.
    net::ClientSettings http{};
};

/// Follows no redirect and tries nothing twice. Each answer is streamed, so that a server notices
/// the end of a stream that is closed. An answer whose connection breaks or is silent for too long
/// ends as `cut_off` with the reason. A body that is no stream (a web page, an error as plain JSON)
/// ends as `protocol` and is quoted. Errors: invalid_argument (the model's name, the key, the
/// URL, a proxy or a pin), unavailable (a file of certificates).
Result<std::unique_ptr<Model>> make_http_model(HttpModelSettings settings);

}  // namespace iam::chat
