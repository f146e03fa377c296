// Judges the owner and the mode of a key file before its bytes are believed.
#include "iam/store/key_file.hpp"

#include <iam/core/file_owner.hpp>
#include <iam/store/private_files.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace iam::store {
namespace {

constexpr std::size_t k_key_bytes = 32;

Result<void> check_key_file(const std::filesystem::path& path, const FileDescriptor& file,
                            std::size_t keys_max) {
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
    const bool has_keys = facts.st_size > 0 && facts.st_size % off_t{k_key_bytes} == 0 &&
                          static_cast<std::size_t>(facts.st_size) <= k_key_bytes * keys_max;
    if (!S_ISREG(facts.st_mode) || !has_keys) {
        const std::string keys =
            keys_max == 1 ? "one key" : "1 to " + std::to_string(keys_max) + " keys";
        return fail(Errc::corrupt, "the key file " + path.string() + " does not hold " + keys +
                                       " of " + std::to_string(k_key_bytes) +
                                       " bytes; restore it from a backup of the state folder");
    }
    return {};
}

Result<void> write_keys(const std::filesystem::path& path, const KeyRing& keys) {
    std::vector<std::uint8_t> bytes;
    for (const SecretKey& key : keys.keys())
        bytes.insert(bytes.end(), key.bytes().begin(), key.bytes().end());
    IAM_TRY(file, open_private_file(path, O_WRONLY | O_CREAT | O_EXCL));
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    ::explicit_bzero(bytes.data(), bytes.size());
    if (written < 0 || static_cast<std::size_t>(written) != bytes.size()) {
        const int number = written < 0 ? errno : ENOSPC;
        return tl::unexpected(
            system_error("write the key file", path, number, "free space on the disk"));
    }
    if (::fsync(file.get()) != 0) {
        return tl::unexpected(system_error("make durable the key file", path, errno));
    }
    return {};
}

/// Puts the keys in the place of the file. They are written under another name first. A crash would
/// otherwise leave half a key, and every later start would have to refuse it.
Result<void> replace_keys(const std::filesystem::path& path, const KeyRing& keys) {
    std::filesystem::path unfinished = path;
    unfinished += ".new";
    ::unlink(unfinished.c_str());
    IAM_CHECK(write_keys(unfinished, keys));
    if (::rename(unfinished.c_str(), path.c_str()) != 0) {
        return tl::unexpected(system_error("make the key file", path, errno));
    }
    return sync_folder(path.parent_path());
}

SecretKey random_key(Entropy& entropy) {
    std::array<std::uint8_t, k_key_bytes> bytes{};
    entropy.fill(bytes);
    return SecretKey(bytes);
}

Result<KeyRing> read_ring(const std::filesystem::path& path, std::size_t keys_max) {
    FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file) {
        Error error = system_error("read the key file", path, errno,
                                   "restore it from a backup of the state folder, or run this as "
                                   "the owner of the folder");
        if (errno == ENOENT) error.code = Errc::not_found;
        return tl::unexpected(std::move(error));
    }
    IAM_CHECK(check_key_file(path, file, keys_max));
    std::optional<KeyRing> keys;
    for (;;) {
        std::array<std::uint8_t, k_key_bytes> bytes{};
        const ssize_t got = ::read(file.get(), bytes.data(), bytes.size());
        if (got == 0 && keys) return *std::move(keys);
        if (got != ssize_t{k_key_bytes} || (keys && keys->keys().size() == keys_max))
            return tl::unexpected(system_error("read the key file", path, got < 0 ? errno : EIO));
        if (keys) {
            keys->add(SecretKey(bytes));
        } else {
            keys.emplace(SecretKey(bytes));
        }
    }
}

}  // namespace

Result<SecretKey> read_key(const std::filesystem::path& path) {
    IAM_TRY(keys, read_ring(path, 1));
    return keys.first();
}

Result<KeyRing> read_keys(const std::filesystem::path& path) {
    return read_ring(path, k_keys_max);
}

Result<void> copy_keys(const KeyRing& keys, const std::filesystem::path& path) {
    return write_keys(path, keys);
}

Result<SecretKey> make_key(const std::filesystem::path& path, Entropy& entropy) {
    const SecretKey key = random_key(entropy);
    IAM_CHECK(replace_keys(path, KeyRing(key)));
    return key;
}

Result<KeyRing> add_key(const std::filesystem::path& path, Entropy& entropy) {
    IAM_TRY(keys, read_keys(path));
    if (!keys.add(random_key(entropy))) {
        return fail(Errc::conflict, "the key file " + path.string() + " has " +
                                        std::to_string(k_keys_max) +
                                        " keys already, and takes no more; begin a new state");
    }
    IAM_CHECK(replace_keys(path, keys));
    return std::move(keys);
}

}  // namespace iam::store
