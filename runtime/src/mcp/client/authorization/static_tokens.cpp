#include "mcp/client/authorization/static_tokens.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::size_t k_token_secret_bytes_max = std::size_t{16} << 10U;
/// In lower case. The transport sends them, or they would change where the request goes.
constexpr std::array<std::string_view, 12> k_fields_of_requests{
    "accept", "connection", "content-length",    "content-type", "cookie", "host", "mcp-session-id",
    "origin", "te",         "transfer-encoding", "upgrade",      "expect"};

class FixedToken final : public TokenSource {
 public:
    FixedToken(std::string field, SecretText value)
        : field_(std::move(field)), value_(std::move(value)) {}
    std::string field() const override { return field_; }
    std::string authorization() override { return value_.text(); }
    void renew(TokenRefusal refusal, std::function<void(Result<void>)> done) override {
        done(fail(Errc::invalid_argument, "The server refuses the secret in the configuration (" +
                                              std::to_string(refusal.status) +
                                              "); put a new one in its place."));
    }

 private:
    const std::string field_;
    const SecretText value_;
};

Result<void> check_fixed_field(std::string_view field) {
    std::string lower;
    for (const char letter : field)
        lower += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    const bool is_name =
        !lower.empty() && lower.size() <= 64 &&
        lower.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == std::string::npos;
    if (is_name && std::find(k_fields_of_requests.begin(), k_fields_of_requests.end(), lower) ==
                       k_fields_of_requests.end())
        return {};
    return fail(Errc::invalid_argument,
                "The field for the secret is none, or the request needs it for itself; name one "
                "such as X-API-Key.");
}

/// No message has the secret.
Result<void> check_fixed_secret(const SecretText& secret) {
    const std::string& text = secret.text();
    const bool is_value =
        !text.empty() && text.size() <= k_token_secret_bytes_max && text.front() != ' ' &&
        text.back() != ' ' &&
        std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (is_value) return {};
    return fail(Errc::invalid_argument,
                "The secret for the server is empty, too long, or has letters that no field has, "
                "such as a line end; write it again.");
}

}  // namespace

Result<std::unique_ptr<TokenSource>> bearer_token(SecretText secret) {
    IAM_CHECK(check_fixed_secret(secret));
    return std::make_unique<FixedToken>("Authorization", SecretText("Bearer " + secret.text()));
}

Result<std::unique_ptr<TokenSource>> field_token(const std::string& field, SecretText secret) {
    IAM_CHECK(check_fixed_field(field));
    IAM_CHECK(check_fixed_secret(secret));
    return std::make_unique<FixedToken>(field, std::move(secret));
}

}  // namespace iam::mcp
