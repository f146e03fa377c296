// The cases that every lasting chat::TaskStore passes.
#include <support/conformance.hpp>
#include <support/stores/side_place.hpp>

#include <chrono>
#include <limits>
#include <set>

namespace {

using Catch::Contains;
using iam::Errc;
using iam::store::Mode;
using iam::test::code_of;
using iam::test::count_true;
using iam::test::ok;
using namespace iam::chat;
using std::chrono::hours;
using std::chrono::minutes;

const TaskTime k_task_noon{hours{24 * 365 * 50 + 12}};

Task shared_task(const std::string& name) {
    Task task;
    task.name = name;
    task.profile = "home";
    task.model = "ollama/qwen3:8b";
    task.prompt = "Which alarms are set?";
    task.schedule = CronFields{"0 9 * * *", "Europe/Berlin"};
    return task;
}

/// Tasks that many programs open.
struct SharedTasks {
    std::unique_ptr<iam::test::SidePlace> place = iam::test::make_side_place();
    std::unique_ptr<TaskStore> open(Mode mode = Mode::read_write) const {
        return ok(place->tasks(mode));
    }
    /// For threads: Catch's macros belong to the first one.
    iam::Result<std::unique_ptr<TaskStore>> open_in_thread() const {
        return place->tasks(Mode::read_write);
    }
};

TaskRun run_at(TaskTime due, RunState state = RunState::running) {
    return {.due = due, .began = due, .state = state, .chat = "chat-1"};
}

}  // namespace

TEST_CASE("tasks: those of every schedule are there again when the place is opened anew (H30)") {
    const SharedTasks shared;
    Task at = shared_task("at");
    at.schedule = AtMoment{k_task_noon};
    at.missed = MissedPolicy::skip;
    Task every = shared_task("every");
    every.schedule = EveryPeriod{minutes{15}, k_task_noon};
    every.time_max = std::chrono::milliseconds{1500};
    Task cron = shared_task("cron");
    cron.is_enabled = false;
    for (const Task& task : {at, every, cron}) REQUIRE(shared.open()->add(task, k_task_noon));
    const auto tasks = ok(shared.open()->tasks());
    REQUIRE(tasks.size() == 3);
    CHECK(tasks[0].task == at);
    CHECK(tasks[1].task == cron);
    CHECK(tasks[2].task == every);
    CHECK(tasks[2].settled == k_task_noon);
    CHECK((*shared.open(Mode::read_only)->task("every"))->task == every);
    CHECK_FALSE(*shared.open()->task("other"));
}

TEST_CASE("tasks: a name is taken once, and a place has a bounded number of tasks") {
    const SharedTasks shared;
    const auto tasks = shared.open();
    REQUIRE(tasks->add(shared_task("first"), k_task_noon));
    const auto again = tasks->add(shared_task("first"), k_task_noon);
    CHECK(code_of(again) == Errc::conflict);
    CHECK_THAT(again.error().message, Contains("a task 'first' already"));
    CHECK(code_of(tasks->add(shared_task("no name"), k_task_noon)) == Errc::invalid_argument);
    shared.place->past(shared.place->copies_of_task(k_tasks_max - 2));
    CHECK(tasks->add(shared_task("last"), k_task_noon));
    const auto full = tasks->add(shared_task("next"), k_task_noon);
    CHECK(code_of(full) == Errc::conflict);
    CHECK_THAT(full.error().message, Contains("1000 tasks"));
    CHECK(code_of(tasks->add(shared_task("first"), k_task_noon)) == Errc::conflict);
    REQUIRE(tasks->remove("first"));
    CHECK(tasks->add(shared_task("next"), k_task_noon));
}

TEST_CASE("tasks: programs that add tasks at once do not pass the bound") {
    const SharedTasks shared;
    REQUIRE(shared.open()->add(shared_task("first"), k_task_noon));
    shared.place->past(shared.place->copies_of_task(k_tasks_max - 3));
    const auto add = [&](int i) {
        const auto tasks = shared.open_in_thread();
        const Task task = shared_task("racing-" + std::to_string(i));
        return tasks && (*tasks)->add(task, k_task_noon);
    };
    CHECK(count_true(6, add) == 2);
    CHECK(ok(shared.open()->tasks()).size() == k_tasks_max);
}

