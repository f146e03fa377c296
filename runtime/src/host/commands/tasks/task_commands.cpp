// tasks: prompts that a model gets by a schedule.
#include "host/commands/chat/chat_records.hpp"
#include "host/commands/chat/model_choice.hpp"
#include "host/commands/commands.hpp"
#include "host/commands/tasks/task_parts.hpp"
#include "host/commands/tasks/task_records.hpp"
#include "host/commands/tasks/task_runner.hpp"
#include "host/commands/tasks/task_words.hpp"
#include "host/session/input.hpp"
#include <iam/core/clock.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace iam::host {
namespace {

/// A person is not there: a question waits this long for an answer.
constexpr std::chrono::hours k_task_question_lifetime{24};

ExitCode add_task(Session& session, const TaskWords& words) {
    auto prompt = text_or_input(words.prompt, session.environment().in);
    if (!prompt) return session.report(prompt.error());
    const auto task = task_of(session, words, *std::move(prompt));
    if (!task) return session.report(task.error());
    const auto tasks = open_tasks(session);
    if (!tasks) return session.report(tasks.error());
    if (const auto added = (*tasks)->add(*task, now_of(session)); !added)
        return session.report(added.error());
    const auto table = chat::Timetable::of(task->schedule, zone_loader());
    const auto next = table ? table->next(now_of(session)) : std::nullopt;
    session.say("Task " + task->name + " is due first at " + (next ? to_rfc3339(*next) : "?") +
                ". Programs run due tasks by: " + session.command("tasks run-due"));
    return ExitCode::done;
}

ExitCode change_task(Session& session, const std::string& name,
                     const std::function<Result<void>(chat::TaskStore&)>& change,
                     const std::string& done) {
    const auto tasks = open_tasks(session);
    if (!tasks) return session.report(tasks.error());
    const auto changed = change(**tasks);
    if (!changed && changed.error().code == Errc::not_found)
        return session.report(no_such_task(session, name));
    if (!changed) return session.report(changed.error());
    session.say(done);
    return ExitCode::done;
}

bool has_failed(const chat::TaskRun& run) {
    return run.state != chat::RunState::done && run.state != chat::RunState::awaiting;
}

/// CLI11 takes -1, and a number that is too large, for the largest one.
std::string is_run_number(const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem == std::errc() && end == text.data() + text.size()) return {};
    return "a run has a number from 1; tasks runs lists them";
}

/// Runs by `act` and prints the ended runs.
ExitCode run_tasks(Session& session, std::size_t at_once,
                   const std::function<Result<void>(TaskRunner&)>& act) {
    chat::TaintGuard& taint_guard = session.guard_taint();
    auto desk = session.open_desk(Asking::leave_open, gate::Settings().open_questions_max,
                                  k_task_question_lifetime);
    if (!desk) return session.report(desk.error());
    const auto tasks = open_tasks(session);
    if (!tasks) return session.report(tasks.error());
    const auto chats = open_chats(session, store::Mode::read_write);
    if (!chats) return session.report(chats.error());
    EventQueue events;
    TaskRunner runner({.session = session,
                       .desk = *desk,
                       .chats = **chats,
                       .taint_guard = taint_guard,
                       .events = events},
                      **tasks, at_once);
    const auto acted = act(runner);
    if (!acted) return session.report(acted.error());
    print_runs(session, runner.ended());
    const auto& ended = runner.ended();
    if (runner.had_errors() || std::any_of(ended.begin(), ended.end(), has_failed))
        return ExitCode::failed;
    return ExitCode::done;
}

/// One run for a person: a run that waits is not done.
ExitCode run_one(Session& session, const std::function<Result<void>(TaskRunner&)>& act) {
    bool waits = false;
    const ExitCode code = run_tasks(session, 1, [&](TaskRunner& runner) -> Result<void> {
        IAM_CHECK(act(runner));
        for (const chat::TaskRun& run : runner.ended())
            waits = waits || run.state == chat::RunState::awaiting;
        return {};
    });
    return code == ExitCode::done && waits ? ExitCode::undecided : code;
}

