// Tests of runtime/src/store_postgres/tasks/{postgres_tasks,task_records}.cpp that other stores of
// tasks do not share.
#include "../cut_wire.hpp"
#include "../fixture.hpp"

#include <store_postgres/tasks/postgres_tasks.hpp>

using namespace iam::test;
using namespace iam::chat;
using iam::Errc;
using iam::store::Mode;
using iam::store_postgres::open_tasks_with;
using Cut = CutWire::Cut;

namespace {

const TaskTime k_wired_noon{std::chrono::hours{24 * 365 * 50 + 12}};

Task wired_task(const std::string& name) {
    Task task;
    task.name = name;
    task.prompt = "Go on.";
    task.schedule = EveryPeriod{std::chrono::hours{1}, k_wired_noon};
    return task;
}

/// Tasks behind a wire that can be cut.
struct WiredTasks {
    Ledger ledger{};
    CutWire wire{server()};
    std::unique_ptr<TaskStore> tasks{};

    WiredTasks() {
        ledger.made();
        tasks = must(
            open_tasks_with(ledger.place_of(ledger.folder(), wire.folder()), Mode::read_write, {}));
    }
};

}  // namespace

TEST_CASE("tasks are added, enabled and removed once, however their commits are cut (P18)") {
    const Cut cut = GENERATE(Cut::before_arrival, Cut::within, Cut::before_answer);
    WiredTasks wired;
    wired.wire.plan(cut);
    CHECK(wired.tasks->add(wired_task("first"), k_wired_noon));
    wired.wire.plan(cut);
    Task other = wired_task("first");
    other.prompt = "Another one.";
    CHECK(wired.tasks->add(other, k_wired_noon).error().code == Errc::conflict);
    wired.wire.plan(cut);
    CHECK(wired.tasks->set_enabled("first", false, k_wired_noon));
    CHECK_FALSE(must(wired.tasks->task("first"))->task.is_enabled);
    const auto held = must(wired.tasks->hold("first"));
    CHECK(wired.wire.cuts() == 3);
}

TEST_CASE("a task is held and removed, however the commits are cut (P18)") {
    const Cut cut = GENERATE(Cut::before_arrival, Cut::within, Cut::before_answer);
    WiredTasks wired;
    REQUIRE(wired.tasks->add(wired_task("first"), k_wired_noon));
    wired.wire.plan(cut);
    {
        const auto held = must(wired.tasks->hold("first"));
        CHECK(wired.tasks->hold("first").error().code == Errc::conflict);
        wired.wire.plan(cut);
    }
    wired.wire.plan(cut, 1);  // the task is held first
    CHECK(wired.tasks->remove("first"));
    CHECK(wired.wire.cuts() == 3);
    CHECK(must(wired.tasks->tasks()).empty());
}

TEST_CASE("a due time is recorded once, however its commit is cut (P18) (H30)") {
    const Cut cut = GENERATE(Cut::before_arrival, Cut::within, Cut::before_answer);
    WiredTasks wired;
    REQUIRE(wired.tasks->add(wired_task("first"), k_wired_noon));
    const TaskTime due = k_wired_noon + std::chrono::hours{1};
    const TaskRun run{.due = due, .began = due, .chat = "chat-1"};
    wired.wire.plan(cut);
    const auto recorded = must(wired.tasks->record("first", k_wired_noon, due, {run, run}));
    REQUIRE(recorded.size() == 2);
    CHECK(recorded[1].number == recorded[0].number + 1);
    // A run that moves no due time might be recorded twice as well.
    wired.wire.plan(cut);
    const auto now = must(wired.tasks->record("first", due, due, {run}));
    CHECK(wired.wire.cuts() == 2);
    CHECK(must(wired.tasks->runs("first", 10)) == std::vector{now[0], recorded[1], recorded[0]});
}

TEST_CASE("a run changes its state once, however its commit is cut (P18) (H30)") {
    const Cut cut = GENERATE(Cut::before_arrival, Cut::within, Cut::before_answer);
    WiredTasks wired;
    REQUIRE(wired.tasks->add(wired_task("first"), k_wired_noon));
    TaskRun run = must(wired.tasks->record("first", k_wired_noon, k_wired_noon, {TaskRun{}}))[0];
    run.state = RunState::done;
    run.ended = k_wired_noon;
    wired.wire.plan(cut);
    CHECK(wired.tasks->update(run, RunState::running));
    CHECK(must(wired.tasks->run(run.number)) == run);
    run.state = RunState::failed;
    wired.wire.plan(cut);
    CHECK(wired.tasks->update(run, RunState::running).error().code == Errc::conflict);
    CHECK(wired.wire.cuts() == 2);
}

TEST_CASE("words of a newer program in a row of tasks are corrupt") {
    WiredTasks wired;
    REQUIRE(wired.tasks->add(wired_task("first"), k_wired_noon));
    REQUIRE(wired.tasks->record("first", k_wired_noon, k_wired_noon, {TaskRun{}}));
    wired.ledger.past("UPDATE @tasks SET missed = 'all'");
    wired.ledger.past("UPDATE @task_runs SET state = 'asleep'");
    const iam::Error error = error_of(wired.tasks->tasks());
    CHECK(error.code == Errc::corrupt);
    CHECK(contains(error.message, "the task 'first'"));
    CHECK(error_of(wired.tasks->runs("first", 1)).code == Errc::corrupt);
}
