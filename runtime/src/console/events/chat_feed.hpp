// Tells the pages of chats under way. Many small changes become few events.
#pragma once

#include "console/events/events.hpp"
#include <iam/console/chats.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace iam::console {

/// Changes of a chat become events after this time, all at once.
inline constexpr std::chrono::milliseconds k_chat_tick{50};
/// Of the text that a model is writing. The rest is seen once the answer is whole.
inline constexpr std::size_t k_draft_bytes_max = std::size_t{1} << 20U;
/// Of the text in one event.
inline constexpr std::size_t k_chat_event_bytes_max = std::size_t{32} << 10U;

/// Sends events of the type `chat`: {chat} alone, after which pages load the chat anew, {chat,
/// from, text}, which continues the draft at its byte `from`, and {chat, call}. Thread-safe.
class ChatFeed {
 public:
    explicit ChatFeed(Events& events);
    ~ChatFeed();
    ChatFeed(const ChatFeed&) = delete;
    ChatFeed& operator=(const ChatFeed&) = delete;

    void take(const ChatChange& change);
    /// The text that the model is writing, visible. Its bytes have been sent as events.
    std::string draft(const std::string& chat);

 private:
    struct Live {
        bool is_changed = false;
        std::string draft{};
        std::size_t sent = 0;  ///< bytes of the draft
        std::vector<ChatCall> calls{};
    };

    void run(const std::stop_token& stop);
    // Under the mutex.
    void send_all();
    void send(const std::string& chat, Live& live);

    Events& events_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::map<std::string, Live> live_{};
    bool has_news_ = false;
    std::stop_source stop_{};
    std::thread thread_{};
};

}  // namespace iam::console
