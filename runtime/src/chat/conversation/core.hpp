// One chat at work. Everything below "in the strand" runs one task at a time.
#pragma once

#include "chat/conversation/call_plan.hpp"
#include "chat/conversation/call_workers.hpp"
#include "chat/conversation/for_models/call_results.hpp"
#include "chat/conversation/for_models/context_budget.hpp"
#include "chat/conversation/for_models/tool_names.hpp"
#include "chat/conversation/strand.hpp"
#include "chat/conversation/text_blocks.hpp"
#include "chat/conversation/transcript/chat_log.hpp"
#include "chat/conversation/turn_table.hpp"
#include "chat/retry/delayed_work.hpp"
#include <iam/chat/conversation.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::chat {

class Conversation::Core : public std::enable_shared_from_this<Core> {
 public:
    Core(ConversationParts parts, ConversationOptions options, ChatLog log);

    /// A new turn: on a new message after `after`, or on the message `on`.
    struct Beginning {
        std::optional<StepNumber> after{};
        std::vector<Segment> segments{};
        std::optional<StepNumber> on{};
    };
    Result<void> send(std::vector<Segment> segments);
    Result<void> edit(StepNumber message, std::string text);
    Result<void> regenerate();
    Result<void> resume();
    Result<void> choose(StepNumber leaf);
    Result<void> choose_tools(ToolsChosen tools);
    ToolsChosen tools() const;
    /// True if the model may use the tool with this choice.
    bool offers(const Contract& contract, const ToolsChosen& chosen) const;
    void stop();
    Result<void> deny_and_stop(const gate::ApprovalAnswer& answer);
    /// Ends all work and records nothing.
    void close();

    State state() const noexcept { return state_; }
    /// Reads the log on any thread.
    template <class Read>
    auto read(const Read& read) const {
        const std::lock_guard lock(log_mutex_);
        return read(log_);
    }

 private:
    /// The one turn of a chat; false if there is one.
    Result<void> claim();
    Result<void> check_message(const std::vector<Segment>& segments) const;
    Result<void> begin(Beginning beginning);
    void post(std::function<void()> task);

    // The rest runs in the strand.

    bool move(TurnEvent event);
    /// Stores the steps. False: they could not be stored, and the turn has failed.
    bool keep(std::vector<Step> steps);
    /// The calls of a stored step, proposed or ended.
    void tell_calls(const Step& step);
    /// The chat can only be opened again.
    void fault(std::string why);
    void tell(decltype(Notice::what) what);
    void end_turn(TurnEvent event, TurnEnd end, std::string why, std::vector<Step> before = {});
    /// After the end of a turn is stored.
    void tell_end(TurnEnd end, std::string why);

    void do_begin(Beginning beginning);
    void do_resume();
    void do_choose(StepNumber leaf);
    void do_stop(const std::string& denied_approval);
    std::vector<Step> ends_at_stop(const std::string& denied_approval);

    // core_budgets.cpp
    struct Spent {
        std::string chat{};  // why no further request may be sent; empty: it may
        std::string day{};
    };
    std::shared_ptr<const ToolNames> make_names() const;
    /// True if the program has the tool and the chat leaves it out.
    bool is_left_out(const ProposedCall& call) const;
    void do_choose_tools(ToolsChosen tools);
    /// The profile and the choice of tools, if the chat does not have them yet.
    std::vector<Step> changed_settings() const;
    void count_request();
    Counted count_answer() const;
    Result<Spent> spent_budgets();
    /// False: a budget is used up, and the turn has ended.
    bool may_request();
    /// The turn ends with this sentence, if there is one, and with those of `spent`.
    void end_for_budget(std::string why, const Result<Spent>& spent);
    /// Nothing: the day's sum could not be read, and the turn has failed.
    std::optional<TurnResumed> resumption();
    std::stop_token stop_token_of(const std::string& call);
    void begin_call_time(const std::string& call);
    /// The function waits for a person's input.
    void end_call_time(const std::string& call);
    void on_overdue(const std::string& call, std::uint64_t pass);

