#include "host/commands/tasks/task_runner.hpp"

#include "host/commands/chat/chat_records.hpp"
#include "host/commands/tasks/task_parts.hpp"
#include <iam/core/signals_blocked.hpp>
#include <iam/ledger/store.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <functional>
#include <stop_token>
#include <utility>

namespace iam::host {

using chat::ResumePlan;
using chat::RunState;
using chat::TaskRun;

TaskRunner::TaskRunner(const TaskChatParts& chat_parts, chat::TaskStore& tasks, std::size_t at_once)
    : parts_(chat_parts), tasks_(tasks), at_once_(at_once) {}

void TaskRunner::run_due() {
    if (const auto settled = settle_cut_runs(parts_.session, tasks_); !settled)
        say_fault("", settled.error());
    looks_ = true;
    look();
    run_to_end();
}

Result<void> TaskRunner::run_now(const std::string& task) {
    IAM_TRY(own, hold(task));
    IAM_TRY(stored, tasks_.task(task));
    if (!stored) return tl::unexpected(no_such_task(parts_.session, task));
    const chat::TaskTime now = now_of(parts_.session);
    const TaskRun run{.due = now, .began = now, .chat = new_chat_id(parts_.session)};
    IAM_TRY(recorded, tasks_.record(task, stored->settled, stored->settled, {run}));
    begin_new({.task = stored->task, .run = recorded.front(), .own = std::move(own)});
    run_to_end();
    return {};
}

Result<void> TaskRunner::resume(std::uint64_t number) {
    IAM_TRY(named, tasks_.run(number));
    if (!named || named->chat.empty())
        return fail(Errc::not_found,
                    "No run " + std::to_string(number) +
                        " has a chat; list them: " + parts_.session.command("tasks runs"));
    IAM_TRY(own, hold(named->task));
    IAM_TRY(stored, tasks_.task(named->task));
    IAM_TRY(run, tasks_.run(number));
    if (!stored || !run) return tl::unexpected(no_such_task(parts_.session, named->task));
    if (run->state == RunState::done)
        return fail(Errc::invalid_argument, "Run " + std::to_string(number) + " is done.");
    IAM_TRY(steps, parts_.chats.load(run->chat));
    // An interrupted run may not have begun its chat.
    if (steps.empty() && run->state != RunState::interrupted) {
        return fail(Errc::not_found, "The chat of run " + std::to_string(number) +
                                         " is gone; begin a new run: " +
                                         parts_.session.command("tasks run " + run->task));
    }
    if (run->state == RunState::awaiting) {
        IAM_TRY(plan, plan_of(steps));
        if (plan.kind == ResumePlan::Kind::end)
            return end_unasked(*std::move(run), RunState::failed, plan.why);
        if (plan.kind == ResumePlan::Kind::wait)
            return fail(Errc::invalid_argument,
                        "Run " + std::to_string(number) +
                            " waits for an answer: " + parts_.session.command("approvals list"));
    }
    IAM_CHECK(go_on({.task = stored->task, .run = *std::move(run), .own = std::move(own)}));
    run_to_end();
    return {};
}

void TaskRunner::look() {
    const auto is_known = [&](const Job& job) {
        return std::any_of(jobs_.begin(), jobs_.end(), [&](const Job& one) {
            return one.task == job.task && one.run == job.run;
        });
    };
    const auto add = [&](Job job) {
        if (!is_known(job)) jobs_.push_back(std::move(job));
    };
    // Due tasks come first: the due time of a waiting run has passed anyway.
    const auto tasks = tasks_.tasks();
    if (!tasks) return say_fault("", tasks.error());
    for (const chat::StoredTask& stored : *tasks) add({.task = stored.task.name});
    const auto waiting = tasks_.runs_in(RunState::awaiting);
    if (!waiting) return say_fault("", waiting.error());
    for (const TaskRun& run : *waiting) add({.task = run.task, .run = run.number});
}

void TaskRunner::start(const Job& job) {
    const auto started = job.run ? start_waiting(*job.run) : start_due(job.task);
    // After a conflict another program runs the task, or goes on with the chat.
    if (!started && started.error().code != Errc::conflict) say_fault(job.task, started.error());
}

Result<std::shared_ptr<void>> TaskRunner::hold(const std::string& task) {
    IAM_TRY(own, tasks_.hold(task));
    IAM_CHECK(settle_cut_runs(parts_.session, tasks_, parts_.chats, *parts_.desk.store, task));
    return own;
}

Result<void> TaskRunner::start_due(const std::string& name) {
    const chat::TaskTime now = now_of(parts_.session);
    const auto plan_now = [&](const chat::StoredTask& stored) -> Result<chat::DuePlan> {
        IAM_TRY(table, chat::Timetable::of(stored.task.schedule, zone_loader()));
        return chat::plan_due(stored.task, table, stored.settled, now);
    };
    IAM_TRY(seen, tasks_.task(name));
    if (!seen) return {};
    IAM_TRY(first, plan_now(*seen));
    if (!first.due && !first.missed) return {};
    IAM_TRY(own, hold(name));
    IAM_TRY(stored, tasks_.task(name));  // another program may have settled it meanwhile
    if (!stored) return {};
    IAM_TRY(plan, plan_now(*stored));
    std::vector<TaskRun> runs;
    if (plan.missed) runs.push_back(*plan.missed);
    if (plan.due)
        runs.push_back({.due = *plan.due, .began = now, .chat = new_chat_id(parts_.session)});
    if (runs.empty()) return {};
    IAM_TRY(recorded, tasks_.record(name, stored->settled, plan.settled, runs));
    if (plan.due) begin_new({.task = stored->task, .run = recorded.back(), .own = std::move(own)});
    return {};
}

Result<void> TaskRunner::connect() {
    if (is_connected_) return {};
    IAM_TRY(tasks, tasks_.tasks());
    for (const chat::StoredTask& each : tasks) {
        // A task whose profile cannot be read has no key to close.
        if (const auto setup = setup_of(parts_.session, each.task))
            parts_.session.close_to_servers(setup->model.key_file);
    }
    IAM_CHECK(parts_.session.import_tools(k_servers_wait));
    is_connected_ = true;
    return {};
}

Result<ResumePlan> TaskRunner::plan_of(const std::vector<chat::Step>& steps) {
    const Moment now = parts_.session.environment().clock.now();
    std::vector<chat::AwaitedQuestion> questions;
    for (const std::string& id : chat::awaited_approvals(steps)) {
        IAM_TRY(approval, parts_.desk.store->approval(id));
        if (!approval) continue;
        const bool is_overdue =
            consent::state_at(approval->expires, now) == consent::DeadlineState::ended;
        questions.push_back({.approval = *approval, .is_overdue = is_overdue});
    }
    const auto find_tools = [&] {
        const auto catalogue = parts_.session.registry().snapshot();
        for (chat::AwaitedQuestion& question : questions)
            if (const Contract* const tool = catalogue->find(question.approval.tool))
                question.tool_now = tool->digests.consent;
    };
    find_tools();
    const bool are_answered = std::none_of(questions.begin(), questions.end(), [](const auto& one) {
        return one.approval.state == consent::ApprovalState::pending;
    });
    // Servers are not connected for the sake of a question that is open anyway.
    if (are_answered) {
        IAM_CHECK(connect());
        find_tools();
    }
    return chat::plan_resume(questions);
}

Result<void> TaskRunner::start_waiting(std::uint64_t number) {
    IAM_TRY(named, tasks_.run(number));
    if (!named) return {};
    IAM_TRY(own, hold(named->task));
    IAM_TRY(run, tasks_.run(number));
    IAM_TRY(stored, tasks_.task(named->task));
    if (!run || !stored || run->state != RunState::awaiting) return {};
    IAM_TRY(steps, parts_.chats.load(run->chat));
    if (steps.empty())
        return end_unasked(*std::move(run), RunState::failed,
                           "The chat of this run is gone; nothing more was run.");
    const auto end = chat::end_of_last_turn(steps);
    // A person went on with the chat by hand.
    if (end && end->end != chat::TurnEnd::awaiting)
        return end_unasked(*std::move(run), chat::state_of(end->end), end->why);
    IAM_TRY(plan, plan_of(steps));
    if (plan.kind == ResumePlan::Kind::end)
        return end_unasked(*std::move(run), RunState::failed, plan.why);
    if (plan.kind == ResumePlan::Kind::wait) return {};
    return go_on({.task = stored->task, .run = *std::move(run), .own = std::move(own)});
}

Result<void> TaskRunner::end_unasked(TaskRun run, RunState state, std::string why) {
    run.state = state;
    run.why = std::move(why);
    run.ended = now_of(parts_.session);
    IAM_CHECK(tasks_.update(run, RunState::awaiting));
    ended_.push_back(std::move(run));
    return {};
}

Result<void> TaskRunner::go_on(Active active) {
    const TaskRun before = active.run;
    active.run.state = RunState::running;
    active.run.ended.reset();
    active.run.why.clear();
    IAM_CHECK(tasks_.update(active.run, before.state));
    if (const auto begun = begin(active); !begun) {
        IAM_CHECK(tasks_.update(before, RunState::running));
        return begun;
    }
    active_.push_back(std::move(active));
    return {};
}

Result<void> TaskRunner::begin(Active& active) {
    IAM_CHECK(connect());
    IAM_TRY(setup, setup_of(parts_.session, active.task));
    setup.options.chat = active.run.chat;
    IAM_TRY(chat, TaskChat::open(parts_, std::move(setup)));
    IAM_CHECK(chat->begin(active.task.prompt, active.task.time_max));
    active.chat = std::move(chat);
    return {};
}

void TaskRunner::begin_new(Active active) {
    if (const auto begun = begin(active); !begun)
        return finish(active, {.end = chat::TurnEnd::failed, .why = begun.error().message});
    active_.push_back(std::move(active));
}

void TaskRunner::run_to_end() {
    const auto ends = parts_.session.watch_ends();
    const std::stop_callback stops(parts_.session.interrupted(),
                                   [this] { parts_.events.post([this] { stop_all(); }); });
    const Alarm again(wait_of(parts_.session.environment().wait), k_next_look, Alarm::Rings::again,
                      [this] { parts_.events.post([this] { looks_again_ = true; }); });
    for (;;) {
        while (!jobs_.empty() && active_.size() < at_once_) {
            const Job job = std::move(jobs_.front());
            jobs_.pop_front();
            start(job);
        }
        if (active_.empty() && closing_ == 0) return;
        parts_.events.run_until([this] { return has_ended() || looks_again_ || has_closed_; });
        has_closed_ = false;
        take_ended();
        if (looks_ && looks_again_ && !is_stopping_) look();
        looks_again_ = false;
    }
}

bool TaskRunner::has_ended() const {
    return std::any_of(active_.begin(), active_.end(),
                       [](const Active& one) { return one.chat->end().has_value(); });
}

void TaskRunner::take_ended() {
    std::vector<Active> active = std::move(active_);
    active_.clear();
    for (Active& one : active) {
        if (!one.chat->end()) {
            active_.push_back(std::move(one));
            continue;
        }
        finish(one, *one.chat->end());
        if (one.run.state == RunState::stopped) close_aside(std::move(one));
    }
}

void TaskRunner::close_aside(Active active) {
    ++closing_;
    const SignalsBlocked blocked;  // signals belong to the thread of the command
    closers_.emplace_back([this, stopped = std::move(active)]() mutable {
        stopped.chat.reset();
        stopped.own.reset();
        parts_.events.post([this] {
            --closing_;
            has_closed_ = true;
        });
    });
}

void TaskRunner::finish(Active& active, const chat::TurnEnded& end) {
    active.run.state = chat::state_of(end.end);
    active.run.why = end.why;
    active.run.ended = now_of(parts_.session);
    if (const auto stored = tasks_.update(active.run, RunState::running); !stored)
        say_fault(active.task.name, stored.error());
    skip_overlapped(active);
    ended_.push_back(active.run);
}

void TaskRunner::skip_overlapped(const Active& active) {
    const auto skipped = [&]() -> Result<void> {
        IAM_TRY(stored, tasks_.task(active.task.name));
        if (!stored) return {};
        IAM_TRY(table, chat::Timetable::of(stored->task.schedule, zone_loader()));
        const auto run = chat::overlapped(stored->task, table, stored->settled,
                                          now_of(parts_.session), active.run.number);
        if (!run) return {};
        const auto recorded = tasks_.record(active.task.name, stored->settled, run->due, {*run});
        return recorded ? Result<void>() : tl::unexpected(recorded.error());
    }();
    if (!skipped) say_fault(active.task.name, skipped.error());
}

void TaskRunner::stop_all() {
    is_stopping_ = true;
    jobs_.clear();
    for (Active& one : active_) one.chat->stop("The run was stopped: the program was told to end.");
}

void TaskRunner::say_fault(const std::string& task, const Error& error) {
    had_errors_ = true;
    parts_.session.say((task.empty() ? "" : "Task " + task + ": ") + error.message);
}

}  // namespace iam::host
