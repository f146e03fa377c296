// Tests of runtime/src/store_postgres/schema/chat_tables.cpp: the upgrade of a ledger, and the
// rights of the roles.
#include "../fixture.hpp"
#include "../roles.hpp"
#include <iam/store/key_file.hpp>
#include <iam/store_postgres/postgres_chats.hpp>
#include <iam/store_postgres/postgres_tasks.hpp>

using namespace iam::test;
using namespace iam::chat;
using iam::Errc;
using iam::store::Mode;
namespace pg = iam::store_postgres;

namespace {

const TaskTime k_upgrade_noon{std::chrono::hours{24 * 365 * 50 + 12}};

Task minimal_task(const std::string& name) {
    Task task;
    task.name = name;
    task.prompt = "Go on.";
    task.schedule = AtMoment{k_upgrade_noon};
    return task;
}

/// Makes the ledger that a program of version 1 makes.
void make_version_1(const Ledger& ledger) {
    iam::SystemEntropy entropy;
    const iam::SecretKey key = must(iam::store::make_key(ledger.folder() / "store.key", entropy));
    const std::string id(16, 'i');
    auto connection = ledger.connect();
    must(connection.ask(pg::Statement("CREATE SCHEMA " + ledger.schema())));
    for (const char* sql : pg::first_migration()) must(connection.ask(pg::Statement(sql)));
    must(connection.ask(pg::Statement(
        "INSERT INTO @store VALUES (true, $1, 1, 1, $2, $3)", pg::Bytes{id}, pg::check_of(key, id),
        pg::Text{iam::test::is_serializable() ? "serializable" : "table"})));
    must(connection.ask(pg::Statement("INSERT INTO @contracts VALUES ('\\x01', 'kept')")));
}

std::string place_as(const Ledger& ledger, const std::string& role) {
    std::string place = ledger.place();
    return place.replace(place.find("iam@"), 4, role + "@");
}

}  // namespace

TEST_CASE("a ledger of version 1 gets chats and tasks by state init and keeps its rows") {
    const Ledger ledger;
    make_version_1(ledger);
    for (const iam::Error& error : {error_of(pg::open_chats(ledger.place(), Mode::read_write)),
                                    error_of(pg::open_tasks(ledger.place(), Mode::read_only))}) {
        CHECK(error.code == Errc::unavailable);
        CHECK(contains(error.message, "version 1"));
        CHECK(contains(error.message, "state init"));
    }
    iam::SystemEntropy entropy;
    for (int times = 0; times < 2; ++times)
        CHECK(contains(must(pg::init(ledger.place(), entropy)), "version 2 of the tables"));
    const auto chats = must(pg::open_chats(ledger.place(), Mode::read_write));
    CHECK(chats->append("first", 0, {TurnBegan{1, 0}}));
    CHECK(must(pg::open_tasks(ledger.place(), Mode::read_write))
              ->add(minimal_task("first"), k_upgrade_noon));
    auto connection = ledger.connect();
    CHECK(
        must(connection.ask(pg::Statement("SELECT FROM @contracts WHERE text = 'kept'"))).size() ==
        1);
}

TEST_CASE("a place without a ledger has no chats and says how to make it") {
    const Ledger ledger;
    const iam::Error error = error_of(pg::open_chats(ledger.place(), Mode::read_write));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "no ledger"));
    CHECK(contains(error.message, "state init"));
    ledger.made();
    ledger.past("UPDATE @store SET schema_version = 3");
    CHECK(error_of(pg::open_tasks(ledger.place(), Mode::read_write)).code == Errc::corrupt);
    CHECK(error_of(pg::open_chats("postgresql://h/d", Mode::read_only)).code ==
          Errc::invalid_argument);
}

TEST_CASE("the role of a host keeps chats and tasks, and cannot change a step (P24)") {
    const Ledger ledger;
    ledger.made();
    REQUIRE(make_roles(ledger.schema()) == 0);
    const std::string role = "desk_" + ledger.schema();
    ledger.past("CREATE ROLE " + role + " LOGIN IN ROLE iam_app");
    const auto chats = must(pg::open_chats(place_as(ledger, role), Mode::read_write));
    REQUIRE(chats->append("first", 0, {RequestSent{.counted = Counted{7, 1, 2}}}));
    REQUIRE(chats->append("first", 1, {RequestSent{.counted = Counted{7, 1, 2}}}));
    CHECK(chats->counted_on(7) == Counted{7, 2, 4});
    CHECK(must(chats->load("first")).size() == 2);
    const auto tasks = must(pg::open_tasks(place_as(ledger, role), Mode::read_write));
    REQUIRE(tasks->add(minimal_task("first"), k_upgrade_noon));
    REQUIRE(tasks->set_enabled("first", true, k_upgrade_noon));
    TaskRun run = must(tasks->record("first", k_upgrade_noon, k_upgrade_noon, {TaskRun{}})).front();
    run.state = RunState::done;
    REQUIRE(tasks->update(run, RunState::running));
    auto target = ledger.target();
    target.address.replace(target.address.find("iam@"), 4, role + "@");
    auto connection = must(pg::Connection::open(target));
    for (const char* sql : {"UPDATE @chat_steps SET step = step", "DELETE FROM @chat_steps",
                            "DELETE FROM @chat_days", "TRUNCATE @chats CASCADE"})
        CHECK(connection.ask(pg::Statement(sql)).error().state == "42501");
    CHECK(chats->remove("first"));
    CHECK(must(connection.ask(pg::Statement("SELECT FROM @chat_steps"))).size() == 0);
    CHECK(tasks->remove("first"));
}

TEST_CASE("the role of an auditor sees neither chats nor tasks (P24)") {
    const Ledger ledger;
    ledger.made();
    REQUIRE(make_roles(ledger.schema()) == 0);
    const std::string role = "auditor_" + ledger.schema();
    ledger.past("CREATE ROLE " + role + " LOGIN IN ROLE iam_auditor");
    const auto chats = must(pg::open_chats(place_as(ledger, role), Mode::read_only));
    const iam::Error error = error_of(chats->list());
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "docs/postgres.md"));
    const auto tasks = must(pg::open_tasks(place_as(ledger, role), Mode::read_only));
    CHECK(error_of(tasks->tasks()).code == Errc::unavailable);
    CHECK(error_of(tasks->runs("", 1)).code == Errc::unavailable);
}
