// Holds a header back if it is to stand behind the last frame. The next call mostly writes the
// frame's page, and one write takes both. Before any other call the header is written. SQLite also
// writes headers alone: for a page that it has changed again in the same transaction, in a frame
// that is there. The layer passes those headers on at once, since no page need follow them.
#include "store_sqlite/files/whole_frames.hpp"

#include <array>
#include <cstddef>
#include <cstring>

namespace iam::store_sqlite {
namespace {

/// https://www.sqlite.org/fileformat2.html#walformat
constexpr int k_log_header_bytes = 32;
constexpr int k_header_bytes = 24;
/// A ledger's pages have 2 KiB. SQLite's greatest have 64 KiB, and are written in two calls.
constexpr int k_page_bytes_max = 4096;

struct FrameMethods : FileMethods {
    explicit FrameMethods(const sqlite3_io_methods& methods);

    std::array<char, k_header_bytes + k_page_bytes_max> frame{};
    sqlite3_int64 header_at = 0;
    sqlite3_int64 frames_end = k_log_header_bytes;  ///< the end of the last frame written here
    bool holds_header = false;
};

/// On other devices SQLite pads commits, and writes pages in parts.
bool writes_whole_pages(sqlite3_file* file) noexcept {
    const auto characteristics = methods_of<FrameMethods>(file).below->xDeviceCharacteristics;
    return characteristics != nullptr &&
           (characteristics(file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE) != 0;
}

int write_header(sqlite3_file* file) noexcept {
    auto& log = methods_of<FrameMethods>(file);
    if (!log.holds_header) return SQLITE_OK;
    log.holds_header = false;
    return log.below->xWrite(file, log.frame.data(), k_header_bytes, log.header_at);
}

int write_frame(sqlite3_file* file, const void* page, int count) noexcept {
    auto& log = methods_of<FrameMethods>(file);
    log.holds_header = false;
    std::memcpy(log.frame.data() + k_header_bytes, page, static_cast<std::size_t>(count));
    const int bytes = k_header_bytes + count;
    log.frames_end = log.header_at + bytes;
    return log.below->xWrite(file, log.frame.data(), bytes, log.header_at);
}

int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 at) noexcept {
    auto& log = methods_of<FrameMethods>(file);
    const bool goes_on = log.holds_header && at == log.header_at + k_header_bytes;
    if (goes_on && count <= k_page_bytes_max) return write_frame(file, bytes, count);
    if (const int status = write_header(file); status != SQLITE_OK) return status;
    const bool is_next_header = count == k_header_bytes && at == log.frames_end;
    // A write at 0 begins the log again. Elsewhere another connection may have added frames.
    log.frames_end = at == 0 ? k_log_header_bytes : at + count;
    if (!is_next_header || !writes_whole_pages(file))
        return log.below->xWrite(file, bytes, count, at);
    std::memcpy(log.frame.data(), bytes, k_header_bytes);
    log.header_at = at;
    log.holds_header = true;
    return SQLITE_OK;
}

int read(sqlite3_file* file, void* out, int count, sqlite3_int64 at) noexcept {
    if (const int status = write_header(file); status != SQLITE_OK) return status;
    return methods_of<FrameMethods>(file).below->xRead(file, out, count, at);
}

int truncate(sqlite3_file* file, sqlite3_int64 bytes) noexcept {
    if (const int status = write_header(file); status != SQLITE_OK) return status;
    return methods_of<FrameMethods>(file).below->xTruncate(file, bytes);
}

int sync(sqlite3_file* file, int flags) noexcept {
    if (const int status = write_header(file); status != SQLITE_OK) return status;
    return methods_of<FrameMethods>(file).below->xSync(file, flags);
}

int file_size(sqlite3_file* file, sqlite3_int64* bytes) noexcept {
    if (const int status = write_header(file); status != SQLITE_OK) return status;
    return methods_of<FrameMethods>(file).below->xFileSize(file, bytes);
}

int control(sqlite3_file* file, int what, void* argument) noexcept {
    if (const int status = write_header(file); status != SQLITE_OK) return status;
    return methods_of<FrameMethods>(file).below->xFileControl(file, what, argument);
}

int close(sqlite3_file* file) noexcept {
    const int status = write_header(file);
    const int closed = close_file<FrameMethods>(file);
    return status != SQLITE_OK ? status : closed;
}

// SQLite asks for locks, shared memory and mapped pages on the database only, not on a log.
FrameMethods::FrameMethods(const sqlite3_io_methods& methods) : FileMethods(methods) {
    xWrite = write;
    xRead = read;
    xTruncate = truncate;
    xSync = sync;
    xFileSize = file_size;
    xFileControl = control;
    xClose = close;
}

}  // namespace

FileLayer::Kind whole_frames() noexcept {
    return FileLayer::kind<FrameMethods>("whole-frames", SQLITE_OPEN_WAL);
}

}  // namespace iam::store_sqlite
