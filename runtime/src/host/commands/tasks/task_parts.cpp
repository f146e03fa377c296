#include "host/commands/tasks/task_parts.hpp"

#include "host/commands/chat/chat_records.hpp"
#include <iam/chat/tasks/task_plan.hpp>
#include <iam/consent/records.hpp>
#include <iam/core/time_zone.hpp>
#include <iam/ledger/store.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace iam::host {
namespace {

using chat::RunState;
using chat::TaskRun;

/// True if a question about a call of the chat is open.
Result<bool> has_open_question(ledger::Store& ledger, const std::string& chat) {
    IAM_TRY(approvals, ledger.approvals());
    return std::any_of(approvals.begin(), approvals.end(), [&](const consent::Approval& one) {
        return one.call_id.starts_with(chat + ".");
    });
}

Result<TaskRun> settled_run(const Session& session, chat::ChatStore& chats, ledger::Store& ledger,
                            TaskRun run) {
    IAM_TRY(steps, chats.load(run.chat));
    run.ended = now_of(session);
    if (const auto end = chat::end_of_last_turn(steps)) {
        run.state = chat::state_of(end->end);
        run.why = end->why;
        return run;
    }
    IAM_TRY(waits, has_open_question(ledger, run.chat));
    run.state = waits ? RunState::awaiting : RunState::interrupted;
    run.why = waits ? "The program ended while a question about a call was open; answer it: " +
                          session.command("approvals list")
                    : "The program ended during the run; let it go on: " +
                          session.command("tasks resume " + std::to_string(run.number));
    return run;
}

}  // namespace

Result<std::unique_ptr<chat::TaskStore>> open_tasks(const Session& session) {
    if (!session.backend().open_tasks)
        return fail(Errc::invalid_argument,
                    "This kind of state keeps no tasks; use a state folder.");
    IAM_TRY(place, session.place());
    return session.backend().open_tasks(place, store::Mode::read_write);
}

chat::ZoneLoader zone_loader() {
    return [](const std::string& name) { return load_time_zone(name); };
}

chat::TaskTime now_of(const Session& session) {
    return session.environment().clock.now().wall;
}

Error no_such_task(const Session& session, const std::string& name) {
    return {Errc::not_found, "There is no task '" + question::escape_for_display(name) +
                                 "'; list them: " + session.command("tasks list")};
}

Result<void> settle_cut_runs(const Session& session, chat::TaskStore& tasks, chat::ChatStore& chats,
                             ledger::Store& ledger, const std::string& task) {
    IAM_TRY(running, tasks.runs_in(RunState::running));
    for (TaskRun& run : running) {
        if (run.task != task) continue;
        IAM_TRY(settled, settled_run(session, chats, ledger, std::move(run)));
        IAM_CHECK(tasks.update(settled, RunState::running));
    }
    return {};
}

Result<void> settle_cut_runs(Session& session, chat::TaskStore& tasks) {
    IAM_TRY(running, tasks.runs_in(RunState::running));
    std::set<std::string> names;
    for (const TaskRun& run : running) names.insert(run.task);
    for (const std::string& name : names) {
        const auto own = tasks.hold(name);
        if (!own && own.error().code == Errc::conflict) continue;
        if (!own) return tl::unexpected(own.error());
        IAM_TRY(chats, open_chats(session, store::Mode::read_write));
        IAM_TRY(desk, session.open_reading_desk());
        IAM_CHECK(settle_cut_runs(session, tasks, *chats, *desk.store, name));
    }
    return {};
}

}  // namespace iam::host
