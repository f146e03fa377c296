// A frame of the log goes to the system in one piece. A read by SQLite sees all that it wrote.
// Tests of runtime/src/store_sqlite/files/file_layer.cpp.
#include <runtime/store_sqlite/faulty_files.hpp>
#include <runtime/store_sqlite/fixture.hpp>
#include <sqlite3.h>
#include <store_sqlite/files/whole_frames.hpp>

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

std::string bytes_of_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A log that is opened through the layer, as SQLite would, over the layer of this name.
class Log {
 public:
    explicit Log(const TempDir& folder, const std::string& below = "")
        : path_(folder / "some.db-wal"),
          layer_(store_sqlite::FileLayer::over(below, store_sqlite::whole_frames())),
          vfs_(sqlite3_vfs_find(layer_->name().c_str())),
          room_(static_cast<std::size_t>(vfs_->szOsFile) / sizeof(std::max_align_t) + 1) {
        // Whose rights the log gets.
        std::ofstream(folder / "some.db").close();
        constexpr int k_flags = SQLITE_OPEN_WAL | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
        REQUIRE(vfs_->xOpen(vfs_, path_.c_str(), file(), k_flags, nullptr) == SQLITE_OK);
        write(k_log_header, 0);
    }
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;
    ~Log() { close(); }

    int close() {
        if (file()->pMethods == nullptr) return SQLITE_OK;
        const int status = methods().xClose(file());
        file()->pMethods = nullptr;
        return status;
    }
    void write(const std::string& bytes, int at) {
        CHECK(methods().xWrite(file(), bytes.data(), static_cast<int>(bytes.size()), at) ==
              SQLITE_OK);
    }
    int read(std::string& bytes, int at) {
        return methods().xRead(file(), bytes.data(), static_cast<int>(bytes.size()), at);
    }
    const sqlite3_io_methods& methods() { return *file()->pMethods; }
    sqlite3_file* file() { return reinterpret_cast<sqlite3_file*>(room_.data()); }
    std::string on_disk() const { return bytes_of_file(path_); }

    static inline const std::string k_log_header = std::string(k_log_header_bytes, 'l');

 private:
    fs::path path_;
    std::unique_ptr<store_sqlite::FileLayer> layer_;
    sqlite3_vfs* vfs_;
    std::vector<std::max_align_t> room_;
};

constexpr int k_first = k_log_header_bytes;
constexpr int k_second = k_first + k_header_bytes + k_page_bytes;
const std::string k_header(k_header_bytes, 'h');
const std::string k_page(k_page_bytes, 'p');

}  // namespace

