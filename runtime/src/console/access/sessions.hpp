// Codes for logging in, and the sessions that begin with them. Both end with the process.
#pragma once

#include <iam/console/console.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/digest.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/result.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::console {

/// The facts about a session that its owner may know.
struct SessionFacts {
    std::string id{};
    std::chrono::sys_time<std::chrono::milliseconds> since{};
    std::chrono::milliseconds idle{0};
};

/// Keeps hashes of codes and secrets only. Thread-safe.
class Sessions {
 public:
    Sessions(const Clock& clock, Entropy& entropy, SessionLimits limits)
        : clock_(clock), entropy_(entropy), limits_(limits) {}

    /// A code of 128 bits, for one log_in().
    std::string new_code();
    /// True if a session has begun with this code lately.
    bool is_used(std::string_view code) const;

    struct Begun {
        std::string id{};
        std::string secret{};  ///< 256 bits; only the page keeps it
    };
    /// Errors: not_found (a wrong, used or late code), unavailable (too many of them: wait).
    Result<Begun> log_in(std::string_view code);
    /// The id of the session with this secret. If a person uses it now, its idle time begins anew.
    std::optional<std::string> use(std::string_view secret, bool is_attended = true);
    bool is_open(const std::string& id) const;
    std::vector<SessionFacts> list() const;
    /// False: there is none.
    bool revoke(const std::string& id);

 private:
    struct Code {
        Digest hash{};
        std::chrono::milliseconds until{0};
    };
    struct Session {
        std::string id{};
        Digest hash{};
        std::chrono::sys_time<std::chrono::milliseconds> since{};
        std::chrono::milliseconds used{0};
    };

    bool is_idle(const Session& session, std::chrono::milliseconds now) const noexcept {
        return now - session.used >= limits_.idle_time;
    }
    bool take(const Digest& code, std::chrono::milliseconds now);
    void note_wrong(std::chrono::milliseconds now);
    void make_room(std::chrono::milliseconds now);

    const Clock& clock_;
    Entropy& entropy_;
    const SessionLimits limits_;
    mutable std::mutex mutex_;
    std::deque<Code> codes_{};
    std::deque<Digest> used_codes_{};
    std::vector<Session> sessions_{};
    std::size_t wrong_logins_ = 0;
    std::optional<std::chrono::milliseconds> paused_until_{};
};

}  // namespace iam::console
