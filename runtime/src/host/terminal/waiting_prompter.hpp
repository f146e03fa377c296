// Asks nobody here. Keeps the call waiting until another process has answered.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/ledger/store.hpp>

#include <functional>
#include <stop_token>
#include <string>

namespace iam::host {

class WaitingPrompter final : public consent::Prompter {
 public:
    /// `announce` gets the approval's id before the wait begins.
    WaitingPrompter(ledger::Store& store, std::stop_token stop,
                    std::function<void(const std::string&)> announce)
        : store_(store), stop_(std::move(stop)), announce_(std::move(announce)) {}

    /// Replies with Answer::none once the question is settled. The approval's record has the
    /// answer.
    void show(const consent::PromptRequest& request,
              std::shared_ptr<const consent::PromptTicket> ticket,
              std::function<void(consent::PromptReply)> on_reply) override;

 private:
    ledger::Store& store_;
    std::stop_token stop_;
    std::function<void(const std::string&)> announce_;
};

}  // namespace iam::host
