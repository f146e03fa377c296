// A chat as its steps say: the tree of messages, the calls with their results, the last turn.
#pragma once

#include <iam/chat/conversation.hpp>
#include <iam/chat/taint_guard.hpp>
#include <iam/chat/transcript.hpp>
#include <iam/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace iam::chat {

/// A request for an answer.
struct LoggedRequest {
    std::string model{};
    RequestSize size{};
    ContextCut cut{};
};

/// A message: the text of a person, or an answer.
struct LoggedMessage {
    StepNumber id = 0;
    std::optional<StepNumber> after{};
    std::vector<Segment> segments{};         // of a person
    const Answered* answer = nullptr;        // of the model: a step of the log
    std::optional<LoggedRequest> request{};  // of an answer: the one that it answers
    std::optional<LoggedRequest> asked{};    // the last one for an answer to this message
    Taint described{};  // servers without trust whose tools were described to answer this message
};

struct LoggedCall {
    ProposedCall call{};
    StepNumber answer = 0;
    std::uint64_t turn = 0;
    std::uint64_t generation = 0;
    bool began = false;
    std::string approval{};  // while it waits
    std::optional<CallEnded> result{};
};

/// The last turn. The counts are those since the last TurnResumed.
struct LoggedTurn {
    std::uint64_t turn = 0;
    std::uint64_t generation = 0;
    std::optional<TurnEnd> end{};
    std::uint32_t requests = 0;
    std::set<std::string> calls_begun{};
    std::set<StepNumber> wrong_answers{};  // with a call of wrong arguments or an unknown tool
    std::vector<std::string> fingerprints{};
    bool is_chat_spent = false;  // the budget of the chat has ended it
    bool is_day_spent = false;
};

/// The sums for the budgets of chat and day.
struct LoggedSpending {
    Counted total{};
    Counted chat_from{};                // the total from which the budget of the chat counts
    std::optional<Counted> day_from{};  // the day's sum from which this chat counts on that day
};

/// Not thread-safe.
class ChatLog {
 public:
    ChatLog() = default;
    ChatLog(ChatLog&&) = default;
    ChatLog& operator=(ChatLog&&) = default;
    ChatLog(const ChatLog&) = delete;  // its messages point to its steps
    ChatLog& operator=(const ChatLog&) = delete;
    ~ChatLog() = default;

    /// Error: corrupt, if the step does not fit those before it; it is then not added.
    Result<void> add(Step step);

    const std::deque<Step>& steps() const noexcept { return steps_; }
    StepNumber size() const noexcept { return size_; }
    const std::string& system_text() const noexcept { return system_; }
    const LoggedTurn& turn() const noexcept { return turn_; }
    const LoggedSpending& spending() const noexcept { return spending_; }
    const std::string& profile() const noexcept { return profile_; }
    const ToolsChosen& tools() const noexcept { return tools_; }
    std::optional<StepNumber> leaf() const noexcept { return leaf_; }
    const LoggedMessage* message(StepNumber id) const;
    const std::map<StepNumber, LoggedMessage>& messages() const noexcept { return messages_; }
    const LoggedCall* call(const std::string& id) const;
    /// The call whose result has this entry of the ledger; nullptr: none.
    const LoggedCall* call_of_entry(const std::string& entry) const;
    /// The calls without a result, in the order of their proposal.
    std::vector<const LoggedCall*> open_calls() const;
    /// From the first message of the branch to this one.
    std::vector<const LoggedMessage*> path(std::optional<StepNumber> leaf) const;
    /// The untrusted sources on the path to this message, its own results included.
    Taint taint(std::optional<StepNumber> leaf) const;
    /// The same, with the texts of these sources and of persons.
    TaintGuard::Exposure exposure(std::optional<StepNumber> leaf) const;
    MessageView view(const LoggedMessage& message) const;

 private:
    Result<void> apply(const SystemSet& step);
    Result<void> apply(const PersonSaid& step);
    Result<void> apply(const TurnBegan& step);
    Result<void> apply(const TurnResumed& step);
    Result<void> apply(const RequestSent& step);
    Result<void> apply(const Answered& step);
    Result<void> apply(const CallBegan& step);
    Result<void> apply(const CallWaits& step);
    Result<void> apply(const CallEnded& step);
    Result<void> apply(const LateOutcome& step);
    Result<void> apply(const TurnEnded& step);
    Result<void> apply(const BranchChosen& step);
    Result<void> apply(const EventRefused& step);
    Result<void> apply(const ProfileChosen& step);
    Result<void> apply(const ToolsChosen& step);
    Result<void> apply(const ChatTitled& step);
    Result<void> misfit(const std::string& why) const;
    LoggedCall* find(const std::string& id);

    std::deque<Step> steps_;  // no step moves: messages point to them
    StepNumber size_ = 0;     // while a step is added, its number
    std::string system_;
    std::map<StepNumber, LoggedMessage> messages_;
    std::vector<LoggedCall> calls_;
    std::map<std::string, std::size_t> call_places_;
    LoggedTurn turn_;
    std::optional<StepNumber> leaf_;
    LoggedSpending spending_;
    std::string profile_;
    ToolsChosen tools_;
};

}  // namespace iam::chat
