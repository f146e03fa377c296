// Chats in memory.
#include "iam/chat/chat_store.hpp"

#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace iam::chat {
namespace {

/// The chats with an owner. An owner may outlive the store.
struct HeldChats {
    std::mutex mutex{};
    std::set<std::string> ids{};
};

/// One chat of one owner.
class HeldChat {
 public:
    HeldChat(std::shared_ptr<HeldChats> held, std::string chat) noexcept
        : held_(std::move(held)), chat_(std::move(chat)) {}
    HeldChat(const HeldChat&) = delete;
    HeldChat& operator=(const HeldChat&) = delete;
    ~HeldChat() {
        const std::lock_guard lock(held_->mutex);
        held_->ids.erase(chat_);
    }

 private:
    std::shared_ptr<HeldChats> held_;
    std::string chat_;
};

class MemoryChatStore final : public ChatStore {
 public:
    Result<void> append(const std::string& chat, StepNumber number,
                        const std::vector<Step>& steps) override {
        const std::lock_guard lock(mutex_);
        const auto found = chats_.find(chat);
        const std::size_t size = found == chats_.end() ? 0 : found->second.size();
        if (size != number)
            return fail(Errc::conflict, "the chat '" + chat + "' has " + std::to_string(size) +
                                            " steps, not " + std::to_string(number) +
                                            "; somebody else goes on with it: load it again.");
        if (steps.empty()) return {};
        std::vector<Step>& all = chats_[chat];
        all.insert(all.end(), steps.begin(), steps.end());
        for (const Step& step : steps)
            if (const auto counted = counted_in(step)) add(days_[counted->day], *counted);
        return {};
    }

    Result<std::shared_ptr<void>> hold(const std::string& chat) override {
        const std::lock_guard lock(held_->mutex);
        if (!held_->ids.insert(chat).second)
            return fail(Errc::conflict, "the chat '" + chat +
                                            "' is open already; close it there, or begin a new "
                                            "chat.");
        return std::make_shared<HeldChat>(held_, chat);
    }

    Result<std::vector<Step>> load(const std::string& chat) override {
        const std::lock_guard lock(mutex_);
        const auto found = chats_.find(chat);
        return found == chats_.end() ? std::vector<Step>{} : found->second;
    }

    Result<std::vector<std::string>> list() override {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> ids;
        for (const auto& [id, steps] : chats_) ids.push_back(id);
        return ids;
    }

    Result<Counted> counted_on(std::int64_t day) override {
        const std::lock_guard lock(mutex_);
        const auto found = days_.find(day);
        Counted sum = found == days_.end() ? Counted{} : found->second;
        sum.day = day;
        return sum;
    }

    Result<void> remove(const std::string& chat) override {
        const auto own = hold(chat);
        if (!own) return tl::unexpected(own.error());
        const std::lock_guard lock(mutex_);
        if (chats_.erase(chat) == 0)
            return fail(Errc::not_found,
                        "there is no chat '" + chat + "'; list() has all of them.");
        return {};
    }

 private:
    std::shared_ptr<HeldChats> held_ = std::make_shared<HeldChats>();
    std::mutex mutex_;
    std::map<std::string, std::vector<Step>> chats_;
    std::map<std::int64_t, Counted> days_;
};

}  // namespace

std::unique_ptr<ChatStore> make_memory_chat_store() {
    return std::make_unique<MemoryChatStore>();
}

}  // namespace iam::chat
