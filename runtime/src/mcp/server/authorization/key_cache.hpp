// Keeps the keys of an issuer, and fetches them again when they are old or when one is unknown.
#pragma once

#include "mcp/server/authorization/token_keys.hpp"
#include <iam/core/clock.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace iam::mcp {

/// Thread-safe. Fetches once at a time; callers that ask meanwhile wait for this fetch.
class KeyCache : public std::enable_shared_from_this<KeyCache> {
 public:
    using Keys = std::shared_ptr<const TokenKeys>;
    using Done = std::function<void(Result<Keys>)>;
    using Text = std::function<void(Result<std::string>)>;
    struct Parts {
        const Clock& clock;
        /// Calls its argument once, on any thread.
        std::function<void(Text)> fetch{};
        std::chrono::milliseconds max_age{};
        std::chrono::milliseconds again{};  ///< the shortest time between two fetches of newer()
    };
    explicit KeyCache(Parts parts) : parts_(std::move(parts)) {}

    /// Gives the keys. Fetches them first if there are none or if they are too old. `done` is
    /// called once, here or later. Error: the fetch failed; keys beyond their age are not used.
    void get(Done done);
    /// Gives keys as new as `again` allows.
    void newer(Done done);

 private:
    void fetch(std::unique_lock<std::mutex> lock, Done done);
    void arrived(Result<std::string> text);

    const Parts parts_;
    std::mutex mutex_;
    Keys keys_{};
    std::chrono::milliseconds fetched_at_{0};
    std::optional<Error> failed_{};
    std::chrono::milliseconds failed_at_{0};
    bool is_fetching_ = false;
    std::vector<Done> waiting_{};
};

}  // namespace iam::mcp
