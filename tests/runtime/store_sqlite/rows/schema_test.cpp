// The tables of a new ledger, and files that are not one.
// Tests of runtime/src/store_sqlite/sqlite_store.cpp.
#include <iam/ledger/verify.hpp>
#include <iam/store_sqlite/backup.hpp>
#include <support/records.hpp>
#include <support/trees/seals.hpp>

#include <runtime/store_sqlite/faulty_files.hpp>
#include <runtime/store_sqlite/fixture.hpp>
#include <runtime/store_sqlite/raw_database.hpp>
#include <sqlite3.h>
#include <store_sqlite/rows/schema.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace iam;
using namespace iam::test;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

std::string tables_in(const fs::path& folder) {
    return RawDatabase(folder / "ledger.db")
        .read("SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid", "\n");
}

/// The columns of all tables and indexes, whatever the spelling of the statements.
std::string columns_in(const fs::path& folder) {
    RawDatabase raw(folder / "ledger.db");
    return raw.read(
               "SELECT m.name || ' ' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' || "
               "coalesce(c.dflt_value, '') || ' ' || c.pk FROM sqlite_schema AS m "
               "JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' ORDER BY 1",
               "\n") +
           raw.read(
               "SELECT name || ' ' || coalesce(sql, '') FROM sqlite_schema "
               "WHERE type = 'index' ORDER BY 1",
               "\n");
}

/// Adds one record of each kind.
void fill(ledger::Store& store) {
    must(store.commit(
        batch_of(ledger::PutPolicy{some_tool(), Policy::deny}, ledger::PutGrant{grant_of("g")},
                 ledger::PutPermission{permission_of("p", true)},
                 ledger::PutApproval{approval_of("a")}, entry_of(ledger::EntryKind::note))));
}

/// Makes the tables those of version 1, and keeps the content.
void lead_back_to_version_1(const fs::path& folder) {
    RawDatabase raw(folder / "ledger.db");
    raw.run("DROP TABLE epochs; DROP TABLE runs; DROP TABLE tiles; DROP TABLE checkpoints");
    for (const char* table : {"policies", "grants", "permissions", "approvals", "trusts"})
        raw.run("ALTER TABLE " + std::string(table) + " DROP COLUMN key_id");
    raw.run("UPDATE meta SET schema_version = 1");
    const TempDir old;
    RawDatabase(old / "ledger.db").run(text_of(IAM_TEST_TABLES_1));
    CHECK(columns_in(folder) == columns_in(old.path()));
}

}  // namespace

TEST_CASE("a new ledger has the tables of the committed file") {
    const TempDir folder;
    { const auto store = open_in(folder.path()); }
    const std::string tables = tables_in(folder.path());
    const fs::path golden = IAM_TEST_TABLES;
    const char* update = std::getenv("IAM_UPDATE_GOLDEN");
    if (update != nullptr && std::string(update) == "1") std::ofstream(golden) << tables;
    CHECK(tables == text_of(golden));
}

TEST_CASE("a ledger keeps a write-ahead log and bears the application's mark") {
    const TempDir folder;
    { const auto store = open_in(folder.path()); }
    RawDatabase raw(folder / "ledger.db");
    CHECK(raw.read("PRAGMA journal_mode") == "wal");
    CHECK(raw.read("PRAGMA application_id") == std::to_string(0x69616D31));
}

TEST_CASE("a file that is not a ledger is refused and left alone") {
    const TempDir folder;
    const fs::path file = folder / "ledger.db";
    std::string part_of_message;
    SECTION("no database") {
        std::ofstream(file) << std::string(5000, 'x');
        part_of_message = "not a database";
    }
    SECTION("a database of another program") {
        RawDatabase(file).run("CREATE TABLE notes (id INTEGER)");
        part_of_message = "another program";
    }
    const auto before = fs::file_size(file);
    for (const auto mode : {store_sqlite::Mode::read_write, store_sqlite::Mode::read_only}) {
        const Error error = error_of(try_open(folder.path(), mode));
        CHECK(error.code == Errc::corrupt);
        INFO(error.message);
        CHECK(contains(error.message, part_of_message));
    }
    CHECK(fs::file_size(file) == before);
    CHECK_FALSE(fs::exists(folder / "store.key"));
}