TEST_CASE("each frame of the log is one write") {
    const TempDir folder;
    Faults& files = faulty_files();
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, on_faulty_files());
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
    log.write(k_header, k_first);
    CHECK(log.on_disk() == Log::k_log_header);
    log.write(k_page, k_first + k_header_bytes);
    CHECK(log.on_disk() == Log::k_log_header + k_header + k_page);
    // Not what follows the header: written as it comes, the header first.
    log.write(k_header, k_second);
    log.write("behind", 5'000);
    CHECK(log.on_disk().substr(k_second, k_header_bytes) == k_header);
    CHECK(log.on_disk().substr(5'000) == "behind");
    // What is longer than a page of a ledger.
    log.write(k_header, 5'006);
    log.write(std::string(65'536, 'q'), 5'006 + k_header_bytes);
    CHECK(log.on_disk().substr(5'006) == k_header + std::string(65'536, 'q'));
}

TEST_CASE("a header that SQLite writes alone, into a frame that is there, is written at once") {
    const TempDir folder;
    Log log(folder);
    for (const int at : {k_first, k_second}) {
        log.write(k_header, at);
        log.write(k_page, at + k_header_bytes);
    }
    // As it does for frames of which it has written a page anew: it reads each and gives it another
    // checksum.
    log.write(std::string(k_page_bytes, 'P'), k_first + k_header_bytes);
    const std::string other(k_header_bytes, 'H');
    for (const int at : {k_first, k_second}) {
        std::string frame(k_header_bytes + k_page_bytes, '\0');
        CHECK(log.read(frame, at) == SQLITE_OK);
        log.write(other, at);
        CHECK(log.on_disk().substr(static_cast<std::size_t>(at), k_header_bytes) == other);
    }
}

TEST_CASE("where SQLite pads commits, and so writes pages in parts, nothing is held back") {
    const TempDir folder;
    Faults& files = faulty_files();
    Log log(folder, k_faulty_files);
    files.is_unsafe_to_overwrite = true;
    log.write(k_header, k_first);
    CHECK(log.on_disk() == Log::k_log_header + k_header);
    files.is_unsafe_to_overwrite = false;
    log.write(k_page, k_first + k_header_bytes);
    log.write(k_header, k_second);
    CHECK(log.on_disk() == Log::k_log_header + k_header + k_page);
}

TEST_CASE("a header whose page does not come is there for whatever is asked next") {
    const TempDir folder;
    Log log(folder);
    log.write(k_header, k_first);
    REQUIRE(log.on_disk() == Log::k_log_header);
    SECTION("what it holds") {
        std::string header(k_header_bytes, '\0');
        CHECK(log.read(header, k_first) == SQLITE_OK);
        CHECK(header == k_header);
    }
    SECTION("how long it is") {
        sqlite3_int64 size = 0;
        CHECK(log.methods().xFileSize(log.file(), &size) == SQLITE_OK);
        CHECK(size == k_first + k_header_bytes);
    }
    SECTION("to be on the disk") {
        CHECK(log.methods().xSync(log.file(), SQLITE_SYNC_NORMAL) == SQLITE_OK);
        CHECK(log.on_disk() == Log::k_log_header + k_header);
    }
    SECTION("to be shorter") {
        CHECK(log.methods().xTruncate(log.file(), k_first + 10) == SQLITE_OK);
        CHECK(log.on_disk() == Log::k_log_header + k_header.substr(0, 10));
    }
    SECTION("anything else") {
        int moved = 0;
        log.methods().xFileControl(log.file(), SQLITE_FCNTL_HAS_MOVED, &moved);
        CHECK(log.on_disk() == Log::k_log_header + k_header);
    }
    SECTION("its end") {
        CHECK(log.close() == SQLITE_OK);
        CHECK(log.on_disk() == Log::k_log_header + k_header);
    }
}

TEST_CASE("whoever asks next is told that a header could not be written") {
    const TempDir folder;
    Faults& files = faulty_files();
    Log log(folder, k_faulty_files);
    log.write(k_header, k_first);
    files.log_write = SQLITE_FULL;
    std::string bytes(10, '\0');
    sqlite3_int64 size = 0;
    int status = SQLITE_OK;
    SECTION("reading") {
        status = log.read(bytes, 0);
    }
    SECTION("the page") {
        status =
            log.methods().xWrite(log.file(), k_page.data(), k_page_bytes, k_first + k_header_bytes);
    }
    SECTION("another page") {
        status = log.methods().xWrite(log.file(), k_page.data(), k_page_bytes, 50'000);
    }
    SECTION("the size") {
        status = log.methods().xFileSize(log.file(), &size);
    }
    SECTION("cutting it") {
        status = log.methods().xTruncate(log.file(), 0);
    }
    SECTION("the disk") {
        status = log.methods().xSync(log.file(), SQLITE_SYNC_NORMAL);
    }
    SECTION("anything else") {
        int moved = 0;
        status = log.methods().xFileControl(log.file(), SQLITE_FCNTL_HAS_MOVED, &moved);
    }
    SECTION("the end") {
        status = log.close();
    }
    CHECK(status == SQLITE_FULL);
    files.log_write = 0;
}