TEST_CASE("tasks: any text is kept, also one that is no UTF-8") {
    const SharedTasks shared;
    Task odd = shared_task("odd");
    odd.prompt = std::string("a\0b\xFF", 4);
    odd.profile = "\xFF";
    REQUIRE(shared.open()->add(odd, k_task_noon));
    CHECK((*shared.open()->task("odd"))->task == odd);
    TaskRun run = run_at(k_task_noon);
    run.why = std::string("\0\xFE", 2);
    REQUIRE(shared.open()->record("odd", k_task_noon, k_task_noon, {run}));
    CHECK(ok(shared.open()->runs("odd", 1)).at(0).why == run.why);
    CHECK_FALSE(*shared.open()->task("\xFF"));
}

TEST_CASE("tasks: enabling leaves the due times of the pause out (H30)") {
    const SharedTasks shared;
    const auto tasks = shared.open();
    REQUIRE(tasks->add(shared_task("first"), k_task_noon));
    REQUIRE(tasks->set_enabled("first", false, k_task_noon + hours{1}));
    CHECK_FALSE((*tasks->task("first"))->task.is_enabled);
    CHECK((*tasks->task("first"))->settled == k_task_noon);
    REQUIRE(tasks->set_enabled("first", true, k_task_noon + hours{2}));
    CHECK((*tasks->task("first"))->task.is_enabled);
    CHECK((*tasks->task("first"))->settled == k_task_noon + hours{2});
    CHECK(code_of(tasks->set_enabled("other", true, k_task_noon)) == Errc::not_found);
}

TEST_CASE("tasks: a due time is recorded once, by the first of two programs (H30)") {
    const SharedTasks shared;
    const auto tasks = shared.open();
    REQUIRE(tasks->add(shared_task("first"), k_task_noon));
    const TaskTime due = k_task_noon + hours{1};
    const auto recorded = ok(tasks->record("first", k_task_noon, due,
                                           {run_at(k_task_noon, RunState::missed), run_at(due)}));
    REQUIRE(recorded.size() == 2);
    CHECK(recorded[0].number == 1);
    CHECK(recorded[1].number == 2);
    CHECK(recorded[0].task == "first");
    CHECK(code_of(shared.open()->record("first", k_task_noon, due, {run_at(due)})) ==
          Errc::conflict);
    CHECK(code_of(tasks->record("other", k_task_noon, due, {run_at(due)})) == Errc::conflict);
    CHECK(ok(tasks->runs("", 10)) == std::vector{recorded[1], recorded[0]});
    CHECK((*tasks->task("first"))->settled == due);
}

TEST_CASE("tasks: of programs that see one due time, one records it (H30)") {
    const SharedTasks shared;
    REQUIRE(shared.open()->add(shared_task("first"), k_task_noon));
    for (int round = 0; round < 10; ++round) {
        const TaskTime settled = k_task_noon + hours{round};
        const TaskTime due = settled + hours{1};
        CHECK(count_true(4, [&](int) {
                  const auto tasks = shared.open_in_thread();
                  return tasks && (*tasks)->record("first", settled, due, {run_at(due)});
              }) == 1);
    }
    CHECK(ok(shared.open()->runs("first", 100)).size() == 10);
}