void add_task_adding(const Commands& commands, CLI::App& tasks) {
    auto words = std::make_shared<TaskWords>();
    CLI::App* add = add_command(commands, tasks, "add", "Adds a task",
                                [words](Session& session) { return add_task(session, *words); });
    add->add_option("NAME", words->name, "1 to 64 of A-Z a-z 0-9 _ -")->required();
    add->add_option("PROMPT", words->prompt, "The message for the model; \"-\": standard input")
        ->required();
    CLI::Option* const at =
        add->add_option("--at", words->at, "Due once, e.g. 2026-03-01T09:00:00+01:00")
            ->type_name("MOMENT");
    CLI::Option* const every =
        add->add_option("--every", words->every, "Due every so often from now on, e.g. 15m or 1d")
            ->type_name("TIME")
            ->excludes(at);
    CLI::Option* const cron =
        add->add_option("--cron", words->cron,
                        "Minute, hour, day of the month, month and weekday, as crontab(5) has\n"
                        "them, e.g. \"30 9 * * mon-fri\"")
            ->type_name("FIELDS")
            ->excludes(at)
            ->excludes(every);
    CLI::Option* const zone =
        add->add_option("--zone", words->zone,
                        "The time zone of --cron by its IANA name, e.g. Europe/Berlin or UTC")
            ->type_name("ZONE");
    cron->needs(zone);
    zone->needs(cron);
    add->add_option(
           "--profile", words->profile,
           "Model, instructions, tools and budgets of this profile; chat profiles list names them")
        ->type_name("NAME|FILE");
    add->add_option("--model", words->model,
                    model_help() +
                        ".\nOf a profile with another model, the address and the key "
                        "do not count")
        ->type_name("PROVIDER/NAME");
    add->add_option("--missed", words->missed,
                    "Due times that passed while no program looked for due tasks: once (the last\n"
                    "one runs late) or skip")
        ->type_name("once|skip");
    add->add_option("--time", words->time, "The maximum time of a run, 1s to 24h; usually 1h")
        ->type_name("TIME");
    give_examples(*add, commands.session,
                  {"tasks add morning \"Which alarms are set?\" --cron \"30 7 * * *\" --zone "
                   "Europe/Berlin --model ollama/qwen3:8b"});
}

void add_task_changes(const Commands& commands, CLI::App& tasks) {
    auto name = std::make_shared<std::string>();
    const auto with_name = [&](const char* command, const char* help,
                               std::function<ExitCode(Session&, const std::string&)> action) {
        add_command(
            commands, tasks, command, help,
            [name, action = std::move(action)](Session& session) { return action(session, *name); })
            ->add_option("NAME", *name, "The task")
            ->required();
    };
    const auto enable = [](Session& session, const std::string& task, bool is_enabled) {
        return change_task(
            session, task,
            [&](chat::TaskStore& store) {
                return store.set_enabled(task, is_enabled, now_of(session));
            },
            is_enabled ? "Enabled. Due times until now are left out."
                       : "Disabled. A run that goes on is not stopped.");
    };
    with_name("enable", "Lets a task be due again",
              [enable](Session& session, const std::string& task) {
                  return enable(session, task, true);
              });
    with_name("disable", "Lets a task be due no more",
              [enable](Session& session, const std::string& task) {
                  return enable(session, task, false);
              });
    with_name("remove", "Forgets a task and its runs; their chats stay",
              [](Session& session, const std::string& task) {
                  return change_task(
                      session, task, [&](chat::TaskStore& store) { return store.remove(task); },
                      "The task and its runs are gone. Their chats and the ledger stay.");
              });
    with_name("run", "Runs a task once, now, as run-due would",
              [](Session& session, const std::string& task) {
                  return run_one(session, [&](TaskRunner& runner) { return runner.run_now(task); });
              });
}

void add_task_runs(const Commands& commands, CLI::App& tasks) {
    auto at_once = std::make_shared<std::size_t>(k_runs_at_once);
    add_command(commands, tasks, "run-due",
                "Runs the due tasks, and waiting runs whose questions are answered; for cron and\n"
                "systemd. Asks nobody: a question stays open, and its run waits",
                [at_once](Session& session) {
                    return run_tasks(session, *at_once, [](TaskRunner& runner) -> Result<void> {
                        runner.run_due();
                        return {};
                    });
                })
        ->add_option("--max", *at_once, "So many runs at once; usually 4")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, k_runs_at_once_max));
    auto number = std::make_shared<std::uint64_t>(0);
    add_command(commands, tasks, "resume",
                "Lets a run go on: one whose questions are answered, or that was stopped, failed,\n"
                "was interrupted or used up a budget",
                [number](Session& session) {
                    return run_one(session,
                                   [&](TaskRunner& runner) { return runner.resume(*number); });
                })
        ->add_option("RUN", *number, "The number of the run, as tasks runs lists it")
        ->check(is_run_number)
        ->required();
}

}  // namespace

void add_task_commands(const Commands& commands) {
    CLI::App* tasks = commands.app.add_subcommand(
        "tasks", "Prompts that a model gets by a schedule, without a person");
    tasks->require_subcommand(1);
    add_task_adding(commands, *tasks);
    add_task_records_commands(commands, *tasks);
    add_task_changes(commands, *tasks);
    add_task_runs(commands, *tasks);
    give_examples(*tasks, commands.session,
                  {"tasks list", "tasks run morning", "tasks run-due", "tasks runs morning"});
}

}  // namespace iam::host
