// Ready-made prompters for hosts whose questions are put in a window or a page, and for their tests.
#pragma once

#include <iam/consent/prompter.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace iam::gate {

/// Asks a function, on the thread that puts the question, and the call waits until it returns: for a dialog that blocks, and for tests.
class CallbackPrompter final : public consent::Prompter {
 public:
    /// Its answer is to this question, whatever approval it names; what it throws is no answer. The ticket tells whether the question still stands.
    using Ask = std::function<consent::PromptReply(const consent::PromptRequest& request,
                                                   const consent::PromptTicket& ticket)>;
    explicit CallbackPrompter(Ask ask);

    void show(const consent::PromptRequest& request,
              std::shared_ptr<const consent::PromptTicket> ticket,
              std::function<void(consent::PromptReply)> on_reply) override;

 private:
    Ask ask_;
};

/// Keeps questions until the host answers them, by the id of their approval, whenever and on whatever thread it likes. Thread-safe. Outlives
/// the Runtime.
class QueuePrompter final : public consent::Prompter {
 public:
    /// Told on the thread that puts the question, when it is in the queue: wake a loop, do not wait. What it throws is ignored.
    explicit QueuePrompter(std::function<void()> on_question = {});

    void show(const consent::PromptRequest& request,
              std::shared_ptr<const consent::PromptTicket> ticket,
              std::function<void(consent::PromptReply)> on_reply) override;

    /// Those that stand, the oldest first. Of those that were settled elsewhere or have expired since the last look, the calls go on, with what
    /// the record says: so look from time to time while there are some.
    std::vector<consent::PromptRequest> waiting();
    /// By PromptReply::approval_id; `none` closes the question without a decision. The call goes on on this thread before it returns, unless
    /// another one waits for it in call(). False: no such question waits here.
    bool answer(consent::PromptReply reply);

 private:
    struct Question {
        consent::PromptRequest request{};
        std::shared_ptr<const consent::PromptTicket> ticket{};
        std::function<void(consent::PromptReply)> on_reply{};
    };
    /// Out of the queue; nothing if it is not there any more.
    std::optional<Question> take(const std::string& approval_id);

    std::function<void()> on_question_;
    std::mutex mutex_;
    std::vector<Question> questions_;
};

}  // namespace iam::gate
