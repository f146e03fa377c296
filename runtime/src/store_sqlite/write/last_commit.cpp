// The file holds a record as it lies in memory, since it is this machine's alone, and then the
// record with every bit inverted. A partial or foreign write does not fit itself. Both halves lie
// in one sector.
#include "store_sqlite/write/last_commit.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

namespace iam::store_sqlite {
namespace {

// No ledger reaches this epoch.
constexpr std::uint64_t k_unknown_epoch = std::numeric_limits<std::uint64_t>::max();

struct Record {
    std::uint64_t epoch = k_unknown_epoch;
    std::uint64_t seq = 0;
    std::array<std::uint8_t, 32> hash{};
};
constexpr std::size_t k_record_bytes = sizeof(Record);
static_assert(k_record_bytes == 48, "no byte of it is padding");
using Bytes = std::array<std::uint8_t, 2 * k_record_bytes>;

Bytes bytes_of(const Record& record) {
    Bytes bytes{};
    std::memcpy(bytes.data(), &record, k_record_bytes);
    for (std::size_t i = 0; i < k_record_bytes; ++i)
        bytes[k_record_bytes + i] = static_cast<std::uint8_t>(~bytes[i]);
    return bytes;
}

}  // namespace

Result<LastCommitFile> LastCommitFile::open(const std::filesystem::path& path) {
    IAM_TRY(file, store::open_private_file(path, O_RDWR | O_CREAT));
    return LastCommitFile(path, std::move(file));
}

std::optional<LastCommitFile> LastCommitFile::find(const std::filesystem::path& path) {
    auto file = store::open_private_file(path, O_RDONLY);
    if (!file) return std::nullopt;
    return LastCommitFile(path, *std::move(file));
}

std::optional<LastCommit> LastCommitFile::read() const noexcept {
    Bytes bytes{};
    if (::pread(file_.get(), bytes.data(), bytes.size(), 0) != ssize_t{bytes.size()})
        return std::nullopt;
    Record record;
    std::memcpy(&record, bytes.data(), k_record_bytes);
    if (bytes != bytes_of(record)) return std::nullopt;
    LastCommit last{std::nullopt, record.seq, Digest{record.hash}};
    if (record.epoch != k_unknown_epoch) last.epoch = record.epoch;
    return last;
}

Result<void> LastCommitFile::write(const LastCommit& last) const {
    const Bytes bytes = bytes_of({last.epoch.value_or(k_unknown_epoch), last.seq, last.hash.bytes});
    const ssize_t written = ::pwrite(file_.get(), bytes.data(), bytes.size(), 0);
    if (written == ssize_t{bytes.size()}) return {};
    return tl::unexpected(store::system_error("write", path_, written < 0 ? errno : ENOSPC));
}

}  // namespace iam::store_sqlite
