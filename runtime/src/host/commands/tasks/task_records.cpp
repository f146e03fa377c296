#include "host/commands/tasks/task_records.hpp"

#include "host/commands/tasks/task_parts.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include <iam/core/clock.hpp>
#include <iam/question/duration.hpp>
#include <iam/question/escape.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

namespace iam::host {
namespace {

using chat::StoredTask;
using chat::TaskRun;
using question::escape_for_display;

std::string next_text(const StoredTask& stored) {
    if (!stored.task.is_enabled) return "disabled";
    const auto next = next_due(stored);
    return next ? to_rfc3339(*next) : "never due again";
}

void put_task(JsonWriter& out, const StoredTask& stored) {
    const chat::Task& task = stored.task;
    out.begin_object();
    out.key("enabled");
    out.boolean(task.is_enabled);
    put(out, "missed", chat::to_string(task.missed));
    put_unless_empty(out, "model", task.model);
    put(out, "name", task.name);
    if (const auto next = next_due(stored)) put(out, "next", to_rfc3339(*next));
    put_unless_empty(out, "profile", task.profile);
    put(out, "prompt", task.prompt);
    put(out, "schedule", chat::schedule_text(task.schedule));
    put(out, "time", time_text(task));
    out.end_object();
}

void put_run(JsonWriter& out, const TaskRun& run) {
    out.begin_object();
    if (run.began) put(out, "began", to_rfc3339(*run.began));
    put_unless_empty(out, "chat", run.chat);
    put(out, "due", to_rfc3339(run.due));
    if (run.ended) put(out, "ended", to_rfc3339(*run.ended));
    out.plain_key("run");
    out.integer(run.number);
    put(out, "state", chat::to_string(run.state));
    put(out, "task", run.task);
    put_unless_empty(out, "why", run.why);
    out.end_object();
}

ExitCode list_tasks(Session& session) {
    const auto tasks = open_tasks(session);
    if (!tasks) return session.report(tasks.error());
    const auto stored = (*tasks)->tasks();
    if (!stored) return session.report(stored.error());
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_list(out, "tasks", *stored, put_task);
        out.end_object();
        session.print(out);
        return ExitCode::done;
    }
    Rows rows;
    for (const StoredTask& one : *stored)
        rows.push_back(
            {one.task.name, escape_for_display(schedule_text(one.task.schedule)), next_text(one)});
    print_list(session, {"TASK", "SCHEDULE", "NEXT"}, rows, "There are no tasks.");
    return ExitCode::done;
}

ExitCode show_task(Session& session, const std::string& name) {
    const auto tasks = open_tasks(session);
    if (!tasks) return session.report(tasks.error());
    const auto stored = (*tasks)->task(name);
    if (!stored) return session.report(stored.error());
    if (!*stored) return session.report(no_such_task(session, name));
    if (session.options().json) {
        JsonWriter out;
        put_task(out, **stored);
        session.print(out);
        return ExitCode::done;
    }
    const chat::Task& task = (*stored)->task;
    const auto line = [&](const char* head, const std::string& text) {
        if (!text.empty()) session.out() << head << escape_for_display(text) << '\n';
    };
    line("task      ", task.name);
    line("schedule  ", chat::schedule_text(task.schedule));
    line("next      ", next_text(**stored));
    line("missed    ", std::string(chat::to_string(task.missed)));
    line("time      ", time_text(task));
    line("profile   ", task.profile);
    line("model     ", task.model);
    session.out() << "prompt\n" << question::visible_lines(task.prompt) << '\n';
    return ExitCode::done;
}

ExitCode list_runs(Session& session, const std::string& name) {
    const auto tasks = open_tasks(session);
    if (!tasks) return session.report(tasks.error());
    if (!name.empty()) {
        const auto stored = (*tasks)->task(name);
        if (!stored) return session.report(stored.error());
        if (!*stored) return session.report(no_such_task(session, name));
    }
    if (const auto settled = settle_cut_runs(session, **tasks); !settled)
        return session.report(settled.error());
    const auto runs = (*tasks)->runs(name, k_runs_shown);
    if (!runs) return session.report(runs.error());
    print_runs(session, *runs);
    return ExitCode::done;
}

}  // namespace

std::optional<chat::TaskTime> next_due(const StoredTask& stored) {
    if (!stored.task.is_enabled) return std::nullopt;
    const auto table = chat::Timetable::of(stored.task.schedule, zone_loader());
    return table ? table->next(stored.settled) : std::nullopt;
}

std::string time_text(const chat::Task& task) {
    return question::duration_text(std::chrono::duration_cast<std::chrono::seconds>(task.time_max));
}

void print_runs(const Session& session, const std::vector<TaskRun>& runs) {
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_list(out, "runs", runs, put_run);
        out.end_object();
        session.print(out);
        return;
    }
    Rows rows;
    for (const TaskRun& run : runs)
        rows.push_back({std::to_string(run.number), run.task, std::string(to_string(run.state)),
                        to_rfc3339(run.due), run.chat, escape_for_display(run.why)});
    print_rows(session, {"RUN", "TASK", "STATE", "DUE", "CHAT", "WHY"}, rows);
}

void add_task_records_commands(const Commands& commands, CLI::App& tasks) {
    add_command(commands, tasks, "list", "Lists the tasks with their next due times", list_tasks);
    auto name = std::make_shared<std::string>();
    add_command(commands, tasks, "show", "Shows a task",
                [name](Session& session) { return show_task(session, *name); })
        ->add_option("NAME", *name, "The task")
        ->required();
    add_command(commands, tasks, "runs",
                "Lists the newest " + std::to_string(k_runs_shown) +
                    " runs with their states; chat show CHAT has their answers",
                [name](Session& session) { return list_runs(session, *name); })
        ->add_option("NAME", *name, "The task; without it the runs of all");
}

}  // namespace iam::host
