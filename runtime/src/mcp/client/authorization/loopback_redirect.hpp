// LoopbackRedirect: takes the redirect of a person's browser on this machine (RFC 8252 §7.3).
#pragma once

#include "mcp/client/authorization/redirect_way.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace iam::mcp {

/// Opens a browser at this URL, by a person's word: the owner shows the URL and asks first. May
/// wait for the person's answer, until a stop. An error ends the authorization. Must not throw. The
/// calling thread has all signals blocked; a browser started by it needs them back
/// (POSIX_SPAWN_SETSIGMASK).
using OpenBrowser = std::function<Result<void>(const std::string& url, std::stop_token stop)>;

struct LoopbackSettings {
    /// "127.0.0.1" or "localhost", as authorization servers are to see it. Either way only
    /// 127.0.0.1 is listened at.
    std::string host = "127.0.0.1";
    unsigned port = 0;  ///< 0: the one of the last registration, else the system chooses one
    /// For the person to agree, after the browser was opened.
    std::chrono::milliseconds time_max{std::chrono::minutes{5}};
};

/// Listens from open() to the end of obtain() only, at http://HOST:PORT/callback. The first request
/// with the right state ends it; the browser gets a fixed page. Requests with another state are
/// refused and change nothing, so no other page can end an authorization.
class LoopbackRedirect final : public RedirectWay {
 public:
    /// Error: invalid_argument (the host).
    static Result<std::unique_ptr<LoopbackRedirect>> make(LoopbackSettings settings,
                                                          OpenBrowser open_browser);
    ~LoopbackRedirect() override;

    /// Error: unavailable (the system gives no port; the configured port is taken).
    Result<std::string> open(const std::string& wanted) override;
    /// Errors: unavailable (the time is over, or a stop was requested), and those of OpenBrowser.
    Result<std::string> obtain(const std::string& authorization_url, const std::string& state,
                               std::stop_token stop) override;

 private:
    class Core;
    explicit LoopbackRedirect(std::unique_ptr<Core> core) noexcept;
    std::unique_ptr<Core> core_;
};

}  // namespace iam::mcp
