// One question at a time, in the order in which they came up.
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

/// The line before the prompter. Thread-safe.
///
/// A call() that waits has a thread of its own for its question, a start() has not: there the thread that had the turn comes back, once
/// the call that it was about has run. While the turn is free, such threads are on their way.
class PromptQueue {
 public:
    using CallPointer = std::shared_ptr<CallState>;
    enum class Place { turn, waiting, inside, ended };
    struct Entered {
        Place place = Place::ended;
        CallPointer first{};  ///< with turn: whose question this thread puts now
    };
    /// waiting: the call's question is put later, by whoever gets to it. inside: this thread is at work on the question whose turn it is, so
    /// a call() from here would wait for itself.
    Entered enter(const CallPointer& call);

    /// While it lives, this thread puts a question or takes its answer. The prompter, hooks and listeners may call back meanwhile.
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
        CallPointer next{};       ///< has the turn now, on the thread that waits for it
        bool comes_back = false;  ///< this thread must call come_back() before it goes away
    };
    /// The turn of `call` is over.
    Left leave(const CallState& call);
    /// The turn for the first of those that wait, or nullptr: somebody else has it, or nobody waits.
    CallPointer come_back();

    /// False: the end has begun, do not show it.
    bool opened(const std::shared_ptr<PromptRound>& round);
    /// Answers everybody who waits and lets nobody in any more.
    void end();

 private:
    CallPointer take_first();

    std::mutex mutex_;
    bool busy_ = false;
    bool ended_ = false;
    std::deque<CallPointer> waiting_;
    std::set<std::thread::id> coming_;  ///< the threads that will call come_back()
    std::set<std::thread::id> at_work_;
    /// Held here, since a prompter need not keep what it was given: the end must find the call that waits.
    std::shared_ptr<PromptRound> open_;
};

/// Why a call whose question is pending is not run: the Runtime ends.
Refusal ended_while_waiting(const CallState& call);

/// asking: whoever puts the question goes on with the call. Otherwise nobody will be asked here.
enum class Asked { asking, not_from_here, ended };
/// Puts the question of a call whose approval is pending: now, or when its turn comes.
Asked ask(const std::shared_ptr<CallState>& call);

}  // namespace iam::gate
