// A program with a chat: the program of the gate's tests, a scripted model, and the notices as they
// came.
#pragma once

#include "../../gate/fixture.hpp"
#include <iam/chat/conversation.hpp>
#include <iam/chat/scripted_model.hpp>
#include <iam/chat/taint_guard.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace iam::test {

using chat::Conversation;
using chat::Notice;
using chat::ScriptedModel;
using chat::TurnEnd;

/// Keeps the notices of a chat. Thread-safe.
class Heard {
 public:
    void add(const Notice& notice) {
        const std::lock_guard lock(mutex_);
        notices_.push_back(notice);
        news_.notify_all();
    }
    std::vector<Notice> all() {
        const std::lock_guard lock(mutex_);
        return notices_;
    }
    template <class Kind>
    std::vector<Kind> of() {
        std::vector<Kind> found;
        for (const Notice& notice : all())
            if (const auto* each = std::get_if<Kind>(&notice.what)) found.push_back(*each);
        return found;
    }
    /// Waits until there are so many notices of the kind, and returns the last of them.
    template <class Kind>
    Kind wait_for(std::size_t count = 1) {
        std::unique_lock lock(mutex_);
        std::vector<Kind> found;
        news_.wait(lock, [&] {
            found.clear();
            for (const Notice& notice : notices_)
                if (const auto* each = std::get_if<Kind>(&notice.what)) found.push_back(*each);
            return found.size() >= count;
        });
        return found.at(count - 1);
    }
    std::string text() {
        std::string text;
        for (const auto& piece : of<chat::notice::Text>()) text += piece.text;
        return text;
    }

 private:
    std::mutex mutex_;
    std::condition_variable news_;
    std::vector<Notice> notices_;
};

/// The store of a chat can end the "process": after so many steps nothing is stored any more.
class MortalStore final : public chat::ChatStore {
 public:
    Result<void> append(const std::string& chat, chat::StepNumber number,
                        const std::vector<chat::Step>& steps) override {
        const std::lock_guard lock(mutex_);
        if ((dies_at_ && appends_ >= *dies_at_) || (is_dead && is_dead()))
            return fail(Errc::unavailable, "the process is dead.");
        ++appends_;
        IAM_CHECK(inner_->append(chat, number, steps));
        if (dies_at_ && appends_ == *dies_at_ && keeps_last_unknown_)
            return fail(Errc::unavailable, "the process is dead.");
        return {};
    }
    Result<std::shared_ptr<void>> hold(const std::string& chat) override {
        return inner_->hold(chat);
    }
    Result<std::vector<chat::Step>> load(const std::string& chat) override {
        return inner_->load(chat);
    }
    Result<std::vector<std::string>> list() override { return inner_->list(); }
    Result<chat::Counted> counted_on(std::int64_t day) override {
        if (has_no_sums) return fail(Errc::unavailable, "the disk is away.");
        return inner_->counted_on(day);
    }
    Result<void> remove(const std::string& chat) override { return inner_->remove(chat); }

    /// The append with this number is the last that is stored. With `before_effect` the process
    /// dies before it acts on it.
    void die_after(std::size_t appends, bool before_effect) {
        const std::lock_guard lock(mutex_);
        dies_at_ = appends;
        keeps_last_unknown_ = before_effect;
    }
    void revive() {
        const std::lock_guard lock(mutex_);
        dies_at_.reset();
        is_dead = nullptr;
    }
    /// Nothing is stored any more once it says so.
    std::function<bool()> is_dead{};
    std::atomic<bool> has_no_sums{false};

    std::size_t appends() {
        const std::lock_guard lock(mutex_);
        return appends_;
    }

 private:
    std::mutex mutex_;
    std::unique_ptr<chat::ChatStore> inner_ = chat::make_memory_chat_store();
    std::size_t appends_ = 0;
    std::optional<std::size_t> dies_at_{};
    bool keeps_last_unknown_ = false;
};

