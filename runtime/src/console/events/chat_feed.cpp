#include "console/events/chat_feed.hpp"

#include "console/api/chats/chat_views.hpp"
#include "console/http/json_members.hpp"
#include <iam/core/signals_blocked.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>
#include <utility>

namespace iam::console {
namespace {

std::string changed_event(const std::string& chat) {
    JsonWriter out;
    out.begin_object();
    put(out, "chat", chat);
    out.end_object();
    return out.take();
}

std::string text_event(const std::string& chat, std::size_t from, std::string_view text) {
    JsonWriter out;
    out.begin_object();
    put(out, "chat", chat);
    out.key("from");
    out.integer(std::uint64_t{from});
    out.key("text");
    out.string(text);
    out.end_object();
    return out.take();
}

std::string call_event(const std::string& chat, const ChatCall& call) {
    JsonWriter out;
    out.begin_object();
    out.key("call");
    put_call(out, call);
    put(out, "chat", chat);
    out.end_object();
    return out.take();
}

}  // namespace

ChatFeed::ChatFeed(Events& events) : events_(events) {
    const SignalsBlocked blocked;
    thread_ = std::thread([this] { run(stop_.get_token()); });
}

ChatFeed::~ChatFeed() {
    stop_.request_stop();
    thread_.join();
}

void ChatFeed::take(const ChatChange& change) {
    const std::lock_guard lock(mutex_);
    Live& live = live_[change.chat];
    switch (change.kind) {
        case ChatChange::Kind::changed:
            live = {.is_changed = true};
            break;
        case ChatChange::Kind::text: {
            const std::size_t room = k_draft_bytes_max - live.draft.size();
            live.draft += first_bytes(question::visible_lines(change.text), room);
            break;
        }
        case ChatChange::Kind::call: {
            const auto same =
                std::find_if(live.calls.begin(), live.calls.end(),
                             [&](const ChatCall& call) { return call.id == change.call.id; });
            if (same == live.calls.end()) {
                live.calls.push_back(change.call);
            } else {
                *same = change.call;
            }
        }
    }
    has_news_ = true;
    changed_.notify_all();
}

std::string ChatFeed::draft(const std::string& chat) {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(chat);
    if (found == live_.end()) return {};
    send(chat, found->second);
    return found->second.draft;
}

void ChatFeed::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return has_news_; })) {
        changed_.wait_for(lock, stop, k_chat_tick, [] { return false; });
        has_news_ = false;
        send_all();
    }
}

void ChatFeed::send_all() {
    for (auto& [chat, live] : live_) send(chat, live);
    std::erase_if(live_, [](const auto& each) { return each.second.draft.empty(); });
}

void ChatFeed::send(const std::string& chat, Live& live) {
    if (std::exchange(live.is_changed, false)) events_.add("chat", changed_event(chat));
    while (live.sent < live.draft.size()) {
        const std::string_view text =
            first_bytes(std::string_view(live.draft).substr(live.sent), k_chat_event_bytes_max);
        events_.add("chat", text_event(chat, live.sent, text));
        live.sent += text.size();
    }
    for (const ChatCall& call : std::exchange(live.calls, {}))
        events_.add("chat", call_event(chat, call));
}

}  // namespace iam::console
