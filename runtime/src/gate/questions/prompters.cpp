// No lock is held while the host's functions run: a reply runs the call, and the call may ask the
// next question.
#include "iam/gate/prompters.hpp"

#include <algorithm>
#include <utility>

namespace iam::gate {

using consent::PromptReply;
using consent::PromptRequest;

CallbackPrompter::CallbackPrompter(Ask ask) : ask_(std::move(ask)) {}

void CallbackPrompter::show(const PromptRequest& request,
                            std::shared_ptr<const consent::PromptTicket> ticket,
                            std::function<void(PromptReply)> on_reply) {
    PromptReply reply;
    try {
        reply = ask_(request, *ticket);
        reply.approval_id = request.approval_id;
        if (reply.approver.channel.empty()) reply.approver.channel = "callback";
    } catch (...) {
        reply = PromptReply{};
    }
    on_reply(std::move(reply));
}

QueuePrompter::QueuePrompter(std::function<void()> on_question)
    : on_question_(std::move(on_question)) {}

void QueuePrompter::show(const PromptRequest& request,
                         std::shared_ptr<const consent::PromptTicket> ticket,
                         std::function<void(PromptReply)> on_reply) {
    {
        const std::lock_guard lock(mutex_);
        questions_.push_back({request, std::move(ticket), std::move(on_reply)});
    }
    if (!on_question_) return;
    try {
        on_question_();
    } catch (...) {
        // It is in the queue, and the next reader of the queue finds it.
    }
}

std::vector<PromptRequest> QueuePrompter::waiting() {
    std::vector<Question> all;
    {
        const std::lock_guard lock(mutex_);
        all = questions_;
    }
    std::vector<PromptRequest> standing;
    for (Question& question : all) {
        if (!question.ticket->settled()) {
            standing.push_back(std::move(question.request));
        } else if (auto taken = take(question.request.approval_id)) {
            taken->on_reply(PromptReply{});
        }
    }
    return standing;
}

bool QueuePrompter::answer(PromptReply reply) {
    auto question = take(reply.approval_id);
    if (!question) return false;
    if (reply.approver.channel.empty()) reply.approver.channel = "queue";
    question->on_reply(std::move(reply));
    return true;
}

std::optional<QueuePrompter::Question> QueuePrompter::take(const std::string& approval_id) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(questions_.begin(), questions_.end(), [&](const Question& one) {
        return one.request.approval_id == approval_id;
    });
    if (found == questions_.end()) return std::nullopt;
    Question question = std::move(*found);
    questions_.erase(found);
    return question;
}

}  // namespace iam::gate
