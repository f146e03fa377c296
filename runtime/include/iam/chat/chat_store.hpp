// Keeps the steps of chats.
#pragma once

#include <iam/chat/transcript.hpp>
#include <iam/core/result.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

/// Error: invalid_argument (the id does not have 1 to 64 of A-Z a-z 0-9 _ -).
Result<void> check_chat_id(std::string_view chat);

/// The step as lasting stores keep it: without the text of a tool's result that the ledger has. So
/// erasure and retention of the ledger reach the text.
Step without_recorded_text(const Step& step);

/// Keeps the steps of chats, each chat under its id. Thread-safe. Errors: unavailable (nothing has
/// changed), outcome_unknown (a server did not say if the change has happened; it has happened
/// whole or not at all), corrupt, and those named below.
class ChatStore {
 public:
    virtual ~ChatStore() = default;

    /// Adds all of the steps or none; they are durable when it returns. `number` is the number of
    /// the first one. The sums of the days grow with them (Counted). Error: conflict, if the chat
    /// has fewer or more steps by now.
    virtual Result<void> append(const std::string& chat, StepNumber number,
                                const std::vector<Step>& steps) = 0;
    /// Holds the chat for one owner until the returned object is gone, or its process has ended.
    /// append() does not ask for it. Errors: conflict (another owner has the chat), those of
    /// check_chat_id().
    virtual Result<std::shared_ptr<void>> hold(const std::string& chat) = 0;
    /// All steps in order. CallEnded::text may be empty where the ledger has the result. A chat
    /// without steps is empty.
    virtual Result<std::vector<Step>> load(const std::string& chat) = 0;
    /// The ids of the chats with steps, sorted.
    virtual Result<std::vector<std::string>> list() = 0;
    /// The sum of the steps' Counted with this day, over all chats, also those that were removed
    /// since.
    virtual Result<Counted> counted_on(std::int64_t day) = 0;
    /// Forgets the chat. Entries of the ledger about its calls stay. Errors: not_found, and those
    /// of hold().
    virtual Result<void> remove(const std::string& chat) = 0;
};

/// Keeps chats in this process; they are gone with the object.
std::unique_ptr<ChatStore> make_memory_chat_store();

}  // namespace iam::chat
