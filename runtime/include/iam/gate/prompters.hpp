// Ready-made prompters: for hosts with a window or a page, and for their tests.
#pragma once

#include <iam/consent/prompter.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace iam::gate {

/// Asks a function, on the thread of the question; the call waits until it returns. For blocking
/// dialogs, and for tests.
class CallbackPrompter final : public consent::Prompter {
 public:
    /// Its reply answers this question, even if it names another approval. An exception is no
    /// answer. The ticket tells whether the question still stands.
    using Ask = std::function<consent::PromptReply(const consent::PromptRequest& request,
                                                   const consent::PromptTicket& ticket)>;
    explicit CallbackPrompter(Ask ask);

    void show(const consent::PromptRequest& request,
              std::shared_ptr<const consent::PromptTicket> ticket,
              std::function<void(consent::PromptReply)> on_reply) override;

 private:
    Ask ask_;
};

/// Keeps questions until the host answers them by the id of their approval, at any time and on any
/// thread. Thread-safe. Outlives the Runtime.
class QueuePrompter final : public consent::Prompter {
 public:
    /// Called on the thread of the question, when it is in the queue: wake a loop, do not wait.
    /// Exceptions are ignored.
    explicit QueuePrompter(std::function<void()> on_question = {});

    void show(const consent::PromptRequest& request,
              std::shared_ptr<const consent::PromptTicket> ticket,
              std::function<void(consent::PromptReply)> on_reply) override;

    /// The open questions, oldest first. If a question was settled elsewhere, or expired since the
    /// last look, its call goes on as recorded. So look from time to time.
    std::vector<consent::PromptRequest> waiting();
    /// Answers the question of PromptReply::approval_id; `none` closes it without a decision. The
    /// call goes on on this thread before this returns, unless another thread waits for it in
    /// call(). Returns false if the question does not wait here.
    bool answer(consent::PromptReply reply);

 private:
    struct Question {
        consent::PromptRequest request{};
        std::shared_ptr<const consent::PromptTicket> ticket{};
        std::function<void(consent::PromptReply)> on_reply{};
    };
    /// Takes it out of the queue. Nothing if it is not there.
    std::optional<Question> take(const std::string& approval_id);

    std::function<void()> on_question_;
    std::mutex mutex_;
    std::vector<Question> questions_;
};

}  // namespace iam::gate
