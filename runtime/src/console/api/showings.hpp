// The questions that pages have shown lately. An answer must name the digest of its showing.
#pragma once

#include "console/api/question_views.hpp"
#include <iam/consent/prompter.hpp>
#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>

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
    Digest shown{};  ///< of an answer that stores no record
    // Of an "always", with its record for each scope in the order of CallScope.
    std::array<Digest, k_call_scopes.size()> allow_always{};
    std::array<Digest, k_call_scopes.size()> deny_always{};

    const Digest& digest_of(consent::Answer answer, consent::CallScope scope) const;
};

/// `question` is the one that the page gets. It shows the records of `request` for an "always".
Showing showing_of(const Json& question, const consent::PromptRequest& request,
                   words::Locale locale);

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
