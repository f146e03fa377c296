// One question at a time, in order of arrival.
#pragma once

#include <iam/consent/prompter.hpp>

#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace iam::gate {

struct CallState;
struct Engine;
struct Refusal;
class PromptRound;

/// The line before the prompter. Thread-safe. A call() waits on a thread of its own, which shows
/// its question. A start() has no thread, so its question is shown by the thread that finishes the
/// call before it. Such threads are on their way while the turn is free.
class PromptQueue {
 public:
    using CallPointer = std::shared_ptr<CallState>;
    enum class Place { turn, waiting, inside, ended };
    struct Entered {
        Place place = Place::ended;
        CallPointer first{};  ///< With `turn`: the call to show now, on this thread.
    };
    /// waiting: another thread shows the question later. inside: this thread works on the question
    /// with the turn, so a call() from here would wait for itself.
    Entered enter(const CallPointer& call);

    /// While it lives, this thread shows a question or takes an answer. The prompter, hooks and
    /// listeners may call back meanwhile.
    class AtWork {
     public:
        explicit AtWork(PromptQueue& queue);
        AtWork(const AtWork&) = delete;
        AtWork& operator=(const AtWork&) = delete;
        ~AtWork();

     private:
        PromptQueue& queue_;
    };

    struct Left {
        CallPointer next{};       ///< has the turn now, on its waiting thread
        bool comes_back = false;  ///< this thread must call come_back() before it leaves
    };
    /// The turn of `call` is over.
    Left leave(const CallState& call);
    /// The turn for the first waiting call. nullptr: another thread has it, or no call waits.
    CallPointer come_back();

    /// Returns false once the end has begun: then the question must not be shown.
    bool opened(const std::shared_ptr<PromptRound>& round);
    /// Answers all waiting calls and admits no more.
    void end();

 private:
    CallPointer take_first();

    std::mutex mutex_;
    bool busy_ = false;
    bool ended_ = false;
    std::deque<CallPointer> waiting_;
    std::set<std::thread::id> coming_;  ///< the threads that will call come_back()
    std::set<std::thread::id> at_work_;
    /// Kept here, since a prompter need not keep it and the end must find the waiting call.
    std::shared_ptr<PromptRound> open_;
};

/// The refusal of a call with a pending question at the Runtime's end.
Refusal ended_while_waiting(const CallState& call);

/// asking: the thread that shows the question continues the call. Otherwise nobody is asked here.
enum class Asked { asking, not_from_here, ended };
/// Shows the question of a pending approval: now, or when its turn comes.
Asked ask(const std::shared_ptr<CallState>& call);

}  // namespace iam::gate
