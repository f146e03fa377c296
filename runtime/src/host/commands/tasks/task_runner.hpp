// Runs tasks, several at once, each run with its record.
#pragma once

#include "host/commands/tasks/task_chat.hpp"
#include <iam/chat/tasks/task_plan.hpp>
#include <iam/chat/tasks/task_store.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace iam::host {

inline constexpr std::size_t k_runs_at_once = 4;  ///< unless --max says another number
inline constexpr std::size_t k_runs_at_once_max = 16;
/// While a run goes on, due tasks are looked for so often.
inline constexpr std::chrono::minutes k_next_look{1};

/// On the thread of the command. The references outlive it.
class TaskRunner {
 public:
    TaskRunner(const TaskChatParts& chat_parts, chat::TaskStore& tasks, std::size_t at_once);
    TaskRunner(const TaskRunner&) = delete;
    TaskRunner& operator=(const TaskRunner&) = delete;

    /// Runs all due tasks, and the waiting runs whose questions are answered, until none is left
    /// and no run goes on. A task that another program runs is left to it. Errors of one task are
    /// said and do not keep others from running.
    void run_due();
    /// Runs the task once, now, due or not. Errors: not_found, conflict (it runs elsewhere).
    Result<void> run_now(const std::string& task);
    /// Lets an ended run go on in its chat. Errors: not_found, conflict (its task runs elsewhere),
    /// invalid_argument (a question is open, or nothing is left to do).
    Result<void> resume(std::uint64_t number);

    /// The ended runs, in the order of their ends.
    const std::vector<chat::TaskRun>& ended() const { return ended_; }
    /// True if a task could not be looked at.
    bool had_errors() const { return had_errors_; }

 private:
    /// A task to look at, or a waiting run.
    struct Job {
        std::string task{};
        std::optional<std::uint64_t> run{};
    };
    struct Active {
        chat::Task task{};
        chat::TaskRun run{};
        std::shared_ptr<void> own{};
        std::unique_ptr<TaskChat> chat{};  // ends first: the task is owned until its functions end
    };

    void look();
    void start(const Job& job);
    Result<void> start_due(const std::string& name);
    Result<void> start_waiting(std::uint64_t number);
    /// Lets the run go on. If it cannot, it stays as it was.
    Result<void> go_on(Active active);
    Result<std::shared_ptr<void>> hold(const std::string& task);
    /// Connects to the servers, once. Their sandboxes do not open the key files of the tasks.
    Result<void> connect();
    Result<chat::ResumePlan> plan_of(const std::vector<chat::Step>& steps);
    Result<void> end_unasked(chat::TaskRun run, chat::RunState state, std::string why);
    /// Opens the chat of the run and begins its turn, or goes on with it.
    Result<void> begin(Active& active);
    /// The same for a run that is new. If it cannot begin, it has failed.
    void begin_new(Active active);
    /// Runs events until no run goes on.
    void run_to_end();
    void take_ended();
    void finish(Active& active, const chat::TurnEnded& end);
    void skip_overlapped(const Active& active);
    /// Ends a stopped chat on a thread of its own: it waits for functions that may not stop. The
    /// task stays owned until then, and other tasks run meanwhile.
    void close_aside(Active active);
    void stop_all();
    bool has_ended() const;
    void say_fault(const std::string& task, const Error& error);

    TaskChatParts parts_;
    chat::TaskStore& tasks_;
    const std::size_t at_once_;
    std::deque<Job> jobs_{};
    std::vector<Active> active_{};
    std::vector<chat::TaskRun> ended_{};
    bool is_connected_ = false;
    bool looks_ = false;  // for due tasks, each k_next_look
    bool looks_again_ = false;
    bool is_stopping_ = false;
    bool had_errors_ = false;
    bool has_closed_ = false;
    std::size_t closing_ = 0;
    std::vector<std::jthread> closers_{};  // ends first
};

}  // namespace iam::host
