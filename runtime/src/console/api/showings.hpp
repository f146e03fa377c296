// The texts of questions that pages have shown lately. An answer must name the digest of one.
#pragma once

#include "console/api/question_views.hpp"
#include <iam/core/digest.hpp>

#include <array>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace iam::console {

/// One showing of a question to one session.
struct Showing {
    std::string nonce{};
    std::string session{};
    std::string approval{};
    std::array<Digest, k_call_scopes.size()> by_scope{};  ///< in the order of CallScope
};

/// Thread-safe. Beyond 256 showings the oldest counts no more.
class Showings {
 public:
    void add(Showing showing);
    std::optional<Showing> find(const std::string& nonce, const std::string& session,
                                const std::string& approval) const;
    void forget(const std::string& nonce);

 private:
    mutable std::mutex mutex_;
    std::deque<Showing> all_{};
};

}  // namespace iam::console
