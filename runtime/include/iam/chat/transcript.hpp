// The steps of a chat as values. A chat is an append-only list of steps; its messages, branches,
// turns and calls follow from them.
#pragma once

#include <iam/chat/event.hpp>
#include <iam/chat/tool_choice.hpp>
#include <iam/tool/contract.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace iam::chat {

enum class Role { system, user, assistant, tool };

/// The origin of a text. It decides whether the text taints its branch.
struct Source {
    enum class Kind { person, host, model, tool, file, import };
    Kind kind = Kind::person;
    /// Of a tool: its server (ToolId::origin), empty for tools of this program. Of a file or an
    /// import: its name for people.
    std::string origin{};
    /// Others than the person may have written the text. Files and imports always count as
    /// untrusted.
    bool is_untrusted = false;
    friend bool operator==(const Source&, const Source&) = default;
    friend bool operator<(const Source& a, const Source& b) noexcept {
        return std::tie(a.kind, a.origin, a.is_untrusted) <
               std::tie(b.kind, b.origin, b.is_untrusted);
    }
};
std::string_view to_string(Source::Kind kind) noexcept;
/// True if text of this source may carry instructions of strangers.
bool taints(const Source& source) noexcept;

/// The untrusted sources of a branch. It only grows along a branch.
using Taint = std::set<Source>;

struct Segment {
    Source source{};
    std::string text{};
    Role role = Role::user;  ///< of an import: who wrote it there
    friend bool operator==(const Segment&, const Segment&) = default;
};

/// The number of a step in its chat, from 0. It is the id of the message that the step adds.
using StepNumber = std::uint64_t;

/// Role system: the host's text from here on.
struct SystemSet {
    std::string text{};
    friend bool operator==(const SystemSet&, const SystemSet&) = default;
};

/// Role user.
struct PersonSaid {
    std::optional<StepNumber> after{};  ///< the message before it; nothing: it begins a branch
    std::vector<Segment> segments{};
    friend bool operator==(const PersonSaid&, const PersonSaid&) = default;
};

/// The profile of the chat from here on, as the host names it; empty: none.
struct ProfileChosen {
    std::string profile{};
    friend bool operator==(const ProfileChosen&, const ProfileChosen&) = default;
};

/// A person's title for the chat from here on.
struct ChatTitled {
    std::string title{};
    friend bool operator==(const ChatTitled&, const ChatTitled&) = default;
};

/// A person's choice of the chat's tools from here on. It narrows the choice of the profile.
struct ToolsChosen {
    ToolChoice choice{};
    /// In the order of their making; of those whose pattern matches a tool, the last one counts.
    struct Switch {
        std::string pattern{};
        bool is_on = false;
        friend bool operator==(const Switch&, const Switch&) = default;
    };
    std::vector<Switch> switches{};
    friend bool operator==(const ToolsChosen&, const ToolsChosen&) = default;
};
/// True if the chat may use the tool.
bool permits(const ToolsChosen& chosen, const ToolId& tool);

/// Tokens and money that a step adds to the sums of its chat and its day.
struct Counted {
    std::int64_t day = 0;  ///< in UTC, from 1970-01-01; 0: the host gave no clock
    std::int64_t tokens = 0;
    std::int64_t cost = 0;  ///< millionths, by the prices of that moment
    friend bool operator==(const Counted&, const Counted&) = default;
};

/// Adds tokens and cost; a sum ends at the greatest or least number.
void add(Counted& sum, const Counted& more) noexcept;

/// A turn answers the message `on`.
struct TurnBegan {
    std::uint64_t turn = 0;
    StepNumber on = 0;
    friend bool operator==(const TurnBegan&, const TurnBegan&) = default;
};

/// A person lets an ended turn go on. Its budgets count anew, unless it was `awaiting`. If the
/// budget of the chat had ended it, this counts anew as well.
struct TurnResumed {
    std::uint64_t turn = 0;
    /// If the budget of a day had ended it: the day's sum of all chats, from which this chat counts
    /// anew on that day.
    std::optional<Counted> day_from{};
    friend bool operator==(const TurnResumed&, const TurnResumed&) = default;
};

/// The parts of a branch that a request has given up, so that it fits into the model's context.
struct ContextCut {
    StepNumber stubs_before = 0;     ///< long results of answers before this step are stubs
    StepNumber left_out_before = 0;  ///< messages before this step are left out
    friend bool operator==(const ContextCut&, const ContextCut&) = default;
};

/// The size of a request. 0: not known.
struct RequestSize {
    std::uint64_t bytes = 0;           ///< of instructions, tools and messages
    std::uint64_t tokens = 0;          ///< estimated
    std::uint64_t context_tokens = 0;  ///< that the model takes
    friend bool operator==(const RequestSize&, const RequestSize&) = default;
};

/// An attempt: the request is about to be sent.
struct RequestSent {
    std::uint64_t turn = 0;
    std::uint64_t generation = 0;
    std::string model{};  ///< Model::name()
    /// The servers without trust (ToolId::origin) whose tools the request describes, sorted.
    std::vector<std::string> described{};
    RequestSize size{};
    ContextCut cut{};
    /// An estimate, so that a request whose answer never came counts as well. Absent in chats of
    /// older programs.
    std::optional<Counted> counted{};
    friend bool operator==(const RequestSent&, const RequestSent&) = default;
};

