// Reading where writing is not allowed.
#include "child_process.hpp"
#include "fixture.hpp"
#include "raw_database.hpp"
#include <support/records.hpp>

#include <unistd.h>

#include <fstream>
#include <map>
#include <string>

using namespace iam;
using namespace iam::test;
namespace fs = std::filesystem;

namespace {

/// Gives the folder to the user that the child becomes, and takes the right to write it away.
void lock_up(const fs::path& folder) {
    constexpr uid_t k_nobody = 65534;
    if (::geteuid() == 0) {
        for (const auto& file : fs::directory_iterator(folder)) {
            REQUIRE(::chown(file.path().c_str(), k_nobody, k_nobody) == 0);
        }
        REQUIRE(::chown(folder.c_str(), k_nobody, k_nobody) == 0);
    }
    fs::permissions(folder, fs::perms{0500});
}

void two_notes(const fs::path& folder) {
    const auto store = open_in(folder);
    must(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
    must(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
}

/// Moves all of the log into the database and removes it.
void remove_log(const fs::path& folder) {
    RawDatabase(folder / "ledger.db").run("PRAGMA wal_checkpoint(TRUNCATE)");
    fs::remove(folder / "ledger.db-wal");
    fs::remove(folder / "ledger.db-shm");
}

}  // namespace

TEST_CASE("a store for reading shows everything and refuses every commit") {
    const TempDir folder;
    two_notes(folder.path());
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_only);
    CHECK(all_entries(*store).size() == 2);
    const Error error = error_of(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "reading only"));
}

TEST_CASE("who only reads changes no file of the state but the index of the log") {
    const TempDir folder;
    two_notes(folder.path());
    const auto contents = [&] {
        std::map<std::string, std::string> files;
        for (const auto& file : fs::directory_iterator(folder.path())) {
            const std::string name = file.path().filename().string();
            std::ifstream content(file.path(), std::ios::binary);
            if (name != "ledger.db-shm")
                files[name] = std::string(std::istreambuf_iterator<char>(content), {});
        }
        return files;
    };
    const auto before = contents();
    REQUIRE(before.count("ledger.db-wal") == 1);
    {
        const auto store = open_in(folder.path(), store_sqlite::Mode::read_only);
        CHECK(all_entries(*store).size() == 2);
        must(store->standing(some_tool(), {}));
        must(store->approvals());
        CHECK(must(ledger::verify(*store)).ok());
    }
    CHECK((contents() == before));
}

TEST_CASE("a store for reading follows what others write") {
    const TempDir folder;
    two_notes(folder.path());
    const auto reader = open_in(folder.path(), store_sqlite::Mode::read_only);
    two_notes(folder.path());
    CHECK(all_entries(*reader).size() == 4);
}

TEST_CASE("reading makes nothing: no folder, no ledger, no key") {
    const TempDir parent;
    const Error no_folder = error_of(try_open(parent / "none", store_sqlite::Mode::read_only));
    CHECK(no_folder.code == Errc::unavailable);
    CHECK_FALSE(fs::exists(parent / "none"));
    const Error no_ledger = error_of(try_open(parent.path(), store_sqlite::Mode::read_only));
    CHECK(no_ledger.code == Errc::unavailable);
    CHECK(fs::is_empty(parent.path()));
}

TEST_CASE("a folder that may not be written is read with its log and index") {
    const TempDir parent;
    const fs::path folder = parent / "state";
    two_notes(folder);
    fs::permissions(parent.path(), fs::perms{0755});
    lock_up(folder);
    ChildProcess child({"count", folder.string()});
    CHECK(child.read_line() == "2");
    fs::permissions(folder, fs::perms{0700});
}

TEST_CASE("a folder that may not be written and has no log is read as it stands") {
    const TempDir parent;
    const fs::path folder = parent / "state ?#%41";
    two_notes(folder);
    remove_log(folder);
    fs::permissions(parent.path(), fs::perms{0755});
    lock_up(folder);
    ChildProcess child({"count", folder.string()});
    CHECK(child.read_line() == "2");
    CHECK_FALSE(fs::exists(folder / "ledger.db-wal"));
    fs::permissions(folder, fs::perms{0700});
}

TEST_CASE("a log without its index in a folder that may not be written is refused with a way out") {
    const TempDir parent;
    const fs::path folder = parent / "state";
    two_notes(folder);
    fs::remove(folder / "ledger.db-shm");
    fs::permissions(parent.path(), fs::perms{0755});
    lock_up(folder);
    ChildProcess child({"count", folder.string()});
    const std::string line = child.read_line();
    CHECK(contains(line, "unavailable: "));
    CHECK(contains(line, "copy the folder"));
    fs::permissions(folder, fs::perms{0700});
}

TEST_CASE("writing to a folder that may not be written is unavailable") {
    const TempDir parent;
    const fs::path folder = parent / "state";
    two_notes(folder);
    remove_log(folder);
    fs::permissions(parent.path(), fs::perms{0755});
    lock_up(folder);
    ChildProcess child({"ordinary-append", folder.string(), "1"});
    const std::string line = child.read_line();
    INFO(line);
    CHECK(contains(line, "unavailable: "));
    fs::permissions(folder, fs::perms{0700});
}
