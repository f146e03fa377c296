// A frame of the log goes to the system in one piece, and nothing that SQLite wrote is held back from whatever it asks next.
#include "faulty_files.hpp"
#include "fixture.hpp"

#include <sqlite3.h>
#include <store_sqlite/whole_frames.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

using namespace iam;
using namespace iam::test;
namespace fs = std::filesystem;

namespace {

constexpr int k_log_header_bytes = 32;
constexpr int k_header_bytes = 24;
constexpr int k_page_bytes = 2048;

std::string bytes_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A log that is opened through the layer, as SQLite would.
class Log {
 public:
    explicit Log(const TempDir& folder)
        : path_(folder / "some.db-wal"),
          layer_(store_sqlite::FileLayer::over("", store_sqlite::whole_frames())),
          vfs_(sqlite3_vfs_find(layer_->name().c_str())),
          room_(static_cast<std::size_t>(vfs_->szOsFile) / sizeof(std::max_align_t) + 1) {
        // Whose rights the log gets.
        std::ofstream(folder / "some.db").close();
        constexpr int k_flags = SQLITE_OPEN_WAL | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
        REQUIRE(vfs_->xOpen(vfs_, path_.c_str(), file(), k_flags, nullptr) == SQLITE_OK);
    }
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;
    ~Log() { close(); }

    void close() {
        if (file()->pMethods != nullptr) CHECK(methods().xClose(file()) == SQLITE_OK);
        file()->pMethods = nullptr;
    }
    void write(const std::string& bytes, int at) {
        const int count = static_cast<int>(bytes.size());
        CHECK(methods().xWrite(file(), bytes.data(), count, at) == SQLITE_OK);
    }
    std::string read(int count, int at) {
        std::string bytes(static_cast<std::size_t>(count), '\0');
        CHECK(methods().xRead(file(), bytes.data(), count, at) == SQLITE_OK);
        return bytes;
    }
    const sqlite3_io_methods& methods() { return *file()->pMethods; }
    sqlite3_file* file() { return reinterpret_cast<sqlite3_file*>(room_.data()); }
    std::string on_disk() const { return bytes_of(path_); }

 private:
    fs::path path_;
    std::unique_ptr<store_sqlite::FileLayer> layer_;
    sqlite3_vfs* vfs_;
    std::vector<std::max_align_t> room_;
};

const std::string k_header(k_header_bytes, 'h');
const std::string k_page(k_page_bytes, 'p');

}  // namespace

TEST_CASE("each frame of the log is one write") {
    const TempDir folder;
    Faults& files = faulty_files();
    store_sqlite::Options options;
    options.vfs = k_faulty_files;
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
    must(store->commit(a_note()));
    const auto frames = [&] {
        const auto size = fs::file_size(folder / "ledger.db-wal");
        return static_cast<int>((size - k_log_header_bytes) / (k_header_bytes + k_page_bytes));
    };
    const int frames_before = frames();
    files.log_writes = 0;
    for (int i = 0; i < 20; ++i) must(store->commit(a_note()));
    CHECK(frames() > frames_before);
    CHECK(files.log_writes == frames() - frames_before);
}

TEST_CASE("what is written of a log is what SQLite wrote, in its order") {
    const TempDir folder;
    Log log(folder);
    log.write(std::string(k_log_header_bytes, 'l'), 0);
    log.write(k_header, k_log_header_bytes);
    log.write(k_page, k_log_header_bytes + k_header_bytes);
    const std::string whole = std::string(k_log_header_bytes, 'l') + k_header + k_page;
    CHECK(log.on_disk() == whole);
    // Not what follows the header: written as it comes, the header first.
    log.write(k_header, 100);
    log.write("behind", 5'000);
    CHECK(log.on_disk().substr(100, k_header_bytes) == k_header);
    CHECK(log.on_disk().substr(5'000) == "behind");
    // One header after another, and what is longer than a page of a ledger.
    log.write(std::string(k_header_bytes, '1'), 200);
    log.write(std::string(k_header_bytes, '2'), 200 + k_header_bytes);
    log.write(std::string(65'536, 'q'), 200 + 2 * k_header_bytes);
    CHECK(log.on_disk().substr(200, 2 * k_header_bytes) ==
          std::string(k_header_bytes, '1') + std::string(k_header_bytes, '2'));
    CHECK(log.on_disk().substr(200 + 2 * k_header_bytes) == std::string(65'536, 'q'));
}

TEST_CASE("a header whose page does not come is there for whatever is asked next") {
    const TempDir folder;
    Log log(folder);
    log.write(k_header, 0);
    SECTION("what it holds") {
        CHECK(log.read(k_header_bytes, 0) == k_header);
    }
    SECTION("how long it is") {
        sqlite3_int64 size = 0;
        CHECK(log.methods().xFileSize(log.file(), &size) == SQLITE_OK);
        CHECK(size == k_header_bytes);
    }
    SECTION("to be on the disk") {
        CHECK(log.methods().xSync(log.file(), SQLITE_SYNC_NORMAL) == SQLITE_OK);
        CHECK(log.on_disk() == k_header);
    }
    SECTION("to be shorter") {
        CHECK(log.methods().xTruncate(log.file(), 10) == SQLITE_OK);
        CHECK(log.on_disk() == k_header.substr(0, 10));
    }
    SECTION("anything else") {
        int moved = 0;
        log.methods().xFileControl(log.file(), SQLITE_FCNTL_HAS_MOVED, &moved);
        CHECK(log.on_disk() == k_header);
    }
    SECTION("its end") {
        log.close();
        CHECK(log.on_disk() == k_header);
    }
}

TEST_CASE("a disk that fails between a header and its page fails the page") {
    const TempDir folder;
    Faults& files = faulty_files();
    store_sqlite::Options options;
    options.vfs = k_faulty_files;
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
    must(store->commit(a_note()));
    files.log_write = SQLITE_IOERR_WRITE;
    CHECK_FALSE(store->commit(a_note()).has_value());
    files.log_write = 0;
    CHECK(all_entries(*store).size() == 1);
}
