#include "host/commands/console/tasks/console_tasks.hpp"

#include "host/commands/console/servers/server_views.hpp"
#include "host/commands/tasks/task_parts.hpp"
#include "host/commands/tasks/task_records.hpp"
#include "host/commands/tasks/task_runner.hpp"
#include "host/commands/tasks/task_words.hpp"
#include "host/output/json_member.hpp"
#include <iam/core/clock.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::host {
namespace {

constexpr std::size_t k_said_max = 8;

void put_task_row(JsonWriter& out, const chat::StoredTask& stored) {
    const chat::Task& task = stored.task;
    out.begin_object();
    out.key("is_enabled");
    out.boolean(task.is_enabled);
    put_shown(out, "missed", chat::to_string(task.missed));
    put_shown(out, "model", task.model);
    put_shown(out, "name", task.name);
    if (const auto next = next_due(stored)) put_shown(out, "next", to_rfc3339(*next));
    put_shown(out, "profile", task.profile);
    put_shown(out, "prompt", task.prompt);
    put_shown(out, "schedule", chat::schedule_text(task.schedule));
    put_shown(out, "time", time_text(task));
    out.end_object();
}

void put_run_row(JsonWriter& out, const chat::TaskRun& run) {
    out.begin_object();
    put_shown(out, "chat", run.chat);
    put_shown(out, "due", to_rfc3339(run.due));
    if (run.ended) put_shown(out, "ended", to_rfc3339(*run.ended));
    out.key("run");
    out.integer(run.number);
    put_shown(out, "state", chat::to_string(run.state));
    put_shown(out, "task", run.task);
    put_shown(out, "why", run.why);
    out.end_object();
}

tl::unexpected<Error> unknown_task() {
    return fail(Errc::not_found, "There is no task of this name; load the list anew.");
}

Result<void> told(Result<void> done) {
    if (!done && done.error().code == Errc::not_found) return unknown_task();
    return done;
}

/// The options of this command line that choose the state and the person.
std::vector<std::string> options_of(const Session& session) {
    const CommonOptions& options = session.options();
    std::vector<std::string> words;
    const std::array<std::pair<const char*, const std::string&>, 5> given{{
        {"--state", options.state},
        {"--servers", options.servers},
        {"--user", options.user},
        {"--workspace", options.workspace},
        {"--session", options.session},
    }};
    for (const auto& [name, value] : given) {
        // One word, so that no value is taken for an option.
        if (!value.empty()) words.push_back(std::string(name) + "=" + value);
    }
    return words;
}

}  // namespace

Result<std::string> ConsoleTasks::list() {
    const std::lock_guard lock(mutex_);
    IAM_TRY(tasks, open_tasks(session_));
    IAM_CHECK(settle_cut_runs(session_, *tasks));
    IAM_TRY(stored, tasks->tasks());
    IAM_TRY(runs, tasks->runs("", k_runs_shown));
    const std::lock_guard said_lock(said_mutex_);
    JsonWriter out;
    out.begin_object();
    put_list(out, "runs", runs, put_run_row);
    put_list(out, "said", said_, [](JsonWriter& to, const TaskProgramEnd& end) {
        to.begin_object();
        put_shown(to, "errors", end.errors);
        put_shown(to, "words", end.words);
        to.end_object();
    });
    put_list(out, "tasks", stored, put_task_row);
    out.end_object();
    return out.take();
}

Result<void> ConsoleTasks::add(const console::TaskDraft& draft) {
    const std::lock_guard lock(mutex_);
    TaskWords words{.name = draft.name, .profile = draft.profile, .model = draft.model};
    if (draft.schedule == "at") words.at = draft.when;
    if (draft.schedule == "every") words.every = draft.when;
    if (draft.schedule == "cron") {
        words.cron = draft.when;
        words.zone = draft.zone;
    }
    if (!draft.missed.empty()) words.missed = draft.missed;
    if (!draft.time.empty()) words.time = draft.time;
    IAM_TRY(task, task_of(session_, words, draft.prompt));
    IAM_TRY(tasks, open_tasks(session_));
    return tasks->add(task, now_of(session_));
}

Result<void> ConsoleTasks::set_enabled(const std::string& name, bool is_enabled) {
    IAM_TRY(tasks, open_tasks(session_));
    return told(tasks->set_enabled(name, is_enabled, now_of(session_)));
}

Result<void> ConsoleTasks::remove(const std::string& name) {
    IAM_TRY(tasks, open_tasks(session_));
    return told(tasks->remove(name));
}

Result<void> ConsoleTasks::run(const std::string& name) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(tasks, open_tasks(session_));
    IAM_TRY(task, tasks->task(name));
    if (!task) return unknown_task();
    IAM_CHECK(tasks->hold(name));  // a conflict is told at once; the program holds it anew
    return start("run", name);
}

Result<void> ConsoleTasks::resume(std::uint64_t run) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(tasks, open_tasks(session_));
    IAM_TRY(known, tasks->run(run));
    if (!known) return fail(Errc::not_found, "There is no such run; load the list anew.");
    IAM_CHECK(tasks->hold(known->task));
    return start("resume", std::to_string(run));
}

Result<void> ConsoleTasks::start(const std::string& verb, const std::string& object) {
    std::erase_if(programs_, [](const auto& program) { return program->has_ended(); });
    if (programs_.size() >= k_runs_at_once)
        return fail(Errc::conflict, "This console runs " + std::to_string(k_runs_at_once) +
                                        " tasks already; wait for one to end.");
    std::vector<std::string> arguments{session_.registry().application()};
    for (std::string& option : options_of(session_)) arguments.push_back(std::move(option));
    arguments.insert(arguments.end(), {"tasks", verb, object});
    IAM_TRY(program, TaskProgram::start(std::move(arguments), verb + " " + object,
                                        [this](const TaskProgramEnd& end) { note(end); }));
    programs_.push_back(std::move(program));
    return {};
}

void ConsoleTasks::note(const TaskProgramEnd& end) {
    if (end.errors.empty()) return;
    const std::lock_guard lock(said_mutex_);
    said_.push_back(end);
    if (said_.size() > k_said_max) said_.pop_front();
}

}  // namespace iam::host
