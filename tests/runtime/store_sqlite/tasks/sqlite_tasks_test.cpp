// Tests of runtime/src/store_sqlite/tasks/{sqlite_tasks,task_rows,tasks_schema}.cpp and
// runtime/src/store_sqlite/files/side_database.cpp.
#include <iam/store_sqlite/backup.hpp>
#include <iam/store_sqlite/sqlite_chats.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>
#include <iam/store_sqlite/sqlite_tasks.hpp>
#include <support/fake_entropy.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sqlite3.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Catch::Contains;
using iam::Errc;
using namespace iam::chat;
using iam::store::Mode;
using iam::store_sqlite::open_tasks;
using std::chrono::hours;
using std::chrono::minutes;

const TaskTime k_noon{hours{24 * 365 * 50 + 12}};

Task task_named(const std::string& name) {
    Task task;
    task.name = name;
    task.profile = "home";
    task.model = "ollama/qwen3:8b";
    task.prompt = "Which alarms are set?";
    task.schedule = CronFields{"0 9 * * *", "Europe/Berlin"};
    return task;
}

/// A state folder, which a ledger has made.
struct TasksFolder {
    iam::test::TempDir folder{};
    iam::test::FakeEntropy entropy{};
    TasksFolder() { REQUIRE(iam::store_sqlite::open(path(), Mode::read_write, entropy)); }
    std::filesystem::path path() const { return folder / "state"; }
    std::unique_ptr<TaskStore> open(Mode mode = Mode::read_write) const {
        auto tasks = open_tasks(path(), mode);
        if (!tasks) FAIL(tasks.error().message);
        return *std::move(tasks);
    }
    std::string refusal(Mode mode = Mode::read_write) const {
        const auto tasks = open_tasks(path(), mode);
        return tasks ? "" : tasks.error().message;
    }
    void run_sql(const char* sql) const {
        sqlite3* database = nullptr;
        REQUIRE(sqlite3_open((path() / "tasks.db").c_str(), &database) == SQLITE_OK);
        CHECK(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
        sqlite3_close(database);
    }
};

TaskRun running(TaskTime due) {
    return {.due = due, .began = due, .state = RunState::running, .chat = "chat-1"};
}

template <class Value>
Errc code_of_tasks(const iam::Result<Value>& result) {
    REQUIRE_FALSE(result);
    return result.error().code;
}

}  // namespace

TEST_CASE("tasks of every schedule are there again when the state is opened anew (H30)") {
    const TasksFolder state;
    Task at = task_named("at");
    at.schedule = AtMoment{k_noon};
    at.missed = MissedPolicy::skip;
    Task every = task_named("every");
    every.schedule = EveryPeriod{minutes{15}, k_noon};
    every.time_max = std::chrono::milliseconds{1500};
    Task cron = task_named("cron");
    cron.is_enabled = false;
    for (const Task& task : {at, every, cron}) REQUIRE(state.open()->add(task, k_noon));
    const auto tasks = state.open()->tasks();
    REQUIRE(tasks);
    REQUIRE(tasks->size() == 3);
    CHECK((*tasks)[0].task == at);
    CHECK((*tasks)[1].task == cron);
    CHECK((*tasks)[2].task == every);
    CHECK((*tasks)[2].settled == k_noon);
    CHECK((*state.open()->task("every"))->task == every);
    CHECK_FALSE(*state.open()->task("other"));
    struct stat facts {};
    REQUIRE(::stat((state.path() / "tasks.db").c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777U) == 0600U);
}

TEST_CASE("a name is taken once, and a state has a bounded number of tasks") {
    const TasksFolder state;
    const auto tasks = state.open();
    REQUIRE(tasks->add(task_named("first"), k_noon));
    CHECK(code_of_tasks(tasks->add(task_named("first"), k_noon)) == Errc::conflict);
    CHECK(code_of_tasks(tasks->add(task_named("no name"), k_noon)) == Errc::invalid_argument);
    state.run_sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) "
        "INSERT INTO tasks SELECT 'more-' || i, profile, model, prompt, moment, period_s, fields, "
        "zone, missed, time_max_ms, is_enabled, settled FROM tasks, n WHERE name = 'first'");
    const auto full = tasks->add(task_named("last"), k_noon);
    CHECK(code_of_tasks(full) == Errc::conflict);
    CHECK_THAT(full.error().message, Contains("1000 tasks"));
}

