// Chats for tests. They record each request.
#pragma once

#include <iam/console/chats.hpp>

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace iam::test {

class FakeChats final : public console::Chats {
 public:
    std::vector<console::ChatListed> listed{};
    console::ChatShown shown{};
    std::string refused_because{};
    std::string exported = "text";
    console::ChatsImported imported{};
    std::vector<std::string> asked{};  // of the pages
    std::vector<std::string> answered{};
    Result<void> result{};

    void tell(const console::ChatChange& change) {
        const std::lock_guard lock(mutex_);
        if (listener_) listener_(change);
    }
    bool has_listener() {
        const std::lock_guard lock(mutex_);
        return static_cast<bool>(listener_);
    }
    std::vector<std::string> answers() {
        const std::lock_guard lock(mutex_);
        return answered;
    }

    std::string closed_because() override { return refused_because; }
    Result<std::vector<console::ChatListed>> list(const std::string& text) override {
        asked.push_back("list " + text);
        return listed;
    }
    Result<console::ChatShown> show(const std::string& chat) override {
        if (chat != "a") return fail(Errc::not_found, "There is no such chat.");
        return shown;
    }
    Result<std::string> send(const std::string& chat, const std::string& text,
                             const std::string& profile) override {
        asked.push_back("send " + chat + ":" + text + (profile.empty() ? "" : " as " + profile));
        if (!result) return tl::unexpected(result.error());
        return std::string("a");
    }
    Result<void> resume(const std::string& chat) override { return note("resume " + chat); }
    Result<void> stop(const std::string& chat) override { return note("stop " + chat); }
    Result<void> rename(const std::string& chat, const std::string& title) override {
        return note("rename " + chat + ":" + title);
    }
    Result<void> remove(const std::string& chat) override { return note("remove " + chat); }
    Result<std::string> export_text(const std::string& chat, bool as_json_lines) override {
        asked.push_back("export " + chat + (as_json_lines ? " jsonl" : ""));
        return exported;
    }
    Result<std::vector<console::ChatTool>> tools(const std::string& /*chat*/) override {
        return std::vector<console::ChatTool>{{"echo", "Echo", true}};
    }
    Result<void> switch_tools(const std::string& chat, const std::string& pattern,
                              bool is_on) override {
        return note("switch " + chat + " " + pattern + (is_on ? " on" : " off"));
    }
    Result<void> choose_profile(const std::string& chat, const std::string& profile) override {
        return note("profile " + chat + ":" + profile);
    }
    Result<console::ChatsImported> import_file(const std::string& name,
                                               std::string_view text) override {
        asked.push_back("import " + name + ":" + std::string(text));
        return imported;
    }
    void note_answer(const std::string& approval) override {
        const std::lock_guard lock(mutex_);
        answered.push_back(approval);
    }
    void listen(std::function<void(const console::ChatChange&)> on_change) override {
        const std::lock_guard lock(mutex_);
        listener_ = std::move(on_change);
    }

 private:
    Result<void> note(std::string what) {
        asked.push_back(std::move(what));
        return result;
    }

    std::mutex mutex_;
    std::function<void(const console::ChatChange&)> listener_{};
};

}  // namespace iam::test