struct ChatProgram {
    Program program{};
    MortalStore store{};
    Heard heard{};
    chat::TaintGuard guard{};
    bool with_guard = false;
    bool with_clock = true;
    chat::ConversationOptions options{.chat = "c"};
    std::unique_ptr<ScriptedModel> model{};
    std::unique_ptr<Conversation> chat{};

    explicit ChatProgram(std::vector<ScriptedModel::Turn> turns = {}) { script(std::move(turns)); }

    void script(std::vector<ScriptedModel::Turn> turns) {
        chat.reset();
        model = std::make_unique<ScriptedModel>(std::move(turns));
    }
    chat::ConversationParts parts() {
        chat::ConversationParts parts{.runtime = program.runtime(),
                                      .registry = program.registry,
                                      .ledger = *program.store,
                                      .model = *model,
                                      .store = store,
                                      .entropy = program.entropy};
        parts.taint_guard = with_guard ? &guard : nullptr;
        parts.clock = with_clock ? &program.clock : nullptr;
        parts.on_notice = [this](const Notice& notice) { heard.add(notice); };
        return parts;
    }
    Conversation& open() {
        if (!chat) chat = ok(Conversation::open(parts(), options));
        return *chat;
    }
    /// Sends and waits for the end of the turn.
    TurnEnd say(const std::string& text) {
        const std::size_t before = heard.of<chat::notice::TurnEnded>().size();
        ok_void(open().send(text));
        return heard.wait_for<chat::notice::TurnEnded>(before + 1).end;
    }
    TurnEnd resume() {
        const std::size_t before = heard.of<chat::notice::TurnEnded>().size();
        ok_void(open().resume());
        return heard.wait_for<chat::notice::TurnEnded>(before + 1).end;
    }
    /// The codes of all results, in the order of their calls; "-" for a call without one.
    std::vector<std::string> codes() {
        std::vector<std::string> codes;
        for (const chat::MessageView& message : open().messages())
            for (const auto& call : message.calls)
                codes.push_back(call.result ? call.result->code : "-");
        return codes;
    }
    template <class Kind>
    std::vector<Kind> steps() {
        std::vector<Kind> found;
        for (const chat::Step& step : open().steps())
            if (const auto* each = std::get_if<Kind>(&step)) found.push_back(*each);
        return found;
    }
    /// The results in a request, as texts.
    std::vector<chat::CallResults::Each> results_in(std::size_t request) {
        std::vector<chat::CallResults::Each> all;
        const chat::ModelRequest sent = model->requests().at(request);
        for (const chat::Message& message : sent.messages)
            if (const auto* results = std::get_if<chat::CallResults>(&message))
                all.insert(all.end(), results->results.begin(), results->results.end());
        return all;
    }
};

inline chat::WholeCall written(std::string name, std::string arguments = "{}",
                               std::string id = {}) {
    return {std::move(id), std::move(name), std::move(arguments)};
}

/// A turn with these calls that ends otherwise than a whole answer.
inline ScriptedModel::Turn cut(std::vector<chat::WholeCall> calls, chat::Event end) {
    ScriptedModel::Turn turn = chat::proposes(std::move(calls));
    turn.steps.back() = std::move(end);
    return turn;
}

/// Holds a function of a tool until the test lets it go on.
class Gate {
 public:
    Gate() = default;
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;
    /// A function may still pass when its test is over.
    ~Gate() {
        open();
        std::unique_lock lock(mutex_);
        news_.wait(lock, [this] { return waiting_ == 0; });
    }
    /// Called by the function: waits for open(), or for the stop.
    void pass(const std::stop_token& stop = {}) {
        std::unique_lock lock(mutex_);
        ++waiting_;
        news_.notify_all();
        news_.wait(lock, stop, [this] { return is_open_; });
        --waiting_;
        news_.notify_all();
    }
    void open() {
        const std::lock_guard lock(mutex_);
        is_open_ = true;
        news_.notify_all();
    }
    void wait_for(int count) {
        std::unique_lock lock(mutex_);
        news_.wait(lock, [&] { return waiting_ >= count; });
    }

 private:
    std::mutex mutex_;
    std::condition_variable_any news_;
    int waiting_ = 0;
    bool is_open_ = false;
};

}  // namespace iam::test
