// A chat with a model that uses tools: one turn at a time, each step durable before its effect.
//
//     auto chat = iam::chat::Conversation::open(parts, {.chat = "first"});
//     (*chat)->send("Which alarms are set?");
//
// The only way from here to a tool is the Runtime. docs/chat.md explains turns, ends and restarts.
#pragma once

#include <iam/chat/budgets.hpp>
#include <iam/chat/chat_store.hpp>
#include <iam/chat/consent_mode.hpp>
#include <iam/chat/model.hpp>
#include <iam/chat/transcript.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/result.hpp>
#include <iam/gate/runtime.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace iam::gate {
struct ApprovalAnswer;  // <iam/gate/consent.hpp>
}

namespace iam::chat {

class TaintGuard;  // taint_guard.hpp

/// The states of a chat. The last five and `idle` are at rest: a turn may begin.
enum class State {
    idle,
    preparing,  ///< the request is made
    streaming,  ///< the model answers
    closing,    ///< the answer is stored and its stream closed
    gating,     ///< the calls of the answer get their ids, tools and budgets
    executing,  ///< the gate judges, asks about and runs the calls
    appending,  ///< each call has its result
    done,
    stopped,
    failed,
    budget,    ///< a budget is used up; resume() is a person's word that the turn may go on
    awaiting,  ///< calls wait for an answer to a recorded question; resume() goes on
};
std::string_view to_string(State state) noexcept;

/// The bounds of one turn.
struct TurnLimits {
    std::uint32_t calls_max = 25;
    std::uint32_t requests_max = 25;
    /// How often the model may correct calls with wrong arguments or of unknown tools. One answer
    /// with such a call more ends the turn.
    std::uint32_t corrections_max = 2;
    /// So many of the last `repeats_window` calls with the same tool, arguments and result end the
    /// turn. 0: they do not count.
    std::uint32_t repeats_max = 3;
    std::uint32_t repeats_window = 5;
    std::size_t result_bytes_max = std::size_t{32} << 10;  ///< of one result, as the model gets it
    std::size_t message_bytes_max = std::size_t{1} << 20;  ///< of a person, with files and imports
    std::size_t answer_bytes_max = std::size_t{4} << 20;   ///< text and calls of one answer
    std::size_t calls_per_answer_max = 128;
    /// How long the function of one call may run. It is then asked to stop, and the call is
    /// `timed_out`. Nothing: no bound but the tool's own.
    std::optional<std::chrono::milliseconds> call_time{};
};
/// Read-only calls beside each other in one answer that run at once.
inline constexpr std::size_t k_calls_at_once_max = 4;

/// News of a turn, as values. The texts of a stream are whole UTF-8 characters.
namespace notice {
struct TurnBegan {};
struct Text {
    std::string text{};
};
struct Thinking {
    std::string text{};
};
/// Text, thinking and drafts of this generation do not count: the model is asked once more.
struct TakenBack {
    std::string why{};
};
/// A call that the model is still writing: for display only.
struct CallDraft {
    CallPiece piece{};
};
struct CallProposed {
    ProposedCall call{};
};
/// A person is asked about the call, or about its input.
struct CallAsked {
    std::string call{};
    std::string approval{};
};
/// The function runs. Without a report it has just begun.
struct CallRunning {
    std::string call{};
    std::optional<ProgressReport> progress{};
};
/// The model's side has read far less than the request had: a server cuts a prompt from its front,
/// where instructions and tools are. The turn goes on.
struct PromptCut {
    std::uint64_t sent_tokens = 0;  ///< estimated
    std::uint64_t read_tokens = 0;  ///< Usage::input
};
/// The call has its result. With `can_undo`, the entry names it for Runtime::undo.
struct CallEnded {
    chat::CallEnded result{};
};
struct CallEndedLate {
    LateOutcome outcome{};
};
/// The turn is over; the next one may begin.
struct TurnEnded {
    TurnEnd end = TurnEnd::done;
    std::string why{};
};
/// An event had no row in the table of states: a fault of the model or of this library.
struct EventRefused {
    chat::EventRefused event{};
};
}  // namespace notice

struct Notice {
    std::uint64_t turn = 0;
    std::uint64_t generation = 0;  ///< the number of the request in its turn, from 1
    std::variant<notice::TurnBegan, notice::Text, notice::Thinking, notice::TakenBack,
                 notice::CallDraft, notice::CallProposed, notice::CallAsked, notice::CallRunning,
                 notice::CallEnded, notice::CallEndedLate, notice::PromptCut, notice::TurnEnded,
                 notice::EventRefused>
        what{};
};

/// The host's parts of a conversation. All objects named here outlive it. The Runtime keeps a
/// record (gate::Settings::audit): a restart looks there for calls without a result.
struct ConversationParts {
    gate::Runtime& runtime;
    Registry& registry;     ///< the Runtime's
    ledger::Store& ledger;  ///< the Runtime's
    Model& model;
    ChatStore& store;
    Entropy& entropy;  ///< makes the nonces around results
    /// Knows the taint of the chat for the decisions of the Runtime, if it is one of the Runtime's
    /// interceptors. nullptr: taint is recorded and changes no decision.
    TaintGuard* taint_guard = nullptr;
    /// Takes the notices, in order and one at a time. Its exceptions are ignored.
    std::function<void(const Notice&)> on_notice{};
    /// Runs a function on the host's event loop, in order. Empty: notices come on the threads of
    /// the events.
    std::function<void(std::function<void()>)> post{};
    /// Tells the day for the budget of a day. nullptr: such a budget is refused.
    const Clock* clock = nullptr;
};

struct ConversationOptions {
    std::string chat{};  ///< 1 to 64 of A-Z a-z 0-9 _ -; the id of the chat in its store
    std::string system{};
    Subject subject{};
    TurnLimits limits{};
    std::optional<std::uint64_t> output_tokens_max{};
    std::optional<double> temperature{};
    /// The size of the context of a model that does not know it (Model::context_tokens). Requests
    /// are made to fit into a context whose size is known.
    std::optional<std::uint64_t> context_tokens{};
    /// The tools that the model may use. Empty: all tools of the registry.
    std::function<bool(const Contract&)> offers{};
    /// The name of the profile, recorded in the chat if it differs. Nothing: the chat keeps its
    /// own.
    std::optional<std::string> profile{};
    /// The person's choice of tools, which narrows `offers`. Nothing: the chat keeps its own.
    std::optional<ToolsChosen> tools{};
    /// `ask` needs ConversationParts::taint_guard among the Runtime's interceptors.
    ConsentMode mode = ConsentMode::usual;
    Budget chat_budget{};
    Budget day_budget{};  ///< of all chats in the store, in one UTC day
    Prices prices{};
    /// True for servers whose results and tool descriptions do not taint the chat. Empty: no server
    /// is trusted. Tools of this program that state the hint open_world are never trusted.
    std::function<bool(const std::string& origin)> trusts{};
};

/// A message of a chat with its place in the tree.
struct MessageView {
    StepNumber id = 0;
    std::optional<StepNumber> after{};
    Role role = Role::user;
    std::vector<Segment> segments{};
    /// Of an answer: its calls, and the result of each that has one.
    struct CallView {
        ProposedCall call{};
        std::optional<CallEnded> result{};
        std::string approval{};  ///< of a call that waits
    };
    std::vector<CallView> calls{};
    std::optional<AnswerEnd> end{};  ///< of an answer
};

/// One chat. Thread-safe. Starts a thread for the first call, and at most k_calls_at_once_max.
///
/// Threads: functions return at once. The work between two events runs on the thread of the later
/// one: a caller's, the model's, a worker's, or the thread of a person's reply. Functions of tools
/// run on workers, or where Runtime::start puts them.
///
/// Destruction closes the stream, asks running functions to stop and waits for them. It records no
/// end of the turn: open() settles the chat as after a crash. It must not happen within a notice or
/// a function of a tool.
///
/// A chat has one object at a time, in all programs on its store: open() refuses a second one.
class Conversation {
 public:
    /// Loads the chat, or begins it. A turn that was under way is settled: a partial answer is
    /// gone, a call without a result gets the ledger's, or "not run", and the turn ends `failed`,
    /// or `awaiting` if a question about one of its calls is open. Errors: invalid_argument (the
    /// chat's id), conflict (the chat is open elsewhere, and its turn goes on), corrupt, and errors
    /// of the stores.
    static Result<std::unique_ptr<Conversation>> open(ConversationParts parts,
                                                      ConversationOptions options);
    ~Conversation();
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    // These begin a turn, or go on with one. Its end comes as a notice. Errors: conflict (a turn is
    // under way), not_found (no such message), invalid_argument, unavailable (a step could not be
    // stored: destroy this object and open the chat again).

