// The way from an authorization URL to the redirect that answers it: through a person's browser, or
// through a function of the owner.
#pragma once

#include <iam/core/result.hpp>

#include <functional>
#include <stop_token>
#include <string>
#include <utility>

namespace iam::mcp {

/// For one authorization at a time.
class RedirectWay {
 public:
    RedirectWay() = default;
    RedirectWay(const RedirectWay&) = delete;
    RedirectWay& operator=(const RedirectWay&) = delete;
    virtual ~RedirectWay() = default;

    /// Gives the redirect URI of the next authorization, ready to be redirected to. `wanted` is the
    /// one of an earlier registration, or empty; it is given again where that is possible.
    virtual Result<std::string> open(const std::string& wanted) = 0;
    /// Has the URL visited, and waits. Returns the URL of the redirect with this state, whole. Ends
    /// with an error if a stop is requested. Called once after open(), on a thread that may wait.
    virtual Result<std::string> obtain(const std::string& authorization_url,
                                       const std::string& state, std::stop_token stop) = 0;
};

/// Asks a function of the owner, for programs without a person: it gets the authorization URL, does
/// not follow the redirect, and returns its Location. It returns soon after a stop.
class ProgramRedirect final : public RedirectWay {
 public:
    using Visit = std::function<Result<std::string>(const std::string& authorization_url,
                                                    std::stop_token stop)>;
    ProgramRedirect(std::string redirect_uri, Visit visit)
        : redirect_uri_(std::move(redirect_uri)), visit_(std::move(visit)) {}
    Result<std::string> open(const std::string& /*wanted*/) override { return redirect_uri_; }
    Result<std::string> obtain(const std::string& authorization_url, const std::string& /*state*/,
                               std::stop_token stop) override {
        return visit_(authorization_url, std::move(stop));
    }

 private:
    const std::string redirect_uri_;
    const Visit visit_;
};

}  // namespace iam::mcp
