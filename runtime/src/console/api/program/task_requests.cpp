#include "console/api/program/task_requests.hpp"

#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/api/program/keeper_answers.hpp"

#include <array>

namespace iam::console {
namespace {

using Kind = Member::Kind;

constexpr std::size_t k_task_name_max = 64;
constexpr std::size_t k_task_prompt_max = std::size_t{64} << 10U;
constexpr std::size_t k_task_word_max = 4096;
constexpr std::size_t k_task_run_max = std::size_t{1} << 53U;  // exact in every reader of JSON

constexpr Member k_task_name{"name", Kind::text, true, k_task_name_max, {}, "The task."};

constexpr std::array k_named_task{k_task_name};
constexpr std::array k_task_add{
    k_task_name,
    Member{"prompt", Kind::text, true, k_task_prompt_max, {}, "The message for the model."},
    Member{"schedule", Kind::text, true, k_word_max, "at every cron", "The kind of schedule."},
    Member{"when", Kind::text, true, k_word_max, {}, "A moment, a time, or the fields of cron."},
    Member{"zone", Kind::text, false, k_word_max, {}, "The time zone of cron."},
    Member{
        "profile", Kind::text, false, k_task_word_max, {}, "Model, instructions, tools, budgets."},
    Member{"model", Kind::text, false, k_task_word_max, {}, "In the place of the profile's."},
    Member{"missed", Kind::text, false, k_word_max, "once skip", "Due times that passed unseen."},
    Member{"time", Kind::text, false, k_word_max, {}, "The maximum time of a run; 1h if absent."}};
constexpr std::array k_task_resume{
    Member{"run", Kind::integer, true, k_task_run_max, {}, "The number of an ended run."}};

net::Response list_tasks(const ApiParts& api, const Asked& /*asked*/) {
    return list_of_keeper(api.parts.tasks);
}

net::Response add_task(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.tasks, [&](TaskKeeper& keeper) {
        return keeper.add({.name = asked.text("name"),
                           .prompt = asked.text("prompt"),
                           .schedule = asked.text("schedule"),
                           .when = asked.text("when"),
                           .zone = asked.text("zone"),
                           .profile = asked.text("profile"),
                           .model = asked.text("model"),
                           .missed = asked.text("missed"),
                           .time = asked.text("time")});
    });
}

net::Response enable_task(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.tasks, [&](TaskKeeper& keeper) {
        return keeper.set_enabled(asked.text("name"), true);
    });
}

net::Response disable_task(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.tasks, [&](TaskKeeper& keeper) {
        return keeper.set_enabled(asked.text("name"), false);
    });
}

net::Response remove_task(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.tasks,
                      [&](TaskKeeper& keeper) { return keeper.remove(asked.text("name")); });
}

net::Response run_task(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.tasks,
                      [&](TaskKeeper& keeper) { return keeper.run(asked.text("name")); });
}

net::Response resume_run(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.tasks, [&](TaskKeeper& keeper) {
        return keeper.resume(asked.integers.find("run")->second);
    });
}

constexpr std::array k_task_routes{
    Route{.method = "GET",
          .path = "/api/tasks",
          .respond = list_tasks,
          .summary = "Lists the tasks, and the newest runs with their true ends.",
          .answer = "is_here (false: the program has none), tasks, runs"},
    Route{.method = "POST",
          .path = "/api/tasks/add",
          .respond = add_task,
          .members = k_task_add,
          .summary = "Adds a task.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/tasks/enable",
          .respond = enable_task,
          .members = k_named_task,
          .summary = "Lets a task be due again.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/tasks/disable",
          .respond = disable_task,
          .members = k_named_task,
          .summary = "Lets a task be due no more.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/tasks/remove",
          .respond = remove_task,
          .members = k_named_task,
          .summary = "Forgets a task and its runs.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/tasks/run",
          .respond = run_task,
          .members = k_named_task,
          .summary = "Begins a run now; its end comes with the list.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/tasks/resume",
          .respond = resume_run,
          .members = k_task_resume,
          .summary = "Lets an ended run go on.",
          .answer = "done"}};

}  // namespace

std::span<const Route> task_routes() noexcept {
    return k_task_routes;
}

}  // namespace iam::console
