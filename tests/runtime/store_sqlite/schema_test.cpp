// The tables of a new ledger, and files that are not one.
#include "fixture.hpp"
#include "raw_database.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace iam;
using namespace iam::test;
namespace fs = std::filesystem;

TEST_CASE("a new ledger has the tables of schemas/v1.sql") {
    const TempDir folder;
    { const auto store = open_in(folder.path()); }
    const std::string tables = RawDatabase(folder / "ledger.db")
                                   .read(
                                       "SELECT sql || ';' FROM sqlite_schema "
                                       "WHERE sql IS NOT NULL ORDER BY rowid",
                                       "\n");
    const fs::path golden = fs::path(IAM_TEST_SCHEMAS) / "v1.sql";
    const char* update = std::getenv("IAM_UPDATE_GOLDEN");
    if (update != nullptr && std::string(update) == "1") std::ofstream(golden) << tables;
    std::ostringstream expected;
    expected << std::ifstream(golden).rdbuf();
    CHECK(tables == expected.str());
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

TEST_CASE("a ledger of a newer version is refused with both versions named") {
    const TempDir folder;
    { const auto store = open_in(folder.path()); }
    RawDatabase(folder / "ledger.db").run("UPDATE meta SET schema_version = 7");
    const Error error = error_of(try_open(folder.path()));
    CHECK(error.code == Errc::corrupt);
    CHECK(contains(error.message, "version 7"));
    CHECK(contains(error.message, "up to 1"));
}
