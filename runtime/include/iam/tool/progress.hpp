// How far a running function is, for whoever waits for it. Injected by type (iam::Progress&), absent from the schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace iam {

namespace gate {
class ContextAccess;
}

/// What a function says of itself. It counts in a unit of its own: files, bytes, steps.
struct ProgressReport {
    std::int64_t done = 0;
    std::optional<std::int64_t> total{};  ///< nothing: nobody knows
    std::string message{};                ///< for people, one line; may be empty
};

/// Where a long function says how far it is. Lives as long as its Context; not thread-safe: threads of the function take turns.
class Progress {
 public:
    using Listener = std::function<void(const ProgressReport&)>;

    /// `done` of `total` are done. The listener of the call hears of it on this thread before it returns, and what that throws is
    /// ignored; where nobody listens (always so in previews and reconcile functions) nothing happens. Nothing is recorded. False, and nobody hears of
    /// it: `done` is negative or not more than it was at the last report, `total` is less than `done`, the message is longer than
    /// k_message_bytes_max or not UTF-8. `total` may be another one each time.
    bool report(std::int64_t done, std::optional<std::int64_t> total = std::nullopt,
                std::string_view message = {});
    static constexpr std::size_t k_message_bytes_max = 1024;

 private:
    friend class gate::ContextAccess;

    const Listener* listener_ = nullptr;  // outlives this
    std::int64_t last_ = -1;
};

}  // namespace iam