TEST_CASE("enabling leaves the due times of the pause out (H30)") {
    const TasksFolder state;
    const auto tasks = state.open();
    REQUIRE(tasks->add(task_named("first"), k_noon));
    REQUIRE(tasks->set_enabled("first", false, k_noon + hours{1}));
    CHECK_FALSE((*tasks->task("first"))->task.is_enabled);
    CHECK((*tasks->task("first"))->settled == k_noon);
    REQUIRE(tasks->set_enabled("first", true, k_noon + hours{2}));
    CHECK((*tasks->task("first"))->task.is_enabled);
    CHECK((*tasks->task("first"))->settled == k_noon + hours{2});
    CHECK(code_of_tasks(tasks->set_enabled("other", true, k_noon)) == Errc::not_found);
}

TEST_CASE("a due time is recorded once, by the first of two programs (H30)") {
    const TasksFolder state;
    const auto tasks = state.open();
    REQUIRE(tasks->add(task_named("first"), k_noon));
    const TaskTime due = k_noon + hours{1};
    const auto recorded = tasks->record("first", k_noon, due, {running(due)});
    REQUIRE(recorded);
    CHECK(recorded->front().number == 1);
    CHECK(recorded->front().task == "first");
    CHECK(code_of_tasks(state.open()->record("first", k_noon, due, {running(due)})) ==
          Errc::conflict);
    CHECK(code_of_tasks(tasks->record("other", k_noon, due, {running(due)})) == Errc::conflict);
    CHECK(tasks->runs("", 10)->size() == 1);
    CHECK((*tasks->task("first"))->settled == due);
}

TEST_CASE("a run changes its state from the expected one only (H30)") {
    const TasksFolder state;
    const auto tasks = state.open();
    REQUIRE(tasks->add(task_named("first"), k_noon));
    TaskRun run = tasks->record("first", k_noon, k_noon, {running(k_noon)})->front();
    run.state = RunState::failed;
    run.ended = k_noon + minutes{1};
    run.why = "The model is away.";
    CHECK(code_of_tasks(tasks->update(run, RunState::awaiting)) == Errc::conflict);
    REQUIRE(tasks->update(run, RunState::running));
    CHECK(code_of_tasks(tasks->update(run, RunState::running)) == Errc::conflict);
    CHECK(**state.open()->run(run.number) == run);
    CHECK_FALSE(*tasks->run(99));
    CHECK(tasks->runs_in(RunState::running)->empty());
    CHECK(tasks->runs_in(RunState::failed)->size() == 1);
}

TEST_CASE("a task has one owner at a time, which the end of its object frees") {
    const TasksFolder state;
    const auto first = state.open();
    const auto second = state.open();
    REQUIRE(first->add(task_named("first"), k_noon));
    auto held = first->hold("first");
    REQUIRE(held);
    CHECK(code_of_tasks(second->hold("first")) == Errc::conflict);
    CHECK(code_of_tasks(second->remove("first")) == Errc::conflict);
    held = iam::fail(Errc::internal, "over");
    CHECK(second->hold("first"));
    CHECK(code_of_tasks(first->hold("../ledger")) == Errc::not_found);
    CHECK(code_of_tasks(first->hold("other")) == Errc::not_found);
}

TEST_CASE("a removed task takes its runs and its lock with it, and no number comes again") {
    const TasksFolder state;
    const auto tasks = state.open();
    REQUIRE(tasks->add(task_named("first"), k_noon));
    REQUIRE(tasks->record("first", k_noon, k_noon, {running(k_noon), running(k_noon)}));
    REQUIRE(tasks->remove("first"));
    CHECK(code_of_tasks(tasks->remove("first")) == Errc::not_found);
    CHECK(tasks->runs("", 10)->empty());
    CHECK_FALSE(std::filesystem::exists(state.path() / "task-first.lock"));
    REQUIRE(tasks->add(task_named("first"), k_noon));
    CHECK(tasks->record("first", k_noon, k_noon, {running(k_noon)})->front().number == 3);
}