TEST_CASE("a ledger of version 1 gets its tree when it is written") {
    const TempDir folder;
    { must(open_in(folder.path())->commit(a_note())); }
    lead_back_to_version_1(folder.path());
    {
        const auto store = open_in(folder.path());
        CHECK_FALSE(must(store->last_tree()).has_value());
        must(seal_once(*store));
        CHECK(must(store->last_tree())->size == 1);
    }
    const TempDir made;
    { const auto store = open_in(made.path()); }
    CHECK(columns_in(folder.path()) == columns_in(made.path()));
    CHECK(must(ledger::verify(*open_in(folder.path()))).tree->tree.size == 1);
}

TEST_CASE("a ledger of version 1 is copied as it is") {
    const TempDir folder;
    { must(open_in(folder.path())->commit(a_note())); }
    lead_back_to_version_1(folder.path());
    const std::filesystem::path copy = folder / "copy";
    must(store_sqlite::back_up(folder.path(), copy));
    CHECK(RawDatabase(copy / "ledger.db").read("SELECT schema_version FROM meta") == "1");
    CHECK(all_entries(*open_in(copy)).size() == 1);
}

TEST_CASE("the tree of a ledger outlives the program") {
    const TempDir folder;
    {
        const auto store = open_in(folder.path());
        for (int i = 0; i < 300; ++i) must(store->commit(a_note()));
        must(seal_once(*store));
    }
    const auto store = open_in(folder.path());
    must(seal_once(*store));
    CHECK(must(store->last_tree())->size == 301);
    const auto proof = must(ledger::prove_entry(*store, {0, 17}));
    CHECK(ledger::check_proof(proof, std::vector{seal_note_key()}).has_value());
    CHECK(must(ledger::verify(*store)).ok());
}

TEST_CASE("a program that runs writes nothing more once a newer one has changed the tables") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    ledger::Batch first;
    first.mutations.emplace_back(ledger::PutPolicy{{"", "set_alarm"}, Policy::deny});
    must(store->commit(std::move(first)));
    const std::string newer = std::to_string(store_sqlite::k_schema_version + 1);
    RawDatabase(folder / "ledger.db").run("UPDATE meta SET schema_version = " + newer);
    ledger::Batch second;
    second.mutations.emplace_back(ledger::PutPolicy{{"", "set_alarm"}, Policy::allow});
    const Error error = error_of(store->commit(std::move(second)));
    CHECK(error.code == Errc::unavailable);
    INFO(error.message);
    CHECK(contains(error.message, "version " + newer));
    CHECK(contains(error.message, "start this program again"));
    RawDatabase(folder / "ledger.db")
        .run("UPDATE meta SET schema_version = " + std::to_string(store_sqlite::k_schema_version));
    CHECK(must(store->standing({"", "set_alarm"}, {})).stored_policy == Policy::deny);
}

TEST_CASE("a ledger of a newer version is refused with both versions named") {
    const TempDir folder;
    { const auto store = open_in(folder.path()); }
    RawDatabase(folder / "ledger.db")
        .run("UPDATE meta SET schema_version = " +
             std::to_string(store_sqlite::k_schema_version + 1));
    const Error error = error_of(try_open(folder.path()));
    CHECK(error.code == Errc::corrupt);
    CHECK(contains(error.message, "version " + std::to_string(store_sqlite::k_schema_version + 1)));
    CHECK(contains(error.message, "up to " + std::to_string(store_sqlite::k_schema_version)));
}

TEST_CASE("D6 a schema version that somebody edited is told in a sentence that names the file") {
    const int version = GENERATE(-3, 0, store_sqlite::k_schema_version + 1, 99);
    INFO(version);
    const TempDir folder;
    { must(open_in(folder.path())->commit(a_note())); }
    RawDatabase(folder / "ledger.db")
        .run("UPDATE meta SET schema_version = " + std::to_string(version));
    const Error error = error_of(try_open(folder.path()));
    INFO(error.message);
    CHECK(error.code == Errc::corrupt);
    CHECK(contains(error.message, (folder / "ledger.db").string()));
    CHECK(contains(error.message, "restore"));
    CHECK_FALSE(contains(error.message, "SELECT"));
    CHECK_FALSE(contains(error.message, "CREATE"));
    RawDatabase(folder / "ledger.db")
        .run("UPDATE meta SET schema_version = " + std::to_string(store_sqlite::k_schema_version));
    CHECK(all_entries(*open_in(folder.path())).size() == 1);
}

