// The requests about open questions.
#pragma once

#include "console/api/asked.hpp"
#include "console/api/question_views.hpp"
#include <iam/console/console.hpp>
#include <iam/gate/consent.hpp>

#include <array>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace iam::console {

/// Thread-safe.
class QuestionRequests {
 public:
    explicit QuestionRequests(const Parts& parts) : parts_(parts) {}

    net::Response list();
    net::Response show(const Asked& asked);
    net::Response answer(const Asked& asked);

 private:
    /// One showing of a question to one session.
    struct Shown {
        std::string nonce{};
        std::string session{};
        std::string approval{};
        std::array<Digest, k_call_scopes.size()> by_scope{};  // in the order of CallScope
    };

    Result<consent::PromptRequest> question(const consent::Approval& approval);
    std::optional<Shown> find_shown(const Asked& asked) const;
    void forget_shown(const std::string& nonce);
    /// The refusal of an answer or a showing that an error stopped.
    net::Response refuse(const std::string& approval, const Error& error);

    const Parts& parts_;
    mutable std::mutex mutex_;
    std::deque<Shown> shown_{};
};

}  // namespace iam::console
