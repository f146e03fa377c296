// The place of a client's tokens and registrations between two runs.
#pragma once

#include "mcp/client/authorization/registration.hpp"
#include "mcp/client/authorization/values/scopes.hpp"
#include "mcp/client/authorization/values/secret_text.hpp"
#include <iam/core/result.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace iam::mcp {

/// All that one authorization server has given for one server of MCP. A record counts at its own
/// issuer only.
struct StoredGrant {
    std::string issuer{};
    std::string resource{};  ///< as published; empty for revision 2025-03-26
    Registration registration{};
    SecretText access_token{};   ///< empty: none
    SecretText refresh_token{};  ///< empty: none
    Scopes scopes{};             ///< asked for or granted so far
};

/// One record a server. Thread-safe.
class TokenStore {
 public:
    TokenStore() = default;
    TokenStore(const TokenStore&) = delete;
    TokenStore& operator=(const TokenStore&) = delete;
    virtual ~TokenStore() = default;

    /// `server` is the URL of the MCP server in its configuration. Nothing if there is no record.
    virtual Result<std::optional<StoredGrant>> load(const std::string& server) = 0;
    /// Takes the place of an earlier record, as a whole or not at all.
    virtual Result<void> save(const std::string& server, const StoredGrant& grant) = 0;
    /// Also succeeds if there is none.
    virtual Result<void> forget(const std::string& server) = 0;
};

/// Ends with the program.
class MemoryTokens final : public TokenStore {
 public:
    Result<std::optional<StoredGrant>> load(const std::string& server) override;
    Result<void> save(const std::string& server, const StoredGrant& grant) override;
    Result<void> forget(const std::string& server) override;

 private:
    std::mutex mutex_;
    std::map<std::string, StoredGrant, std::less<>> grants_{};
};

/// Keeps each record in a file of its own, mode 0600, named by a digest of the server's URL. A
/// record that other users could have read or changed is not used: its error says the remedy.
class FileTokens final : public TokenStore {
 public:
    /// Makes the folder with mode 0700 if it is not there; its parent must be. Error: unavailable
    /// (the system refuses it), corrupt (others may write the folder).
    static Result<std::unique_ptr<FileTokens>> open(const std::string& folder);

    Result<std::optional<StoredGrant>> load(const std::string& server) override;
    Result<void> save(const std::string& server, const StoredGrant& grant) override;
    Result<void> forget(const std::string& server) override;

 private:
    explicit FileTokens(std::string folder) : folder_(std::move(folder)) {}
    std::string path_of(const std::string& server) const;

    const std::string folder_;
    std::mutex mutex_;
};

}  // namespace iam::mcp
