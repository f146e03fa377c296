#include "chat/http/http_failure.hpp"

#include "chat/response_reader.hpp"
#include <iam/core/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>

namespace iam::chat {
namespace {

constexpr std::string_view k_masked = "(key)";
constexpr std::size_t k_quoted_body_bytes_max = 200;

/// A later attempt may succeed.
bool is_passing(unsigned status) {
    constexpr std::array<unsigned, 4> k_passing = {408, 409, 425, 429};
    return status >= 500 ||
           std::find(k_passing.begin(), k_passing.end(), status) != k_passing.end();
}

/// Retry-After in seconds. A date is not read: the clocks of both sides may differ.
std::optional<std::chrono::milliseconds> retry_after(const net::Response& response) {
    const std::string_view text = response.fields.find("Retry-After").value_or("");
    unsigned seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return std::chrono::seconds{seconds};
}

std::string quoted_body(Provider provider, const std::string& whole, std::string_view key) {
    // Before the cut: a part of a key is no occurrence of it.
    const std::string body = without_key(whole, key);
    if (const auto value = parse_json(body, Limits{.allow_nul = true})) {
        if (const auto error = error_in(to_string(provider), *value)) return error->message;
    }
    std::string text = body.substr(0, k_quoted_body_bytes_max);
    while (!text.empty() && !is_valid_utf8(text)) text.pop_back();
    return text;
}

bool is_sentence(const std::string& text) {
    return std::string_view(".!?").find(text.back()) != std::string_view::npos;
}

std::string way_out(unsigned status) {
    if (status >= 300 && status < 400)
        return " The redirect is not followed, since it would take the key with it; configure the "
               "right URL.";
    if (status == 401 || status == 403) return " Check the model's key.";
    if (status == 404) return " Check the URL and the name of the model.";
    if (is_passing(status)) return " Try again later.";
    return "";
}

}  // namespace

StreamError failure_of(Provider provider, const net::Response& response, std::string_view key) {
    const std::string body = quoted_body(provider, response.body, key);
    StreamError failure;
    failure.kind =
        is_passing(response.status) ? StreamError::Kind::overload : StreamError::Kind::provider;
    failure.message = "The model's server answered with HTTP " + std::to_string(response.status) +
                      (body.empty() ? "." : ": " + body + (is_sentence(body) ? "" : ".")) +
                      way_out(response.status);
    failure.retry_after = retry_after(response);
    return failure;
}

bool may_begin_stream(WireForm form, std::string_view body) {
    constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";
    if (body.substr(0, k_byte_order_mark.size()) == k_byte_order_mark)
        body.remove_prefix(k_byte_order_mark.size());
    const std::size_t first = body.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return true;
    body.remove_prefix(first);
    if (form == WireForm::ollama_chat) return body.front() == '{';
    constexpr std::array<std::string_view, 5> k_starts = {":", "data", "event", "id", "retry"};
    return std::any_of(k_starts.begin(), k_starts.end(), [&](std::string_view start) {
        const std::size_t size = std::min(start.size(), body.size());
        return start.substr(0, size) == body.substr(0, size);
    });
}

StreamError no_stream(Provider provider, const net::Response& response, std::string_view key) {
    return {.kind = StreamError::Kind::protocol,
            .message = "The model's server answered with no stream: " +
                       quoted_body(provider, response.body, key) + " Check the URL."};
}

StreamError failure_of(const Error& error) {
    return {.kind = error.code == Errc::invalid_argument ? StreamError::Kind::provider
                                                         : StreamError::Kind::overload,
            .message = error.message};
}

std::string without_key(std::string text, std::string_view key) {
    if (key.size() < k_key_bytes_min) return text;
    for (std::size_t at = text.find(key); at != std::string::npos;
         at = text.find(key, at + k_masked.size()))
        text.replace(at, key.size(), k_masked);
    return text;
}

}  // namespace iam::chat