/// A call as the model wrote it, with its ids.
struct ProposedCall {
    /// Chat, turn, generation and ordinal: the call's id in the gate and in the ledger.
    std::string id{};
    /// The provider's id, or one made of turn, generation and ordinal if it gave none, or one twice
    /// in the message.
    std::string request_id{};
    std::string name{};  ///< as the model knows the tool
    /// The tool of that name. If no offered tool had the name: `is_known` is false.
    ToolId tool{};
    bool is_known = false;
    std::string arguments{};  ///< as the model wrote them
    friend bool operator==(const ProposedCall&, const ProposedCall&) = default;
};

/// How an answer ended.
enum class AnswerEnd {
    whole,
    length,   ///< cut off by a limit of tokens
    filter,   ///< cut off by the provider's content filter
    refusal,  ///< the model refused
    other,    ///< the provider gave another reason, or none
    broken,   ///< the stream broke
    stopped,  ///< a person stopped it
};
std::string_view to_string(AnswerEnd end) noexcept;

/// Role assistant. No call of an answer runs unless its end is `whole`.
struct Answered {
    std::uint64_t turn = 0;
    std::uint64_t generation = 0;
    StepNumber after = 0;  ///< the message that it answers
    AnswerEnd end = AnswerEnd::whole;
    std::string why{};  ///< of an end that is not whole: the provider's words or ours
    std::string text{};
    std::vector<ProposedCall> calls{};
    std::string items{};  ///< End::items; empty unless whole
    std::string model{};
    Usage usage{};
    /// The difference between the provider's counts and the estimate of the request, on the day of
    /// the request. A count that the provider did not give is estimated.
    std::optional<Counted> counted{};
    friend bool operator==(const Answered& a, const Answered& b) noexcept {
        return a.turn == b.turn && a.generation == b.generation && a.after == b.after &&
               a.end == b.end && a.why == b.why && a.text == b.text && a.calls == b.calls &&
               a.items == b.items && a.model == b.model && a.usage.input == b.usage.input &&
               a.usage.cached == b.usage.cached && a.usage.output == b.usage.output &&
               a.counted == b.counted;
    }
};

/// The call is about to be handed to the gate.
struct CallBegan {
    std::string call{};  ///< ProposedCall::id
    friend bool operator==(const CallBegan&, const CallBegan&) = default;
};

/// The call waits for a person's answer to a recorded question.
struct CallWaits {
    std::string call{};
    std::string approval{};
    friend bool operator==(const CallWaits&, const CallWaits&) = default;
};

/// Role tool: the one result of a call for the model.
struct CallEnded {
    std::string call{};
    std::string code{};   ///< ToolResult::code, or k_not_run and the like; empty: success
    std::string text{};   ///< bounded, fenced, invisible characters shown: as sent to the model
    std::string entry{};  ///< the terminal entry of the ledger, which has the whole result
    bool can_undo = false;
    Source source{};
    /// Equal for equal tools, arguments and results.
    std::string fingerprint{};
    friend bool operator==(const CallEnded&, const CallEnded&) = default;
};

/// The outcome of a call that the turn did not wait for. It is never sent to the model.
struct LateOutcome {
    std::string call{};
    std::string code{};
    std::string entry{};
    friend bool operator==(const LateOutcome&, const LateOutcome&) = default;
};

enum class TurnEnd { done, stopped, failed, budget, awaiting };
std::string_view to_string(TurnEnd end) noexcept;

struct TurnEnded {
    std::uint64_t turn = 0;
    TurnEnd end = TurnEnd::done;
    std::string why{};           ///< a sentence for people; empty if done
    bool is_chat_spent = false;  ///< the budget of the chat is used up
    bool is_day_spent = false;   ///< the budget of the day is used up
    friend bool operator==(const TurnEnded&, const TurnEnded&) = default;
};

/// A person went back to this message; the next one follows it.
struct BranchChosen {
    StepNumber leaf = 0;
    friend bool operator==(const BranchChosen&, const BranchChosen&) = default;
};

/// An event came in a state that has no row for it. Nothing else happened.
struct EventRefused {
    std::string state{};
    std::string event{};
    friend bool operator==(const EventRefused&, const EventRefused&) = default;
};

using Step = std::variant<SystemSet, PersonSaid, TurnBegan, TurnResumed, RequestSent, Answered,
                          CallBegan, CallWaits, CallEnded, LateOutcome, TurnEnded, BranchChosen,
                          EventRefused, ProfileChosen, ToolsChosen, ChatTitled>;

/// The amount that a step adds to the sums. An answer of an older program adds the tokens of its
/// usage, on no day.
std::optional<Counted> counted_in(const Step& step) noexcept;

/// The codes of results that the conversation itself gives.
inline constexpr std::string_view k_not_run = "not_run";  ///< nothing happened
/// The turn was stopped while the call was under way; it may have happened.
inline constexpr std::string_view k_stopped = "stopped";

}  // namespace iam::chat