TEST_CASE("a ledger of an older version is brought to today's when it is opened for writing") {
    const TempDir folder;
    { fill(*open_in(folder.path())); }
    const std::string columns = columns_in(folder.path());
    lead_back_to_version_1(folder.path());
    {
        const auto store = open_in(folder.path());
        CHECK(must(store->broken()).empty());
        CHECK(must(store->policies()).size() == 1);
        CHECK(must(store->grants()).size() == 1);
        CHECK(must(store->permissions()).size() == 1);
        CHECK(must(store->approval("a")).has_value());
        CHECK(all_entries(*store).size() == 1);
        const auto receipt = must(store->commit(batch_of(spend(*store, "g"))));
        fill(*store);
        CHECK(must(store->epoch(consent::k_all_scope)) > receipt.epoch);
    }
    CHECK(columns_in(folder.path()) == columns);
    CHECK(RawDatabase(folder / "ledger.db").read("SELECT schema_version FROM meta") ==
          std::to_string(store_sqlite::k_schema_version));
    CHECK(all_entries(*open_in(folder.path(), store_sqlite::Mode::read_only)).size() == 2);
}

TEST_CASE("a ledger of an older version is not read before it is brought to today's") {
    const TempDir folder;
    { fill(*open_in(folder.path())); }
    lead_back_to_version_1(folder.path());
    const Error error = error_of(try_open(folder.path(), store_sqlite::Mode::read_only));
    CHECK(error.code == Errc::unavailable);
    INFO(error.message);
    CHECK(contains(error.message, "older schema version 1"));
    CHECK(contains(error.message, "run a program that writes it once"));
}

TEST_CASE("a ledger stays as it was if it cannot be brought to today's version") {
    const TempDir folder;
    { fill(*open_in(folder.path())); }
    lead_back_to_version_1(folder.path());
    const std::string tables = tables_in(folder.path());
    Faults& faults = faulty_files();
    faults.log_write = SQLITE_FULL;
    const auto mode = store_sqlite::Mode::read_write;
    CHECK(error_of(try_open(folder.path(), mode, on_faulty_files())).code == Errc::unavailable);
    faults.log_write = 0;
    CHECK(tables_in(folder.path()) == tables);
    CHECK(all_entries(*open_in(folder.path())).size() == 1);
}

TEST_CASE("D6 a table, a column or a row that is missing is told in a sentence with the way out") {
    const TempDir folder;
    { must(open_in(folder.path())->commit(a_note())); }
    const std::string change =
        GENERATE(as<std::string>(), "DROP TABLE meta", "DROP TABLE entries", "DROP TABLE policies",
                 "DROP TABLE grants", "DROP TABLE permissions", "DROP TABLE approvals",
                 "DROP TABLE freeze", "DROP TABLE epochs", "DROP TABLE checkpoints",
                 "DELETE FROM meta", "ALTER TABLE entries RENAME COLUMN text TO words");
    INFO(change);
    RawDatabase(folder / "ledger.db").run(change);
    const auto use = [&](store_sqlite::Mode mode) -> Result<void> {
        IAM_TRY(store, try_open(folder.path(), mode));
        IAM_CHECK(store->entries({}));
        IAM_CHECK(store->standing({"", "echo"}, {}));
        IAM_CHECK(store->approvals());
        IAM_CHECK(store->grants());
        IAM_CHECK(store->permissions());
        IAM_CHECK(store->freeze());
        IAM_CHECK(store->last_tree());
        return {};
    };
    for (const auto mode : {store_sqlite::Mode::read_write, store_sqlite::Mode::read_only}) {
        const Error error = error_of(use(mode));
        INFO(error.message);
        CHECK(error.code == Errc::corrupt);
        CHECK(contains(error.message, (folder / "ledger.db").string()));
        CHECK(contains(error.message, "restore the state folder from a backup"));
        CHECK_FALSE(contains(error.message, "SELECT"));
    }
}
