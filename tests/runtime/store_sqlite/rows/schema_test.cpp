// The tables of a new ledger, and files that are not one.
#include <iam/core/entropy.hpp>
#include <iam/ledger/verify.hpp>
#include <support/records.hpp>

#include <runtime/store_sqlite/fixture.hpp>
#include <runtime/store_sqlite/raw_database.hpp>
#include <store_sqlite/rows/entry_rows.hpp>
#include <store_sqlite/rows/schema.hpp>

#include <cstdlib>
#include <fstream>
#include <span>
#include <sstream>

using namespace iam;
using namespace iam::test;
namespace fs = std::filesystem;

namespace {

fs::path schema_file(int version) {
    return fs::path(IAM_TEST_SCHEMAS) / ("v" + std::to_string(version) + ".sql");
}

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

std::string tables_in(const fs::path& folder) {
    return RawDatabase(folder / "ledger.db")
        .read("SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid", "\n");
}

/// An empty ledger as a program of that version left it, and its key.
void make_ledger(const fs::path& folder, int version) {
    const TempDir elsewhere;
    { const auto store = open_in(elsewhere.path()); }
    fs::copy(elsewhere / "store.key", folder / "store.key");
    RawDatabase raw(folder / "ledger.db");
    raw.run("PRAGMA application_id = 0x69616D31");
    raw.run(text_of(schema_file(version)));
    raw.run("INSERT INTO meta (id, schema_version, epoch, commits, last_seq, head) VALUES (1, " +
            std::to_string(version) + ", 5, 9, 0, zeroblob(32))");
}

/// As version 1 wrote it; `approver` is the four columns of who answered.
std::string approval_row_1(const std::string& id, const std::string& approver) {
    return "INSERT INTO approvals SELECT NULL, '" + id +
           "', x'', x'', CAST('set_alarm' AS BLOB), x'', x'', x'', x'', 'model', x'', x'', x'', "
           "x'', zeroblob(32), zeroblob(32), zeroblob(32), x'', 0, x'', 0, x'', x'', " +
           approver + ", 1, 1, '', 1, 'given', 3";
}

std::string literal(std::span<const std::uint8_t> bytes) {
    return "x'" + to_hex(bytes) + "'";
}

/// An entry without its values as versions 1 to 5 wrote it; `filing` is kind, call and origin.
std::string old_row(const ledger::StoredEntry& entry, const std::string& filing) {
    return "INSERT INTO entries (seq, text, previous, hash, kind, call_id, of_chain, of_seq) "
           "VALUES (" +
           std::to_string(entry.id.seq) + ", '" + entry.text + "', " +
           literal(entry.previous.bytes) + ", " + literal(entry.hash.bytes) + ", " + filing + ")";
}

std::string old_payload(const ledger::StoredEntry& entry, std::size_t position) {
    const ledger::Payload& payload = entry.payloads[position];
    return "INSERT INTO payloads (seq, position, name, salt, bytes) VALUES (" +
           std::to_string(entry.id.seq) + ", " + std::to_string(position) + ", '" + payload.name +
           "', " + literal(payload.salt) + ", " + "CAST('" + payload.bytes + "' AS BLOB))";
}

}  // namespace

TEST_CASE("a new ledger has the tables of the newest file in schemas") {
    const TempDir folder;
    { const auto store = open_in(folder.path()); }
    const std::string tables = tables_in(folder.path());
    const fs::path golden = schema_file(store_sqlite::k_schema_version);
    const char* update = std::getenv("IAM_UPDATE_GOLDEN");
    if (update != nullptr && std::string(update) == "1") std::ofstream(golden) << tables;
    CHECK(tables == text_of(golden));
}

