// Names chats for stores, and leaves out of a step the parts that the ledger keeps.
#include "iam/chat/chat_store.hpp"
#include <iam/tool/call.hpp>

#include <algorithm>

namespace iam::chat {
namespace {

constexpr std::size_t k_chat_id_max = 64;

// Ids of chats stand in names of files and of calls.
bool is_chat_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

}  // namespace

Result<void> check_chat_id(std::string_view chat) {
    const bool fits = !chat.empty() && chat.size() <= k_chat_id_max &&
                      std::all_of(chat.begin(), chat.end(), is_chat_letter);
    if (fits) return {};
    return fail(Errc::invalid_argument, "the chat's id must have 1 to 64 of A-Z a-z 0-9 _ -.",
                "/chat");
}

Step without_recorded_text(const Step& step) {
    const auto* const ended = std::get_if<CallEnded>(&step);
    const bool is_of_tool = ended != nullptr && !ended->entry.empty() &&
                            (ended->code.empty() || ended->code == code::tool_failed);
    if (!is_of_tool) return step;
    CallEnded referring = *ended;
    referring.text.clear();
    return referring;
}

}  // namespace iam::chat
