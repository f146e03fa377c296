// Shows a turn of a chat as text: the answer as it comes, and a card of lines for each call.
#pragma once

#include "host/session/session.hpp"
#include <iam/chat/conversation.hpp>

#include <map>
#include <memory>
#include <string>

namespace iam::host {

/// The answer goes to standard output, the rest to standard error: the output of a program that is
/// piped is the answer alone. No text acts on the terminal. On one thread.
class TurnView {
 public:
    /// The references outlive it. `asks_here`: questions are put on this terminal.
    TurnView(const Session& session, ledger::Store& ledger, bool asks_here)
        : session_(session), ledger_(ledger), asks_here_(asks_here) {}

    void show(const chat::Notice& notice);

 private:
    void take(const chat::notice::TurnBegan& notice);
    void take(const chat::notice::Text& notice);
    void take(const chat::notice::Thinking& notice);
    void take(const chat::notice::TakenBack& notice);
    void take(const chat::notice::CallDraft& notice);
    void take(const chat::notice::CallProposed& notice);
    void take(const chat::notice::CallAsked& notice);
    void take(const chat::notice::CallRunning& notice);
    void take(const chat::notice::CallEnded& notice);
    void take(const chat::notice::CallEndedLate& notice);
    void take(const chat::notice::PromptCut& notice);
    void take(const chat::notice::TurnEnded& notice);
    void take(const chat::notice::EventRefused& notice);
    void card(const std::string& line);
    void end_line();
    std::string tool_of(const std::string& call) const;
    void say_result(const chat::CallEnded& result);

    const Session& session_;
    ledger::Store& ledger_;
    const bool asks_here_;
    std::map<std::string, std::string> tools_{};  // the name of each proposed call's tool
    std::map<std::string, std::shared_ptr<ProgressLine>> progress_{};  // of running calls
    bool is_in_line_ = false;
    bool has_thought_ = false;
};

}  // namespace iam::host
