// Defines Chats, the chats that a program offers on its console. The console shows them, and knows
// neither models nor stores of chats.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/progress.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::console {

enum class CallState {
    proposed,  ///< the model still writes it
    checking,  ///< the gate judges it
    awaiting,  ///< a question about it is open
    running,
    succeeded,
    failed,
    denied_by_person,
    denied_by_rule,
    canceled,  ///< it was not run
    timed_out,
    unknown,  ///< it may have happened
    undone,
};
std::string_view to_string(CallState state) noexcept;

/// A call in an answer of a model. All texts are others' and unchanged.
struct ChatCall {
    std::string id{};
    std::string tool{};
    std::string arguments{};  ///< as the model wrote them
    CallState state = CallState::proposed;
    std::string approval{};  ///< of the question, if there is one
    std::string entry{};     ///< of the ledger, once the call has ended
    std::string code{};      ///< of a failure
    std::string message{};   ///< of a failure, for people
    std::string result{};    ///< JSON text
    bool can_undo = false;
    std::optional<ProgressReport> progress{};
};

struct ChatMessage {
    std::uint64_t id = 0;  ///< grows along the chat
    bool is_of_model = false;
    std::string text{};
    std::string end{};  ///< why an answer is not whole: a word such as "stopped"; empty: it is
    std::vector<ChatCall> calls{};
};

struct ChatListed {
    std::string id{};
    std::string title{};
    std::size_t messages = 0;
    std::string unreadable_because{};  ///< for people; empty: the chat can be read
};

struct ChatShown {
    std::string title{};
    std::vector<ChatMessage> messages{};
    /// idle, working, awaiting (calls wait for answers), or the end of a turn that can go on:
    /// stopped, failed, budget.
    std::string state{"idle"};
    std::string why{};             ///< for people: why the last turn has ended
    std::string model{};           ///< its name; empty: it is not open yet
    std::string profile{};         ///< the chat's own; empty: none
    std::string closed_because{};  ///< for people: why no message can be sent; empty: one can
};

/// A tool with a person's choice for one chat.
struct ChatTool {
    std::string name{};
    std::string title{};
    bool is_on = false;
};

/// The chats of a file of another program, or of an export.
struct ChatsImported {
    struct Chat {
        std::string id{};
        std::string title{};
        bool is_new = false;  ///< false: the chat was there already
    };
    std::vector<Chat> chats{};
    std::vector<std::string> faults{};  ///< sentences, each with its place in the file
};

/// News of a chat under way.
struct ChatChange {
    enum class Kind {
        text,     ///< the model has written more: `text`
        call,     ///< `call` is new, or stands otherwise than before
        changed,  ///< messages or state are others; the text so far is in a message or taken back
    };
    std::string chat{};
    Kind kind = Kind::changed;
    std::string text{};  ///< whole characters
    ChatCall call{};
};

/// Implemented by hosts. Thread-safe. Functions may block for the store, and not for a turn. All
/// may fail with the errors of the store, too.
class Chats {
 public:
    virtual ~Chats() = default;

    /// For people: why no new chat can begin; empty: one can.
    virtual std::string closed_because() = 0;
    /// The chats whose title or messages have the text, the newest first. Empty text: all. A chat
    /// that cannot be read is listed for each text.
    virtual Result<std::vector<ChatListed>> list(const std::string& text) = 0;
    /// Errors: not_found, and those of the store.
    virtual Result<ChatShown> show(const std::string& chat) = 0;
    /// Begins a turn with a person's message and returns the chat's id. Empty `chat`: a new one,
    /// with the profile, unless that is empty. Errors: not_found, conflict (a turn is under way, or
    /// the chat is open elsewhere), unavailable (there is no model), invalid_argument (the
    /// profile).
    virtual Result<std::string> send(const std::string& chat, const std::string& text,
                                     const std::string& profile) = 0;
    /// Lets the last turn go on. Errors as above, and invalid_argument, if there is none that can.
    virtual Result<void> resume(const std::string& chat) = 0;
    /// Stops the turn under way: the stream is closed and calls are asked to stop before it
    /// returns. Without a turn nothing happens.
    virtual Result<void> stop(const std::string& chat) = 0;
    /// Gives the chat a title of one line. Errors: not_found, invalid_argument (the title),
    /// conflict (a turn is under way, or the chat is open elsewhere).
    virtual Result<void> rename(const std::string& chat, const std::string& title) = 0;
    /// Deletes the chat and withdraws its questions. Errors: not_found, conflict (as of rename()).
    virtual Result<void> remove(const std::string& chat) = 0;
    /// The chat as Markdown, or with all branches as JSON lines.
    virtual Result<std::string> export_text(const std::string& chat, bool as_json_lines) = 0;
    /// The tools that the chat may use, by the person's choice.
    virtual Result<std::vector<ChatTool>> tools(const std::string& chat) = 0;
    /// From now on the chat may, or may not, use the tools that the pattern meets.
    virtual Result<void> switch_tools(const std::string& chat, const std::string& pattern,
                                      bool is_on) = 0;

    /// The chat has this profile and its instructions from now on; empty: none. Errors: not_found,
    /// invalid_argument (the profile), conflict (as of rename(); or the chats of this console all
    /// have one profile).
    virtual Result<void> choose_profile(const std::string& chat, const std::string& profile) = 0;
    /// Imports the chats of a file. A chat that is there is not made twice. `name` is the file's,
    /// for people. A file that cannot be read is a fault of the result, and no error.
    virtual Result<ChatsImported> import_file(const std::string& name, std::string_view text) = 0;

    /// A question has been answered, or has ended: a turn that waited for it may go on. Returns at
    /// once.
    virtual void note_answer(const std::string& approval) = 0;
    /// Changes go to this function, one at a time and on any thread, until it is replaced. It may
    /// be empty.
    virtual void listen(std::function<void(const ChatChange&)> on_change) = 0;
};

}  // namespace iam::console
