// OauthTokens: the tokens for one server of MCP, by OAuth 2.1 (MCP, basic/authorization).
#pragma once

#include "mcp/client/authorization/grant_renewal.hpp"
#include "mcp/client/token_source.hpp"

#include <functional>
#include <memory>
#include <string>

namespace iam::mcp {

/// Renews on a thread of its own, which is started for the first renewal. A token is used until the
/// server refuses it. Not to be destroyed within a `done`.
class OauthTokens final : public TokenSource {
 public:
    /// Loads the tokens of an earlier run. Asks nobody and sends nothing. Errors: invalid_argument
    /// (the settings), and those of TokenStore::load().
    static Result<std::unique_ptr<OauthTokens>> make(OauthSettings settings, OauthParts parts);
    /// Requests a stop, and waits for the thread.
    ~OauthTokens() override;

    std::string authorization() override;
    /// `done` is called on the thread.
    void renew(TokenRefusal refusal, std::function<void(Result<void>)> done) override;

 private:
    class Core;
    explicit OauthTokens(std::unique_ptr<Core> core) noexcept;
    std::unique_ptr<Core> core_;
};

}  // namespace iam::mcp
