// Words an error of a provider, and tells an overload from the others.
#include "chat/streams/provider_error.hpp"

#include <iam/core/utf8.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::chat {
namespace {

// Types, codes and states after which the same request may succeed later.
constexpr std::array<std::string_view, 14> k_overload_words = {
    // Anthropic
    "overloaded_error", "api_error", "rate_limit_error", "timeout_error",
    // OpenAI and servers of its form
    "server_error", "rate_limit_exceeded", "internal_server_error", "overloaded",
    "server_overloaded", "service_unavailable",
    // Gemini
    "UNAVAILABLE", "RESOURCE_EXHAUSTED", "INTERNAL", "DEADLINE_EXCEEDED"};

constexpr std::size_t k_quoted_bytes_max = 2000;

bool is_overload(std::string_view word) {
    if (std::find(k_overload_words.begin(), k_overload_words.end(), word) != k_overload_words.end())
        return true;
    const bool is_status = word.size() == 3 && std::all_of(word.begin(), word.end(), [](char c) {
                               return c >= '0' && c <= '9';
                           });
    return is_status && (word.front() == '5' || word == "408" || word == "409" || word == "425" ||
                         word == "429");
}

}  // namespace

std::string quoted_text(std::string_view text) {
    if (text.size() <= k_quoted_bytes_max) return std::string(text);
    return std::string(first_bytes(text, k_quoted_bytes_max)) + "…";
}

void ProviderError::add_word(std::string next) {
    if (next.empty()) return;
    if (word.empty() || (!is_overload(word) && is_overload(next))) word = std::move(next);
}

bool ProviderError::read_member(std::string_view name, FieldReader& in) {
    if (name == "message") {
        in.text(message);
    } else if (name == "type" || name == "code" || name == "status") {
        if (in.peek() == JsonKind::string) {
            std::string text;
            in.text(text);
            add_word(std::move(text));
        } else if (in.peek() == JsonKind::number) {
            add_word(std::string(in.raw()));
        } else {
            in.skip();
        }
    } else {
        return false;
    }
    return true;
}

void ProviderError::read(FieldReader& in) {
    const JsonKind kind = in.peek();
    if (kind == JsonKind::null || kind == JsonKind::none) return in.skip();
    is_set = true;
    if (kind == JsonKind::string) return in.text(message);
    if (kind != JsonKind::object) {
        message = in.raw();
        return;
    }
    in.object([&](std::string_view name) {
        if (!read_member(name, in)) in.skip();
    });
}

StreamError ProviderError::as_end() const {
    const StreamError::Kind kind =
        is_overload(word) ? StreamError::Kind::overload : StreamError::Kind::provider;
    std::string text = "The provider reported an error";
    if (!word.empty()) text += " (" + quoted_text(word) + ")";
    text += ", so nothing of the answer runs";
    if (!message.empty()) text += ": " + quoted_text(message);
    return {kind, std::move(text)};
}

}  // namespace iam::chat
