// The files of a state folder: who may read them, and what is refused.
// Tests of runtime/src/store_sqlite/files/folder.cpp.
#include <support/records.hpp>

#include <runtime/store_sqlite/fixture.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

using namespace iam;
using namespace iam::test;
namespace fs = std::filesystem;

namespace {

unsigned mode_of(const fs::path& path) {
    struct stat facts {};
    REQUIRE(::lstat(path.c_str(), &facts) == 0);
    return facts.st_mode & 07777U;
}

/// Sets the umask of this process for a scope.
class Umask {
 public:
    explicit Umask(mode_t mask) : before_(::umask(mask)) {}
    Umask(const Umask&) = delete;
    Umask& operator=(const Umask&) = delete;
    ~Umask() { ::umask(before_); }

 private:
    mode_t before_;
};

}  // namespace

TEST_CASE("the folder is 0700 and its files 0600, whatever the umask") {
    const mode_t mask = GENERATE(mode_t{0}, mode_t{022}, mode_t{0277});
    const TempDir parent;
    const Umask umask(mask);
    const fs::path folder = parent / "new/state";
    const auto store = open_in(folder);
    must(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
    INFO(mask);
    CHECK(mode_of(folder) == 0700);
    CHECK(mode_of(parent / "new") == 0700);
    int files = 0;
    for (const auto& file : fs::directory_iterator(folder)) {
        INFO(file.path());
        CHECK(mode_of(file.path()) == 0600);
        ++files;
    }
    CHECK(files ==
          7);  // ledger.db, its log, the log's index, the lock, the last commit, the key, the seals
}

TEST_CASE("a ledger that others may read is made private again") {
    const TempDir folder;
    { const auto store = open_in(folder.path()); }
    fs::permissions(folder / "ledger.db", fs::perms{0644});
    const auto store = open_in(folder.path());
    CHECK(mode_of(folder / "ledger.db") == 0600);
}

TEST_CASE("a log and an index that others may read are made private again") {
    const TempDir folder;
    // Still open, so that both files stay.
    const auto before = open_in(folder.path());
    must(before->commit(batch_of(entry_of(ledger::EntryKind::note))));
    fs::permissions(folder / "ledger.db-wal", fs::perms{0644});
    fs::permissions(folder / "ledger.db-shm", fs::perms{0604});
    const auto store = open_in(folder.path());
    CHECK(mode_of(folder / "ledger.db-wal") == 0600);
    CHECK(mode_of(folder / "ledger.db-shm") == 0600);
}

TEST_CASE("a folder that others may write is refused with the command that mends it") {
    const TempDir folder;
    fs::permissions(folder.path(), fs::perms{0720});
    const Error error = error_of(try_open(folder.path()));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "chmod go-w"));
}

TEST_CASE("a folder whose name ends with a slash and one reached by a link are the same folder") {
    const TempDir parent;
    must(open_in(parent / "state/")->commit(batch_of(entry_of(ledger::EntryKind::note))));
    fs::create_directory_symlink(parent / "state", parent / "link");
    CHECK(all_entries(*open_in(parent / "link")).size() == 1);
}

TEST_CASE("a file in place of the folder and links in place of the files are refused") {
    const TempDir parent;
    std::ofstream(parent / "file") << "text";
    CHECK(error_of(try_open(parent / "file")).code == Errc::unavailable);
    CHECK(error_of(try_open(parent / "file/below")).code == Errc::unavailable);
    for (const char* name : {"ledger.db", "ledger.db.lock", "ledger.last", "store.key"}) {
        INFO(name);
        const TempDir folder;
        fs::create_symlink(parent / "file", folder / name);
        CHECK(error_of(try_open(folder.path())).code == Errc::unavailable);
    }
    std::string text;
    std::getline(std::ifstream(parent / "file"), text);
    CHECK(text == "text");
}

TEST_CASE("the key is random, stays the same and is kept in a file of 32 bytes") {
    const TempDir first;
    const TempDir second;
    SystemEntropy entropy;
    const auto open = [&](const TempDir& folder) {
        const auto store =
            must(store_sqlite::open(folder.path(), store_sqlite::Mode::read_write, entropy));
        const auto bytes = store->key().bytes();
        return std::string(bytes.begin(), bytes.end());
    };
    const std::string key = open(first);
    CHECK(fs::file_size(first / "store.key") == 32);
    CHECK(open(first) == key);
    CHECK(open(second) != key);
    CHECK(open_in(first.path(), store_sqlite::Mode::read_only)->key().bytes()[0] ==
          static_cast<std::uint8_t>(key[0]));
}

TEST_CASE("a key that others may read, of another size or gone is refused") {
    const TempDir folder;
    { const auto store = open_in(folder.path()); }
    const fs::path key = folder / "store.key";
    SECTION("readable by the group") {
        fs::permissions(key, fs::perms{0640});
    }
    SECTION("readable by all") {
        fs::permissions(key, fs::perms{0604});
    }
    SECTION("too short") {
        fs::resize_file(key, 31);
    }
    SECTION("too long") {
        fs::resize_file(key, 33);
    }
    SECTION("gone") {
        fs::remove(key);
    }
    for (const auto mode : {store_sqlite::Mode::read_write, store_sqlite::Mode::read_only}) {
        const Error error = error_of(try_open(folder.path(), mode));
        CHECK(error.code == Errc::corrupt);
        CHECK(contains(error.message, key.string()));
    }
}

TEST_CASE("a start that was cut off before the ledger was made is finished by the next one") {
    const TempDir folder;
    SECTION("nothing but the lock") {
        std::ofstream(folder / "ledger.db.lock").flush();
    }
    SECTION("an empty ledger") {
        std::ofstream(folder / "ledger.db").flush();
    }
    SECTION("half a key") {
        std::ofstream(folder / "store.key.new") << "half";
    }
    const auto store = open_in(folder.path());
    must(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
}
