// Asking a person. One interface for terminals, host callbacks and tests.
#pragma once

#include <iam/consent/decision.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace iam::consent {

/// Everything a prompt shows. The canonical arguments are the identity of the call, the preview is
/// what the application says about it.
struct PromptRequest {
    std::string approval_id{};
    std::string application{};  ///< shown as the origin of compiled-in tools
    Contract contract{};
    Call call{};  ///< arguments: canonical text, secret members replaced by a marker that tells
                  ///< type and length
    Risk risk = Risk::high;
    Decision decision{};  ///< why it is asked
    std::optional<Preview> preview{};
    std::string preview_failure{};         ///< why there is no preview although the tool has one
    std::string always_refused_because{};  ///< empty: "allow always" may be offered
    std::string always_would_store{};      ///< word for word what "allow always" would write
    /// Why the call can be denied here and not allowed: what is shown is not all that the tool would get. Empty: every answer may be given.
    std::string deny_only_because{};
};

enum class Answer { allow_once, allow_always, deny_once, deny_always, none };
std::string_view to_string(Answer answer) noexcept;

/// `none` = nobody decided: end of input, an interrupt, no terminal, a closed window, or the question
/// was settled elsewhere. ESC is a person's refusal: deny_once.
struct PromptReply {
    Answer answer = Answer::none;
    Approver approver{};
    Digest shown_digest{};      ///< of the text that the person saw
    std::string approval_id{};  ///< must be the request's: an answer never reaches another question
};

/// Tells a prompter that waits whether its question still stands: an answer from another process or
/// an expiry settles it.
class PromptTicket {
 public:
    virtual ~PromptTicket() = default;
    /// Cheap enough to ask several times a second. Thread-safe.
    virtual bool settled() const = 0;
};

class Prompter {
 public:
    virtual ~Prompter() = default;
    /// Shows the question and calls on_reply exactly once, inline or later, from any thread. Must
    /// not throw.
    virtual void show(const PromptRequest& request, std::shared_ptr<const PromptTicket> ticket,
                      std::function<void(PromptReply)> on_reply) = 0;
};

}  // namespace iam::consent
