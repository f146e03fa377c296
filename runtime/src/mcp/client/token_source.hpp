// The interface between a transport over HTTP and the authorization of its requests.
#pragma once

#include <iam/core/result.hpp>

#include <functional>
#include <optional>
#include <string>

namespace iam::mcp {

/// A refusal of the server.
struct TokenRefusal {
    unsigned status = 401;    ///< 401 or 403
    std::string challenge{};  ///< the WWW-Authenticate field; may be empty
    std::string url{};        ///< of the request
    /// authorization() as the request had it. If it has changed since, the refusal says nothing
    /// about the token of now. Nothing: the one of now.
    std::optional<std::string> sent{};
};

/// Gives the authorization of requests to one server. Thread-safe.
class TokenSource {
 public:
    TokenSource() = default;
    TokenSource(const TokenSource&) = delete;
    TokenSource& operator=(const TokenSource&) = delete;
    /// Ends a renewal; its `done` has been called then.
    virtual ~TokenSource() = default;

    /// The name of the field that authorization() is the value of. Always the same.
    virtual std::string field() const { return "Authorization"; }
    /// The value of the field; empty: send none.
    virtual std::string authorization() = 0;
    /// Seeks another token after a refusal. Returns at once. `done` is called once, on any thread:
    /// with success the request is sent again, an error is the reason for the person. Refusals that
    /// come during a renewal wait for its end.
    virtual void renew(TokenRefusal refusal, std::function<void(Result<void>)> done) = 0;
};

}  // namespace iam::mcp