    /// A person's message after the present branch. Calls that wait for an answer are given up.
    Result<void> send(std::string text);
    /// The same, with files and imports as segments of their own. Their source may be a person, a
    /// file or an import.
    Result<void> send(std::vector<Segment> segments);
    /// Begins a branch beside a person's message with another text.
    Result<void> edit(StepNumber message, std::string text);
    /// Asks for the last answer again and begins a branch beside it. The answers of the turn before
    /// it stay on the branch with their results. If the gate has judged calls of the last answer,
    /// the new answer follows their results. So the model sees each call that ran.
    Result<void> regenerate();
    /// Lets an ended turn go on, with budgets of the turn that count anew. If the budget of the
    /// chat or the day had ended it, as much again may be used, by this chat alone. Waiting calls
    /// whose question is answered run; open questions are put to the prompter again. After other
    /// ends the request is made again. Error: invalid_argument, if there is no turn, or it is done,
    /// or the present branch ends with a whole answer.
    Result<void> resume();

    /// Goes to another message; the next one follows it. Errors as above.
    Result<void> choose(StepNumber leaf);

    /// From now on the model may use these tools. Stored at once, or with the first message of a
    /// new chat. A call of another tool is refused as unknown, also if a person has allowed it
    /// since. Errors as above.
    Result<void> choose_tools(ToolsChosen tools);
    ToolsChosen tools() const;
    /// True if the model may use the tool.
    bool offers(const Contract& contract) const;

    /// Stops the turn: closes the stream, asks running calls to stop, withdraws open questions. The
    /// text so far is kept. Without a turn nothing happens.
    void stop();
    /// Refuses one call at its question and stops the turn. Errors: invalid_argument (the answer is
    /// no refusal), and those of Consent::answer; after an error nothing has stopped.
    Result<void> deny_and_stop(const gate::ApprovalAnswer& answer);

    State state() const;
    /// The messages from the first to the present one.
    std::vector<MessageView> branch() const;
    /// All messages of all branches, oldest first.
    std::vector<MessageView> messages() const;
    /// The untrusted sources of the present branch.
    Taint taint() const;
    std::vector<Step> steps() const;

 private:
    class Core;
    Conversation(std::shared_ptr<void> hold, std::shared_ptr<Core> core) noexcept;
    std::shared_ptr<void> hold_;  // of the chat in its store
    std::shared_ptr<Core> core_;
};

}  // namespace iam::chat
