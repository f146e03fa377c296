// Reports how far a running function is, for the waiting caller. A parameter `iam::Progress&` is
// injected by its type and absent from the schema.
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

/// A function's report about itself. It counts in a unit of its own: files, bytes, steps.
struct ProgressReport {
    std::int64_t done = 0;
    std::optional<std::int64_t> total{};  ///< nothing: unknown
    std::string message{};                ///< for people, one line; may be empty
};

/// Takes the reports of a long function. Lives as long as its Context. Not thread-safe: threads of
/// the function must take turns.
class Progress {
 public:
    using Listener = std::function<void(const ProgressReport&)>;

    /// Reports `done` of `total`; `total` may change each time. The call's listener runs on this
    /// thread before report() returns; its exceptions are ignored. Without a listener (always in
    /// previews and reconcile functions) nothing happens. Nothing is recorded.
    ///
    /// Returns false and tells nobody if `done` is negative or not greater than at the last report,
    /// or if `total` is less than `done`. The same holds if the message is longer than
    /// k_message_bytes_max or not UTF-8.
    bool report(std::int64_t done, std::optional<std::int64_t> total = std::nullopt,
                std::string_view message = {});
    static constexpr std::size_t k_message_bytes_max = 1024;

 private:
    friend class gate::ContextAccess;

    const Listener* listener_ = nullptr;  // outlives this object
    std::int64_t last_ = -1;
};

}  // namespace iam
