// Judges the owner and the mode of a key file before its bytes are believed.
#include "iam/store/key_file.hpp"

#include <iam/core/file_owner.hpp>
#include <iam/store/private_files.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

namespace iam::store {
namespace {

constexpr std::size_t k_key_bytes = 32;

Result<void> check_key_file(const std::filesystem::path& path, const FileDescriptor& file) {
    struct stat facts {};
    if (::fstat(file.get(), &facts) != 0)
        return tl::unexpected(system_error("look at", path, errno));
    if (is_foreign(facts, ::geteuid())) {
        return fail(Errc::corrupt, "the key file " + path.string() + " belongs to the user " +
                                       std::to_string(facts.st_uid) +
                                       ", who knows it; run this as that user, or use another key");
    }
    if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return fail(Errc::corrupt, "the key file " + path.string() +
                                       " is open to other users; if nobody has read it, run: "
                                       "chmod 600 '" +
                                       path.string() + "'");
    }
    if (!S_ISREG(facts.st_mode) || facts.st_size != off_t{k_key_bytes}) {
        return fail(Errc::corrupt, "the key file " + path.string() + " does not hold " +
                                       std::to_string(k_key_bytes) +
                                       " bytes; restore it from a backup of the state folder");
    }
    return {};
}

Result<void> write_key(const std::filesystem::path& path,
                       const std::array<std::uint8_t, k_key_bytes>& bytes) {
    IAM_TRY(file, open_private_file(path, O_WRONLY | O_CREAT | O_EXCL));
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written != ssize_t{k_key_bytes}) {
        const int number = written < 0 ? errno : ENOSPC;
        return tl::unexpected(
            system_error("write the key file", path, number, "free space on the disk"));
    }
    if (::fsync(file.get()) != 0) {
        return tl::unexpected(system_error("make durable the key file", path, errno));
    }
    return {};
}

}  // namespace

Result<SecretKey> read_key(const std::filesystem::path& path) {
    FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file) {
        Error error = system_error("read the key file", path, errno,
                                   "restore it from a backup of the state folder, or run this as "
                                   "the owner of the folder");
        if (errno == ENOENT) error.code = Errc::not_found;
        return tl::unexpected(std::move(error));
    }
    IAM_CHECK(check_key_file(path, file));
    std::array<std::uint8_t, k_key_bytes> bytes{};
    if (::read(file.get(), bytes.data(), bytes.size()) != ssize_t{k_key_bytes}) {
        return tl::unexpected(system_error("read the key file", path, errno));
    }
    return SecretKey(bytes);
}

Result<void> copy_key(const SecretKey& key, const std::filesystem::path& path) {
    std::array<std::uint8_t, k_key_bytes> bytes{};
    std::copy_n(key.bytes().begin(), bytes.size(), bytes.begin());
    return write_key(path, bytes);
}

Result<SecretKey> make_key(const std::filesystem::path& path, Entropy& entropy) {
    // The key is written under another name first. A crash would otherwise leave half a key, and
    // every later start would have to refuse it.
    std::filesystem::path unfinished = path;
    unfinished += ".new";
    ::unlink(unfinished.c_str());
    std::array<std::uint8_t, k_key_bytes> bytes{};
    entropy.fill(bytes);
    IAM_CHECK(write_key(unfinished, bytes));
    if (::rename(unfinished.c_str(), path.c_str()) != 0) {
        return tl::unexpected(system_error("make the key file", path, errno));
    }
    IAM_CHECK(sync_folder(path.parent_path()));
    return SecretKey(bytes);
}

}  // namespace iam::store
