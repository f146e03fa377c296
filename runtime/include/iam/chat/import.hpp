// Reads chats that other programs have written. Only their texts enter: as data of an import, never
// as words of this person or this model, and never as calls, results, approvals or instructions.
//
//     chat::ChatFileReader reader({}, [&](chat::ImportOutcome outcome) { ... });
//     reader.add(bytes);
//     reader.finish();
#pragma once

#include <iam/chat/transcript.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

/// The bounds of an import. A chat beyond one of them fails; the other chats are read.
struct ImportLimits {
    std::uint64_t file_bytes_max = std::uint64_t{4} << 30U;
    std::size_t chats_max = 100'000;                           ///< of one file
    std::size_t chat_bytes_max = std::size_t{32} << 20U;       ///< of one chat as JSON
    std::size_t nodes_max = 1'000'000;                         ///< JSON values of one chat
    std::size_t depth_max = 64;                                ///< nested JSON values of one chat
    std::size_t messages_max = 20'000;                         ///< of one chat
    std::size_t message_bytes_max = std::size_t{1} << 20U;     ///< texts of one message
    std::size_t chat_text_bytes_max = std::size_t{64} << 20U;  ///< texts of one chat
};

/// Texts of a file that do not enter.
struct LeftOut {
    std::size_t system_texts = 0;  ///< instructions for the other program's model
    std::size_t thinking = 0;
    std::size_t attachments = 0;  ///< images, sounds, files
};

/// A chat as a format has it, before its texts are made harmless.
struct ForeignChat {
    struct Part {
        enum class Kind { text, call, result };
        Kind kind = Kind::text;
        Role role = Role::user;  ///< who wrote it there: user, assistant or tool
        std::string text{};      ///< of a call: its arguments
        std::string name{};      ///< of a call or a result: its tool, if it is known
    };
    struct Message {
        /// The place of the message before it in `messages`; always a smaller one. Nothing: the
        /// message begins a branch.
        std::optional<std::size_t> after{};
        std::vector<Part> parts{};  ///< without parts the message is left out
    };
    std::string title{};
    std::vector<Message> messages{};
    std::optional<std::size_t> leaf{};  ///< the present message; nothing: the last one
    LeftOut left_out{};
};

/// A chat whose texts may enter. Calls and results are quoted text; no line begins like a sentinel;
/// invisible characters are shown.
struct ImportedChat {
    struct Part {
        Role role = Role::user;
        std::string text{};
        friend bool operator==(const Part&, const Part&) = default;
    };
    struct Message {
        std::optional<std::size_t> after{};
        std::vector<Part> parts{};  ///< at least one, and none is empty
        friend bool operator==(const Message&, const Message&) = default;
    };
    std::string title{};              ///< for people; it is not stored
    std::vector<Message> messages{};  ///< at least one
    std::size_t leaf = 0;
    LeftOut left_out{};
};

/// Makes the texts harmless. A message without text is left out, and the messages behind it follow
/// the one before it. Errors: invalid_argument (no message, a limit, a wrong `after` or `leaf`).
Result<ImportedChat> import_chat(const ForeignChat& chat, const ImportLimits& limits = {});

/// "import-" and 32 digits of a digest of the texts and the tree. So the same chat gets the same
/// id from every file, and no file can choose an id.
std::string import_id(const ImportedChat& chat);

/// The steps of a new chat: each message is a PersonSaid with segments of Source::Kind::import,
/// between two lines with a random nonce. `file` names the import for people.
std::vector<Step> import_steps(const ImportedChat& chat, std::string_view file, Entropy& entropy);

enum class ImportFormat {
    automatic,  ///< the first chat of the file decides
    iam,        ///< json_lines_of() of export_text.hpp, any number of chats in one file
    chatgpt,    ///< conversations.json or conversations-NNN.json of ChatGPT's data export
    openai,     ///< {"messages": [...]}: one, a list of them, or one a line
};

/// One chat of a file, or the reason why it could not be read. An error of the file as a whole
/// comes in this form too.
struct ImportOutcome {
    /// "line 7", "chat 3 at byte 512", or for a line of an export "line 9 of the chat from line 7".
    std::string place{};
    Result<ImportedChat> chat{};
};
using ImportSink = std::function<void(ImportOutcome)>;

/// Reads one file in pieces of any size. Holds at most one chat in memory. Not thread-safe. The
/// sink must not destroy the reader. Throws std::bad_alloc only.
class ChatFileReader {
 public:
    struct Options {
        ImportFormat format = ImportFormat::automatic;
        ImportLimits limits{};
    };
    ChatFileReader(Options options, ImportSink sink);
    ~ChatFileReader();
    ChatFileReader(const ChatFileReader&) = delete;
    ChatFileReader& operator=(const ChatFileReader&) = delete;

    void add(std::string_view bytes);
    /// The file is over. A file without a chat is a failure.
    void finish();

 private:
    class Reader;
    std::unique_ptr<Reader> reader_;
};

}  // namespace iam::chat
