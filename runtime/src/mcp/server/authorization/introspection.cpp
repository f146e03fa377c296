#include "mcp/server/authorization/introspection.hpp"

#include <iam/core/base64.hpp>
#include <iam/core/json.hpp>

#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_hex_digits = "0123456789ABCDEF";
constexpr Limits k_answer_limits{.bytes_max = std::size_t{16} << 10U, .depth_max = 16};

/// application/x-www-form-urlencoded.
std::string form_text(std::string_view text) {
    std::string encoded;
    for (const char letter : text) {
        const bool is_plain =
            (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
            (letter >= '0' && letter <= '9') || letter == '-' || letter == '.' || letter == '_';
        if (is_plain) {
            encoded += letter;
        } else {
            const auto byte = static_cast<unsigned char>(letter);
            encoded += '%';
            encoded += k_hex_digits[byte >> 4U];
            encoded += k_hex_digits[byte & 15U];
        }
    }
    return encoded;
}

}  // namespace

Fetch introspection_of(const Introspection& issuer, std::string_view token) {
    Fetch question;
    question.method = "POST";
    question.url = issuer.url;
    question.fields = {{"Content-Type", "application/x-www-form-urlencoded"},
                       {"Accept", "application/json"}};
    if (!issuer.client_id.empty()) {
        // RFC 6749 §2.3.1: both are encoded before they are joined.
        question.fields.add("Authorization",
                            "Basic " + to_base64(form_text(issuer.client_id) + ":" +
                                                 form_text(issuer.client_secret)));
    }
    question.body = "token=" + form_text(token) + "&token_type_hint=access_token";
    return question;
}

Result<std::string> answer_of_introspection(Result<net::Response> response) {
    if (!response) return tl::unexpected(std::move(response).error());
    if (response->status != 200) {
        return fail(Errc::unavailable, "the issuer answers a question about a token with " +
                                           std::to_string(response->status) +
                                           "; check the client id and its secret");
    }
    const auto answer = parse_json(response->body, k_answer_limits);
    if (!answer || !answer->is_object()) {
        return fail(Errc::unavailable,
                    "the issuer's answer to a question about a token is no JSON object");
    }
    return std::move(response->body);
}

}  // namespace iam::mcp