TEST_CASE("old ended runs are forgotten, and those that wait are not") {
    const TasksFolder state;
    const auto tasks = state.open();
    REQUIRE(tasks->add(task_named("first"), k_noon));
    TaskRun waiting = running(k_noon);
    waiting.state = RunState::awaiting;
    TaskRun done = running(k_noon);
    done.state = RunState::done;
    std::vector<TaskRun> runs(k_runs_kept + 5, done);
    runs.front() = waiting;
    REQUIRE(tasks->record("first", k_noon, k_noon, runs));
    const auto kept = tasks->runs("first", 5000);
    REQUIRE(kept);
    CHECK(kept->size() == k_runs_kept + 1);
    CHECK(kept->front().number == k_runs_kept + 5);
    CHECK(kept->back().number == 1);
    CHECK(tasks->runs("first", 3)->size() == 3);
}

TEST_CASE("a copy of a state has its tasks") {
    const TasksFolder state;
    REQUIRE(state.open()->add(task_named("first"), k_noon));
    const auto copy = state.folder / "copy";
    REQUIRE(iam::store_sqlite::back_up(state.path(), copy));
    const auto tasks = open_tasks(copy, Mode::read_write);
    REQUIRE(tasks);
    CHECK((*(*tasks)->task("first"))->task == task_named("first"));
}

TEST_CASE("tasks and chats that came before the first call are part of a copy") {
    const iam::test::TempDir folder;
    const auto state = folder / "state";
    REQUIRE((*open_tasks(state, Mode::read_write))->add(task_named("first"), k_noon));
    REQUIRE(iam::store_sqlite::open_chats(state, Mode::read_write));
    const auto copied = iam::store_sqlite::backend().back_up(state, folder / "copy");
    REQUIRE(copied);
    CHECK_FALSE(copied->last);
    CHECK_THAT(copied->advice, Contains("private") && !Contains("key"));
    CHECK(std::filesystem::exists(folder / "copy" / "chats.db"));
    CHECK((*(*open_tasks(folder / "copy", Mode::read_write))->task("first"))->task ==
          task_named("first"));
    // A ledger that has lost its key is another case.
    iam::test::FakeEntropy entropy;
    REQUIRE(iam::store_sqlite::open(state, Mode::read_write, entropy));
    std::filesystem::remove(state / "store.key");
    CHECK_FALSE(iam::store_sqlite::back_up(state, folder / "next"));
    CHECK_FALSE(std::filesystem::exists(folder / "next"));
}

TEST_CASE("a copy of a ledger that is not whole leaves no tasks behind") {
    const TasksFolder state;
    REQUIRE(state.open()->add(task_named("first"), k_noon));
    // Without both, nothing says where the ledger ends.
    std::filesystem::remove(state.path() / "ledger.last");
    std::filesystem::remove(state.path() / "ledger.db-wal");
    const auto copy = state.folder / "copy";
    CHECK(code_of_tasks(iam::store_sqlite::back_up(state.path(), copy)) == Errc::corrupt);
    CHECK(std::filesystem::is_empty(copy));
}

TEST_CASE("two programs may record runs in one state at once") {
    const TasksFolder state;
    REQUIRE(state.open()->add(task_named("first"), k_noon));
    REQUIRE(state.open()->add(task_named("second"), k_noon));
    const auto write = [&](const std::string& name) {
        const auto tasks = open_tasks(state.path(), Mode::read_write);
        for (int i = 0; i < 20; ++i)
            if (!(*tasks)->record(name, k_noon, k_noon, {running(k_noon)})) return;
    };
    std::thread other(write, "first");
    write("second");
    other.join();
    CHECK(state.open()->runs("first", 100)->size() == 20);
    CHECK(state.open()->runs("second", 100)->size() == 20);
}

TEST_CASE("a file that is no file of tasks, or a newer one, is refused with its name") {
    const TasksFolder state;
    CHECK_THAT(state.refusal(Mode::read_only), Contains("There are no tasks"));
    { const auto made = state.open(); }
    CHECK(state.refusal(Mode::read_only).empty());
    state.run_sql("PRAGMA user_version = 2");
    CHECK_THAT(state.refusal(), Contains("version 2") && Contains("newer program"));
    state.run_sql("PRAGMA application_id = 1");
    CHECK_THAT(state.refusal(), Contains("tasks.db") && Contains("no file of tasks"));
    std::ofstream(state.path() / "tasks.db") << std::string(8192, 'x');
    CHECK_THAT(state.refusal(), Contains("tasks.db"));
}