    void prepare();
    FittedRequest make_request() const;
    void on_event(std::uint64_t turn, std::uint64_t generation, Event event);
    void take(const TextPiece& piece);
    void take(const ThinkingPiece& piece);
    void take(const CallPiece& piece);
    void take(WholeCall call);
    void take(const Usage& usage);
    void take(const TakenBack& back);
    void take(End end);
    void take(const StreamError& error);
    bool has_room(std::size_t bytes);
    void end_answer(AnswerEnd end, std::string why, std::string items);
    Answered make_answer(AnswerEnd end, std::string why, std::string items);
    /// `keeps_items`: false, if the provider's items must not go back. Secret members of arguments
    /// are kept for the run of their call alone.
    std::vector<ProposedCall> proposed_calls(bool& keeps_items);
    void close_stream();

    void gate_calls();
    /// The end of a call that is not handed to the gate. Nothing: it is. `begun`: how many were.
    std::optional<CallEnded> end_unadmitted(const ProposedCall& call, std::size_t begun) const;
    void run_calls();
    void launch(const CallPlan::Start& start);
    void on_progress(const std::string& call, const ProgressReport& report);
    void on_held(const std::string& call);
    void on_result(const std::string& call, const ToolResult& result);
    CallEnded end_of_call(const LoggedCall& logged, const CallPlan::Item& item,
                          const ToolResult& result) const;
    void on_late(const std::string& call, const ToolResult& result);
    void on_entry(const std::string& call, ledger::EntryKind kind, const std::string& approval);
    void finish_calls();
    /// False: there is no question, or somebody has answered it.
    bool withdraw(const std::string& approval);
    void listen_to_record();

    ConversationParts parts_;
    ConversationOptions options_;
    Strand strand_;
    CallWorkers workers_;
    std::atomic<State> state_{State::idle};
    std::atomic<bool> is_busy_{false};
    std::atomic<bool> is_broken_{false};    // a step is not stored, so the log is not the store's
    std::atomic<bool> is_stopping_{false};  // no further call begins
    std::mutex stop_mutex_;
    std::stop_source stop_;  // of the present turn's calls

    mutable std::mutex log_mutex_;  // for readers outside the strand; it alone changes the log
    ChatLog log_;

    ToolsChosen chosen_;  // for readers outside the strand under log_mutex_
    std::shared_ptr<const ToolNames> names_;
    std::unique_ptr<ModelStream> stream_;
    std::optional<std::pair<std::uint64_t, std::uint64_t>> open_{};  // turn, generation of stream_
    StepNumber answering_ = 0;
    TextBlocks text_;
    std::vector<WholeCall> written_;
    std::size_t answer_bytes_ = 0;
    bool has_piece_ = false;  // a piece of the answer has come
    Usage usage_;
    RequestSize sent_size_;
    Counted request_counted_;
    std::map<std::string, std::string>
        secret_arguments_;  // whole, by the ids of the answer's calls

    CallPlan plan_;
    bool is_over_budget_ = false;
    std::map<std::string, std::string> asked_;  // call → approval, of open questions
    std::shared_ptr<void> record_listener_;
    std::size_t refused_events_ = 0;

    /// Asks the function of one call to stop: when the turn stops, or when its time is over.
    struct CallClock {
        explicit CallClock(const std::stop_token& turn)
            : link(turn, [source = own]() mutable { source.request_stop(); }) {}
        std::stop_source own;
        std::uint64_t pass = 0;  // of the function; the time of an earlier one does not count
        std::stop_callback<std::function<void()>> link;
    };
    std::map<std::string, std::unique_ptr<CallClock>> call_clocks_;
    std::unique_ptr<DelayedWork> timer_;  // since the first call with a time
};

}  // namespace iam::chat
