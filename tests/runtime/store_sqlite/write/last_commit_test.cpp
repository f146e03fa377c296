// What the file beside the database says of the last commit, and what is done where it says less.
#include <iam/ledger/verify.hpp>
#include <support/records.hpp>

#include <runtime/store_sqlite/faulty_files.hpp>
#include <runtime/store_sqlite/fixture.hpp>
#include <runtime/store_sqlite/raw_database.hpp>
#include <sqlite3.h>
#include <store_sqlite/write/last_commit.hpp>

#include <fstream>
#include <functional>

using namespace iam;
using namespace iam::test;
namespace fs = std::filesystem;

namespace {

fs::path file_in(const TempDir& folder) {
    return folder / "ledger.last";
}

std::optional<store_sqlite::LastCommit> read_in(const TempDir& folder) {
    const auto file = store_sqlite::LastCommitFile::find(file_in(folder));
    return file ? file->read() : std::nullopt;
}

void put_in(const TempDir& folder, const store_sqlite::LastCommit& last) {
    REQUIRE(must(store_sqlite::LastCommitFile::open(file_in(folder))).write(last).has_value());
}

ledger::Batch a_policy(Policy policy) {
    return batch_of(ledger::PutPolicy{some_tool(), policy});
}

void cut_off(const TempDir& folder, int seq) {
    RawDatabase(folder / "ledger.db").run("DELETE FROM entries WHERE seq = " + std::to_string(seq));
}

/// Bytes of the file, one of which may be changed.
std::string content_of(const TempDir& folder) {
    std::ifstream in(file_in(folder), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void put_content(const TempDir& folder, const std::string& content) {
    std::fstream out(file_in(folder), std::ios::binary | std::ios::in | std::ios::out);
    out << content;
}

}  // namespace

TEST_CASE("the file names the entry that was committed last, with its hash, and the epoch") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    must(store->commit(a_note()));
    const auto receipt = must(store->commit(a_policy(Policy::deny)));
    const auto last = read_in(folder);
    REQUIRE(last.has_value());
    CHECK(last->seq == 1);
    CHECK(last->hash == receipt.head);
    CHECK(last->epoch == receipt.epoch);
}

TEST_CASE("whichever bit of the file is changed, it says nothing, and the database is asked") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    must(store->commit(a_policy(Policy::deny)));
    must(store->commit(a_note()));
    const std::uint64_t epoch = must(store->epoch(consent::k_all_scope));
    const std::string whole = content_of(folder);
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        std::string changed = whole;
        changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
        put_content(folder, changed);
        INFO(bit);
        REQUIRE_FALSE(read_in(folder).has_value());
        REQUIRE(must(store->epoch(consent::k_all_scope)) == epoch);
    }
}

TEST_CASE(
    "a file that is empty, cut, overwritten or gone stops nobody, and the next commit mends it") {
    const TempDir folder;
    auto store = open_in(folder.path());
    must(store->commit(a_policy(Policy::deny)));
    const std::string content = GENERATE(std::string(), std::string(40, '\0'),
                                         std::string(96, '\0'), std::string(512, '\x5A'));
    INFO(content.size());
    const bool is_gone = GENERATE(false, true);
    if (is_gone) {
        store.reset();
        fs::remove(file_in(folder));
        store = open_in(folder.path());
    } else {
        std::ofstream(file_in(folder), std::ios::binary) << content;
    }
    CHECK(must(store->epoch(consent::k_all_scope)) == 1);
    must(store->commit(a_note()));
    CHECK(must(ledger::verify(*store)).ok());
    REQUIRE(read_in(folder).has_value());
    CHECK(read_in(folder)->seq == 1);
    cut_off(folder, 1);
    CHECK(error_of(store->commit(a_note())).code == Errc::corrupt);
}

TEST_CASE("of an epoch that is being changed the file says nothing, and all ask the database") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    const auto other = open_in(folder.path());
    must(store->commit(a_policy(Policy::deny)));
    // As a program leaves it that ends within its commit.
    auto last = read_in(folder);
    REQUIRE(last.has_value());
    last->epoch.reset();
    put_in(folder, *last);
    CHECK(must(other->epoch(consent::k_all_scope)) == 1);
    must(other->commit(a_note()));
    CHECK(read_in(folder)->epoch == 1U);
}

TEST_CASE("a commit that would move the epoch and fails leaves nobody with a wrong one") {
    const TempDir folder;
    Faults& faults = faulty_files();
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, on_faulty_files());
    const auto other = open_in(folder.path());
    must(store->commit(a_policy(Policy::deny)));
    faults.log_write = SQLITE_FULL;
    CHECK_FALSE(store->commit(a_policy(Policy::allow)).has_value());
    faults.log_write = 0;
    CHECK(must(store->epoch(consent::k_all_scope)) == 1);
    CHECK(must(other->epoch(consent::k_all_scope)) == 1);
    must(other->commit(a_policy(Policy::confirm)));
    CHECK(must(store->epoch(consent::k_all_scope)) == 2);
}

TEST_CASE("after a commit of which nobody knows whether it moved the epoch all ask the database") {
    const TempDir folder;
    Faults& faults = faulty_files();
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, on_faulty_files());
    must(store->commit(a_note()));
    faults.log_sync = SQLITE_IOERR_FSYNC;
    CHECK(error_of(store->commit(a_policy(Policy::deny))).code == Errc::outcome_unknown);
    faults.log_sync = 0;
    REQUIRE(read_in(folder).has_value());
    CHECK_FALSE(read_in(folder)->epoch.has_value());
    CHECK(read_in(folder)->seq == 1);
}

TEST_CASE("an entry that need not be durable yet is not named as the end") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    must(store->commit(a_note()));
    ledger::Batch lazy = a_note();
    lazy.lazily_synced = true;
    must(store->commit(std::move(lazy)));
    CHECK(read_in(folder)->seq == 1);
    must(store->commit(a_note()));
    CHECK(read_in(folder)->seq == 3);
}

TEST_CASE("an older copy of the database is refused, and the message says how to keep it") {
    const TempDir folder;
    const TempDir copy;
    {
        const auto store = open_in(folder.path());
        must(store->commit(a_note()));
    }
    for (const char* file : {"ledger.db", "ledger.db-wal"}) fs::copy(folder / file, copy / file);
    {
        const auto store = open_in(folder.path());
        must(store->commit(a_note()));
    }
    fs::remove(folder / "ledger.db-shm");
    for (const char* file : {"ledger.db", "ledger.db-wal"})
        fs::copy(copy / file, folder / file, fs::copy_options::overwrite_existing);
    {
        const auto store = open_in(folder.path());
        const Error error = error_of(store->commit(a_note()));
        CHECK(error.code == Errc::corrupt);
        CHECK(contains(error.message, "should have entry 0.2"));
        CHECK(contains(error.message, "truncate -s 0 ledger.last"));
    }
    fs::resize_file(file_in(folder), 0);
    CHECK(must(open_in(folder.path())->commit(a_note())).entries.front().seq == 2);
}

TEST_CASE("an epoch of before a power cut is put right when the ledger is opened") {
    const TempDir folder;
    { must(open_in(folder.path())->commit(a_policy(Policy::deny))); }
    put_in(folder, {0, 0, {}});
    const auto store = open_in(folder.path());
    CHECK(must(store->epoch(consent::k_all_scope)) == 1);
}
