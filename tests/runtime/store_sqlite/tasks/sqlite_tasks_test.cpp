// Tests of runtime/src/store_sqlite/tasks/{sqlite_tasks,task_rows,tasks_schema}.cpp that other
// stores of tasks do not share, and of runtime/src/store_sqlite/files/side_database.cpp.
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

template <class Value>
Errc code_of_tasks(const iam::Result<Value>& result) {
    REQUIRE_FALSE(result);
    return result.error().code;
}

}  // namespace

TEST_CASE("tasks are closed to other users of the machine") {
    const TasksFolder state;
    REQUIRE(state.open()->add(task_named("first"), k_noon));
    struct stat facts {};
    REQUIRE(::stat((state.path() / "tasks.db").c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777U) == 0600U);
}

TEST_CASE("a removed task leaves no file of a lock") {
    const TasksFolder state;
    const auto tasks = state.open();
    REQUIRE(tasks->add(task_named("first"), k_noon));
    REQUIRE(tasks->hold("first"));
    CHECK(std::filesystem::exists(state.path() / "task-first.lock"));
    REQUIRE(tasks->remove("first"));
    CHECK_FALSE(std::filesystem::exists(state.path() / "task-first.lock"));
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
