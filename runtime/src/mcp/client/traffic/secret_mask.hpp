// Keeps the secrets of a server's configuration out of texts that a person or a record gets.
#pragma once

#include <iam/rpc/message.hpp>

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// Thread-safe. It finds secrets as they are, as JSON writes them, and as a person sees them. A
/// server that encodes its secret in another way gets it through.
class SecretMask {
 public:
    /// Keeps a secret out of later texts. Secrets of fewer than 4 bytes would hide too much else
    /// and are kept out as whole JSON strings alone.
    void hide(std::string_view secret);
    /// The text with "[secret]" in the place of each secret, and of the beginning of one where the
    /// text was cut: before "…" and at its end.
    std::string masked(std::string_view text) const;
    /// The same for an error. Its data goes if it would be no JSON then.
    void mask(rpc::ErrorObject& error) const;

 private:
    mutable std::mutex mutex_{};
    std::vector<std::string> hidden_{};  // by mutex_; the longest one first
};

}  // namespace iam::mcp