TEST_CASE("tasks: a run changes its state from the expected one only (H30)") {
    const SharedTasks shared;
    const auto tasks = shared.open();
    REQUIRE(tasks->add(shared_task("first"), k_task_noon));
    TaskRun run =
        ok(tasks->record("first", k_task_noon, k_task_noon, {run_at(k_task_noon)})).front();
    run.state = RunState::failed;
    run.ended = k_task_noon + minutes{1};
    run.why = "The model is away.";
    CHECK(code_of(tasks->update(run, RunState::awaiting)) == Errc::conflict);
    REQUIRE(tasks->update(run, RunState::running));
    CHECK(code_of(tasks->update(run, RunState::running)) == Errc::conflict);
    CHECK(**shared.open()->run(run.number) == run);
    CHECK_FALSE(*tasks->run(99));
    CHECK_FALSE(*tasks->run(std::numeric_limits<std::uint64_t>::max()));
    CHECK(tasks->runs_in(RunState::running)->empty());
    CHECK(tasks->runs_in(RunState::failed)->size() == 1);
}

TEST_CASE("tasks: a task has one owner at a time, which the end of its object frees") {
    const SharedTasks shared;
    const auto first = shared.open();
    const auto second = shared.open();
    REQUIRE(first->add(shared_task("first"), k_task_noon));
    auto held = first->hold("first");
    REQUIRE(held);
    const auto refused = second->hold("first");
    CHECK(code_of(refused) == Errc::conflict);
    CHECK_THAT(refused.error().message,
               Contains("the task 'first' runs in process") && Contains("wait for its end"));
    CHECK(code_of(second->remove("first")) == Errc::conflict);
    held = iam::fail(Errc::internal, "over");
    CHECK(second->hold("first"));
    CHECK(code_of(first->hold("../ledger")) == Errc::not_found);
    CHECK(code_of(first->hold("other")) == Errc::not_found);
}

TEST_CASE("tasks: a removed task takes its runs with it, and no number comes again") {
    const SharedTasks shared;
    const auto tasks = shared.open();
    REQUIRE(tasks->add(shared_task("first"), k_task_noon));
    REQUIRE(tasks->record("first", k_task_noon, k_task_noon,
                          {run_at(k_task_noon), run_at(k_task_noon)}));
    REQUIRE(tasks->remove("first"));
    CHECK(code_of(tasks->remove("first")) == Errc::not_found);
    CHECK(tasks->runs("", 10)->empty());
    REQUIRE(tasks->add(shared_task("first"), k_task_noon));
    CHECK(ok(tasks->record("first", k_task_noon, k_task_noon, {run_at(k_task_noon)}))
              .front()
              .number == 3);
}

TEST_CASE("tasks: old ended runs are forgotten, and those that wait are not") {
    const SharedTasks shared;
    const auto tasks = shared.open();
    REQUIRE(tasks->add(shared_task("first"), k_task_noon));
    std::vector<TaskRun> runs(k_runs_kept + 5, run_at(k_task_noon, RunState::done));
    runs.front().state = RunState::awaiting;
    const auto recorded = ok(tasks->record("first", k_task_noon, k_task_noon, runs));
    CHECK(recorded.back().number == k_runs_kept + 5);
    const auto kept = ok(tasks->runs("first", std::numeric_limits<std::size_t>::max()));
    CHECK(kept.size() == k_runs_kept + 1);
    CHECK(kept.front().number == k_runs_kept + 5);
    CHECK(kept.back().number == 1);
    CHECK(tasks->runs("first", 3)->size() == 3);
}

TEST_CASE("tasks: programs record runs of one place at once, each with a number of its own") {
    const SharedTasks shared;
    const auto record = [&](int i) {
        const auto tasks = shared.open_in_thread();
        const std::string name = "task-" + std::to_string(i);
        if (!tasks || !(*tasks)->add(shared_task(name), k_task_noon)) return false;
        for (int round = 0; round < 20; ++round)
            if (!(*tasks)->record(name, k_task_noon, k_task_noon, {run_at(k_task_noon)}))
                return false;
        return true;
    };
    CHECK(count_true(4, record) == 4);
    std::set<std::uint64_t> numbers;
    for (const TaskRun& run : ok(shared.open()->runs("", 1000))) numbers.insert(run.number);
    CHECK(numbers.size() == 80);
    CHECK(ok(shared.open()->runs("task-0", 1000)).size() == 20);
}
