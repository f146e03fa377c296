// A header is kept until the next call for the file. If that is the write of what follows it, both are written as one; whatever it is
// otherwise, the header is written first, so that nothing is taken out of its order.
#include "whole_frames.hpp"

#include <array>
#include <cstddef>
#include <cstring>

namespace iam::store_sqlite {
namespace {

/// https://www.sqlite.org/fileformat2.html#walformat
constexpr int k_header_bytes = 24;
/// The greatest that SQLite has is 64 KiB; those of a ledger are 2 KiB.
constexpr int k_page_bytes_max = 4096;

struct FrameMethods : FileMethods {
    explicit FrameMethods(const sqlite3_io_methods& methods);

    std::array<char, k_header_bytes + k_page_bytes_max> frame{};
    sqlite3_int64 header_at = 0;
    bool holds_header = false;
};

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
    return log.below->xWrite(file, log.frame.data(), k_header_bytes + count, log.header_at);
}

int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 at) noexcept {
    auto& log = methods_of<FrameMethods>(file);
    const bool goes_on = log.holds_header && at == log.header_at + k_header_bytes;
    if (goes_on && count <= k_page_bytes_max) return write_frame(file, bytes, count);
    if (const int status = write_header(file); status != SQLITE_OK) return status;
    if (count != k_header_bytes) return log.below->xWrite(file, bytes, count, at);
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

// Locks, shared memory and mapped pages are the database's: nobody asks them of a log.
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
