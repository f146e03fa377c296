// A model that is asked again when its provider is busy, and left alone when it fails all the time.
#pragma once

#include <iam/chat/model.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>

#include <chrono>
#include <cstdint>
#include <memory>

namespace iam::chat {

struct RetrySettings {
    std::uint32_t attempts_max = 4;  ///< of one answer, the first one included
    /// The longest wait before the second attempt; it doubles with each further one. A wait is
    /// drawn between 0 and its longest ("full jitter").
    std::chrono::milliseconds first_wait{std::chrono::seconds{1}};
    /// Also of a wait that the provider asks for; if it asks for more, the answer fails.
    std::chrono::milliseconds wait_max{std::chrono::seconds{60}};
    /// So many answers that fail within `failures_time`, and no further one is asked for until
    /// `failures_time` has passed; then one attempt tells.
    std::uint32_t failures_max = 5;
    std::chrono::milliseconds failures_time{std::chrono::seconds{60}};
};

/// Asks `model` again after a StreamError of the kind `overload`: nothing of a broken answer has
/// been used, since calls come with its end. Each further attempt
/// begins with a TakenBack that says why and when. Other errors
/// are passed on. Starts a thread for the first wait. `clock` and `entropy` outlive it.
std::unique_ptr<Model> make_retrying_model(std::unique_ptr<Model> model, const Clock& clock,
                                           Entropy& entropy, RetrySettings settings = {});

}  // namespace iam::chat
