// The sessions of an endpoint, by their ids.
#pragma once

#include "mcp/server/http/http_session.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// Thread-safe. It closes each session it gives up.
class HttpSessions {
 public:
    using Pointer = std::shared_ptr<HttpSession>;

    explicit HttpSessions(std::size_t most) : most_(most) {}

    /// If there is no room, ends the session with the longest idle time. False: there is no room,
    /// since none is idle.
    bool add(const Pointer& session);
    /// Nothing if there is none, or if it is of another subject.
    Pointer find(std::string_view id, const Subject& subject) const;
    void remove(const Pointer& session);
    std::vector<Pointer> all() const;

 private:
    Pointer idle_longest() const;

    const std::size_t most_;
    mutable std::mutex mutex_;
    std::map<std::string, Pointer, std::less<>> sessions_{};
};

}  // namespace iam::mcp
