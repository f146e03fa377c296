// The file is one line of a fixed length: the entry's id, its hash and a digest of both. A partial
// or foreign write does not fit its digest.
#include "store_postgres/write/last_entry.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

namespace iam::store_postgres {
namespace {

constexpr std::size_t k_id_width = 32;
constexpr std::size_t k_hex_width = 64;
constexpr std::size_t k_line_bytes = k_id_width + 2 * k_hex_width + 1;

std::string line_of(const ledger::Head& last) {
    std::string line = to_string(last.entry);
    line.resize(k_id_width, ' ');
    line += last.hash.hex();
    line += sha256(domain_tag("iam/last-entry/1"), line).hex();
    return line + "\n";
}

}  // namespace

Result<LastEntryFile> LastEntryFile::open(const std::filesystem::path& path) {
    IAM_TRY(file, store::open_private_file(path, O_RDWR | O_CREAT));
    return LastEntryFile(path, std::move(file));
}

std::optional<ledger::Head> LastEntryFile::read() const noexcept {
    std::array<char, k_line_bytes> bytes{};
    if (::pread(file_.get(), bytes.data(), bytes.size(), 0) != ssize_t{bytes.size()})
        return std::nullopt;
    const std::string line(bytes.data(), bytes.size());
    const auto id = ledger::parse_entry_id(line.substr(0, line.find(' ')));
    const auto hash = Digest::from_hex(line.substr(k_id_width, k_hex_width));
    if (!id || !hash) return std::nullopt;
    const ledger::Head last{*id, *hash};
    if (line != line_of(last)) return std::nullopt;
    return last;
}

Result<void> LastEntryFile::write(const ledger::Head& last) const {
    const std::string line = line_of(last);
    const ssize_t written = ::pwrite(file_.get(), line.data(), line.size(), 0);
    if (written == ssize_t{k_line_bytes}) return {};
    return tl::unexpected(store::system_error("write", path_, written < 0 ? errno : ENOSPC));
}

}  // namespace iam::store_postgres