TEST_CASE("an older ledger becomes the current one: its tables, its version, its records") {
    const TempDir folder;
    make_ledger(folder.path(), 1);
    {
        RawDatabase raw(folder / "ledger.db");
        const std::string ann = "x'31', CAST('ann' AS BLOB), CAST('terminal' AS BLOB), x''";
        raw.run(approval_row_1("person", ann));
        raw.run(approval_row_1("program", "x'', x'', CAST('program' AS BLOB), x''"));
        raw.run(approval_row_1("host", "x'', x'', CAST('host_assertion' AS BLOB), x''"));
        raw.run(approval_row_1("nobody", "NULL, NULL, NULL, NULL"));
        raw.run(
            "INSERT INTO grants SELECT NULL, 'g', x'', CAST('echo' AS BLOB), x'75', x'77', NULL, "
            "NULL, zeroblob(32), 'exact', zeroblob(32), 3, NULL, NULL, NULL, NULL, 'low', x'', '', "
            "2");
        raw.run(
            "INSERT INTO permissions SELECT NULL, 'p', x'', CAST('echo' AS BLOB), x'75', x'77', "
            "'tool', zeroblob(32), 0, zeroblob(32), NULL, NULL, NULL, NULL, 7, x'', 4");
    }
    const Error too_old = error_of(try_open(folder.path(), store_sqlite::Mode::read_only));
    CHECK(too_old.code == Errc::unavailable);
    {
        const auto store = open_in(folder.path());
        using Kind = consent::ApproverKind;
        CHECK(must(store->approval("person"))->approver->kind == Kind::person);
        CHECK(must(store->approval("person"))->approver->login == "ann");
        CHECK(must(store->approval("program"))->approver->kind == Kind::program);
        CHECK(must(store->approval("host"))->approver->kind == Kind::host_assertion);
        CHECK_FALSE(must(store->approval("nobody"))->approver.has_value());
        CHECK(must(store->approval("nobody"))->revision == 3);
        const auto grants = must(store->grants());
        REQUIRE(grants.size() == 1);
        CHECK(grants[0].match.kind == consent::Match::Kind::exact);
        CHECK(grants[0].uses == 3U);
        CHECK(grants[0].revision == 2);
        const auto permissions = must(store->permissions());
        REQUIRE(permissions.size() == 1);
        CHECK_FALSE(permissions[0].allow);
        CHECK(permissions[0].last_used.has_value());
        CHECK_FALSE(must(store->freeze()).has_value());
        CHECK(must(store->epoch()) == 5);
        CHECK(must(store->broken()).empty());
    }
    CHECK(tables_in(folder.path()) == text_of(schema_file(store_sqlite::k_schema_version)));
    CHECK(RawDatabase(folder / "ledger.db").read("SELECT schema_version FROM meta") ==
          std::to_string(store_sqlite::k_schema_version));
}

