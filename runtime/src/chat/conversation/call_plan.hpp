// The order of an answer's calls: values only.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace iam::chat {

/// Read-only calls beside each other run at once, up to k_calls_at_once_max. Every other call waits
/// for the calls before it, and the calls after it wait for it.
class CallPlan {
 public:
    enum class State {
        ready,
        running,  ///< handed to the gate, or asked about there
        waiting,  ///< for an answer to a recorded question
        held,     ///< needs no question, and waits for a waiting call before it
        ended,
    };
    struct Item {
        std::string call{};
        bool is_read_only = false;
        State state = State::ready;
        std::string approval{};  ///< to run with
    };
    struct Start {
        std::size_t item = 0;
        /// A waiting call stands before this one. It may put its question, but not run.
        bool only_ask = false;
    };

    explicit CallPlan(std::vector<Item> items = {}) : items_(std::move(items)) {}

    /// The calls to start now; they are `running` from here on.
    std::vector<Start> start();
    /// nullptr: the plan has no such call.
    Item* find(const std::string& call);
    const std::vector<Item>& items() const noexcept { return items_; }
    bool is_running() const noexcept { return count(State::running) > 0; }
    bool is_over() const noexcept { return count(State::ended) == items_.size(); }

 private:
    std::size_t count(State state) const noexcept;

    std::vector<Item> items_;
};

}  // namespace iam::chat
