// The tokens of a file. The host keeps their digests alone.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/core/result.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

struct StaticToken {
    std::string name{};
    std::string digest{};  ///< SHA-256, 64 hexadecimal digits in lower case
    std::vector<std::string> scopes{};
};

/// Reads lines "NAME DIGEST [SCOPE...]"; empty lines and lines starting with '#' are skipped.
/// Error: invalid_argument, with the number of the line but none of its text.
Result<std::vector<StaticToken>> read_static_tokens(std::string_view text);

/// True for 1 to 64 of the letters a-z, A-Z, 0-9, '.', '_' and '-'.
bool is_token_name(std::string_view name);

/// SHA-256 without a tag, as `sha256sum` prints it.
std::string digest_of_token(std::string_view token);

/// The file, read again when it is older than a second. Thread-safe.
class StaticTokens {
 public:
    static Result<std::unique_ptr<StaticTokens>> open(std::string path, const Clock& clock);
    /// The entry of a token; nothing if there is none. Errors as of read_trusted_text and
    /// read_static_tokens: then no token counts.
    Result<std::optional<StaticToken>> find(std::string_view token);

 private:
    using List = std::shared_ptr<const std::vector<StaticToken>>;
    StaticTokens(std::string path, const Clock& clock) : path_(std::move(path)), clock_(clock) {}
    Result<List> list();

    const std::string path_;
    const Clock& clock_;
    std::mutex mutex_;
    std::optional<Result<List>> read_{};
    std::chrono::milliseconds read_at_{0};
};

}  // namespace iam::mcp