TEST_CASE("what an older ledger recorded is there afterwards, is found and verifies") {
    const int version = GENERATE(3, 4, 5);
    INFO(version);
    const TempDir folder;
    const TempDir elsewhere;
    { const auto store = open_in(elsewhere.path()); }
    for (const char* file : {"store.key", "store.sealed"})
        fs::copy(elsewhere / file, folder / file);
    ledger::EntryDraft intent = entry_of(ledger::EntryKind::intent, "c1");
    intent.payloads = {payload_of("arguments", "{\"a\":1}"),
                       payload_of("preview", std::string(5000, 'p'), 2)};
    ledger::EntryDraft outcome = entry_of(ledger::EntryKind::outcome, "c1");
    outcome.entry.of = ledger::EntryId{0, 1};
    const auto first = ledger::seal(ledger::EntryDraft(intent), {0, 1}, {});
    const auto second = ledger::seal(ledger::EntryDraft(outcome), {0, 2}, first.hash);
    ledger::EntryDraft undo = entry_of(ledger::EntryKind::undo_intent, "c2");
    undo.entry.of = ledger::EntryId{0, 2};
    ledger::EntryDraft undone = entry_of(ledger::EntryKind::undo_outcome, "c2");
    undone.entry.of = ledger::EntryId{0, 3};
    undone.entry.success = true;
    const auto third = ledger::seal(ledger::EntryDraft(undo), {0, 3}, second.hash);
    const auto fourth = ledger::seal(ledger::EntryDraft(undone), {0, 4}, third.hash);
    {
        RawDatabase raw(folder / "ledger.db");
        raw.run("PRAGMA application_id = 0x69616D31; PRAGMA foreign_keys = ON");
        raw.run(text_of(schema_file(version)));
        raw.run(old_row(first, "'intent', x'6331', NULL, NULL"));
        raw.run(old_row(second, "'outcome', x'6331', 0, 1"));
        raw.run(old_row(third, "'undo_intent', x'6332', 0, 2"));
        raw.run(old_row(fourth, "'undo_outcome', x'6332', 0, 3"));
        if (version < 5) {
            for (std::size_t i = 0; i < 2; ++i) raw.run(old_payload(first, i));
        } else {
            raw.run_with("UPDATE entries SET payloads = ?1 WHERE seq = 1",
                         store_sqlite::pack_values(first.payloads));
        }
        raw.run("INSERT INTO undo_states (seq, state) VALUES (2, 'undone')");
        raw.run(
            "INSERT INTO meta (id, schema_version, epoch, commits, last_seq, head) VALUES (1, " +
            std::to_string(version) + ", 5, 9, 4, " + literal(fourth.hash.bytes) + ")");
    }
    const auto store = open_in(folder.path());
    CHECK((must(store->entry({0, 1}))->payloads == intent.payloads));
    CHECK(must(store->entry({0, 2}))->payloads.empty());
    CHECK(must(store->outcome_of({0, 1}))->id == ledger::EntryId{0, 2});
    CHECK(must(store->entries_of_call("c1")).size() == 2);
    CHECK(must(store->undo_state({0, 2})) == ledger::UndoState::undone);
    CHECK(must(store->undos_of({0, 2})).size() == 1);
    CHECK(must(ledger::recorded_undo_state(*store, {0, 2})) == ledger::UndoState::undone);
    CHECK(must(ledger::verify(*store)).ok());
    CHECK(must(store->commit(batch_of(entry_of(ledger::EntryKind::note)))).entries.front() ==
          ledger::EntryId{0, 5});
    CHECK(tables_in(folder.path()) == text_of(schema_file(store_sqlite::k_schema_version)));
}

TEST_CASE("an end that an older ledger named, and does not have, is missed") {
    const int version = GENERATE(1, 5);
    INFO(version);
    const TempDir folder;
    make_ledger(folder.path(), version);
    RawDatabase(folder / "ledger.db").run("UPDATE meta SET last_seq = 2");
    const auto store = open_in(folder.path());
    const Error error = error_of(ledger::verify(*store));
    CHECK(error.code == Errc::corrupt);
    CHECK(contains(error.message, "entry 0.1 is missing"));
}

TEST_CASE(
    "an older ledger that is put back beside a newer end is refused, also if it names its own") {
    const TempDir folder;
    {
        const auto store = open_in(folder.path());
        must(store->commit(a_note()));
    }
    for (const char* file : {"ledger.db", "ledger.db-wal", "ledger.db-shm", "store.key"})
        fs::remove(folder / file);
    make_ledger(folder.path(), 5);
    const auto store = open_in(folder.path());
    const Error error = error_of(store->commit(a_note()));
    CHECK(error.code == Errc::corrupt);
    CHECK(contains(error.message, "truncate -s 0 ledger.last"));
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
    RawDatabase(folder / "ledger.db").run("UPDATE meta SET schema_version = 7");
    const Error error = error_of(try_open(folder.path()));
    CHECK(error.code == Errc::corrupt);
    CHECK(contains(error.message, "version 7"));
    CHECK(contains(error.message, "up to " + std::to_string(store_sqlite::k_schema_version)));
}

TEST_CASE("D6 a schema version that somebody edited is told in a sentence that names the file") {
    const int version = GENERATE(-3, 0, 1, 2, 3, 4, 5, 99);
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

TEST_CASE("D6 a table, a column or a row that is missing is told in a sentence with the way out") {
    const TempDir folder;
    { must(open_in(folder.path())->commit(a_note())); }
    const std::string change = GENERATE(
        as<std::string>(), "DROP TABLE meta", "DROP TABLE entries", "DROP TABLE policies",
        "DROP TABLE grants", "DROP TABLE permissions", "DROP TABLE approvals", "DROP TABLE freeze",
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
