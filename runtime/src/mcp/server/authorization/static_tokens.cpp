#include "mcp/server/authorization/static_tokens.hpp"

#include "mcp/server/authorization/claims.hpp"
#include <iam/core/digest.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/trusted_text.hpp>

#include <algorithm>
#include <span>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::size_t k_name_bytes_max = 64;
constexpr std::size_t k_digest_digits = 64;
constexpr std::chrono::milliseconds k_read_again{1000};

bool is_digest(std::string_view text) {
    return text.size() == k_digest_digits && std::all_of(text.begin(), text.end(), [](char digit) {
               return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
           });
}

bool is_comment(std::string_view line) {
    return line.find_first_not_of(' ') == std::string_view::npos || line.front() == '#';
}

}  // namespace

bool is_token_name(std::string_view name) {
    return !name.empty() && name.size() <= k_name_bytes_max &&
           std::all_of(name.begin(), name.end(), [](char letter) {
               return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                      (letter >= '0' && letter <= '9') || letter == '.' || letter == '_' ||
                      letter == '-';
           });
}

std::string digest_of_token(std::string_view token) {
    HashState hash;
    hash.update(std::span(reinterpret_cast<const std::uint8_t*>(token.data()), token.size()));
    return hash.finish().hex();
}

Result<std::vector<StaticToken>> read_static_tokens(std::string_view text) {
    std::vector<StaticToken> tokens;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (is_comment(line)) continue;
        auto words = words_in(line);
        if (words.size() < 2 || !is_token_name(words[0]) || !is_digest(words[1])) {
            // The line may hold a token by mistake.
            return fail(
                Errc::invalid_argument,
                "line " + std::to_string(number) +
                    " is not NAME, the SHA-256 of the token in 64 "
                    "digits of 0-9a-f, and scopes; serve --new-token NAME prints such a line");
        }
        for (const StaticToken& other : tokens) {
            if (other.name == words[0] || other.digest == words[1]) {
                return fail(Errc::invalid_argument, "line " + std::to_string(number) +
                                                        " repeats a name or a token; remove it");
            }
        }
        tokens.push_back({.name = std::move(words[0]), .digest = std::move(words[1])});
        tokens.back().scopes.assign(words.begin() + 2, words.end());
    }
    return tokens;
}

Result<std::unique_ptr<StaticTokens>> StaticTokens::open(std::string path, const Clock& clock) {
    std::unique_ptr<StaticTokens> tokens(new StaticTokens(std::move(path), clock));
    if (const auto list = tokens->list(); !list) return tl::unexpected(list.error());
    return tokens;
}

Result<StaticTokens::List> StaticTokens::list() {
    const std::lock_guard lock(mutex_);
    const auto now = clock_.boot();
    if (read_ && now - read_at_ < k_read_again) return *read_;
    read_at_ = now;
    read_ = [this]() -> Result<List> {
        IAM_TRY(text, read_trusted_text(path_, ReadBy::owner));
        auto tokens = read_static_tokens(text);
        if (!tokens) return fail(tokens.error().code, path_ + ": " + tokens.error().message);
        return std::make_shared<const std::vector<StaticToken>>(*std::move(tokens));
    }();
    return *read_;
}

Result<std::optional<StaticToken>> StaticTokens::find(std::string_view token) {
    IAM_TRY(tokens, list());
    const std::string digest = digest_of_token(token);
    std::optional<StaticToken> found;
    // Every entry is compared, so the time tells nothing of their order.
    for (const StaticToken& entry : *tokens) {
        if (equal_constant_time(entry.digest, digest)) found = entry;
    }
    return found;
}

}  // namespace iam::mcp
