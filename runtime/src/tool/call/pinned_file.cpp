// Opens a file once and reads it through its descriptor only. The path is not looked up a second
// time.
#include "iam/tool/pinned_file.hpp"

#include <iam/core/json.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <span>
#include <system_error>

namespace iam {
namespace {

constexpr std::size_t k_block_bytes = std::size_t{1} << 16U;

tl::unexpected<Error> system_failure(Errc code, const std::string& path, std::string_view what) {
    const int number = errno;
    return fail(code, "The file \"" + path + "\" cannot be " + std::string(what) + ": " +
                          std::generic_category().message(number));
}

tl::unexpected<Error> changing(const std::string& path) {
    return fail(Errc::conflict,
                "The file \"" + path + "\" was changed; have the call looked at anew.");
}

Result<void> check_path(const std::string& path) {
    if (path.empty() || path.front() != '/' || path.find('\0') != std::string::npos) {
        return fail(Errc::invalid_argument,
                    "Only an absolute path can be pinned; another one leads elsewhere in another "
                    "folder.");
    }
    // The path stands in records, and records are JSON.
    if (!is_valid_utf8(path)) {
        return fail(Errc::invalid_argument, "Only a path that is UTF-8 can be pinned.");
    }
    return {};
}

/// Passes the content on, block by block. Error: conflict if the number of bytes is not `size`.
template <class Take>
Result<void> read_all(const std::string& path, int descriptor, std::uint64_t size, Take take) {
    std::array<char, k_block_bytes> block;
    std::uint64_t count = 0;
    for (;;) {
        const ssize_t got =
            ::pread(descriptor, block.data(), block.size(), static_cast<off_t>(count));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return system_failure(Errc::unavailable, path, "read");
        if (got == 0) break;
        count += static_cast<std::uint64_t>(got);
        if (count > size) return changing(path);
        take(std::string_view(block.data(), static_cast<std::size_t>(got)));
    }
    if (count != size) return changing(path);
    return {};
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

Result<std::shared_ptr<const PinnedFile>> PinnedFile::open(const std::string& path,
                                                           std::uint64_t bytes_max) {
    IAM_CHECK(check_path(path));
    const std::shared_ptr<PinnedFile> file(new PinnedFile(path));
    // Without O_NONBLOCK the opening of a pipe would wait for a writer.
    file->descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    const int descriptor = file->descriptor_;
    if (descriptor < 0) return system_failure(Errc::invalid_argument, path, "opened");
    struct stat facts {};
    if (::fstat(descriptor, &facts) != 0) return system_failure(Errc::unavailable, path, "read");
    if (!S_ISREG(facts.st_mode)) {
        return fail(Errc::invalid_argument, "\"" + path + "\" is no ordinary file to be pinned.");
    }
    FileIdentity& identity = file->identity_;
    identity.device = static_cast<std::uint64_t>(facts.st_dev);
    identity.inode = static_cast<std::uint64_t>(facts.st_ino);
    identity.size = static_cast<std::uint64_t>(facts.st_size);
    if (identity.size > bytes_max) {
        return fail(Errc::invalid_argument, "The file \"" + path + "\" has " +
                                                std::to_string(identity.size) + " bytes, and " +
                                                std::to_string(bytes_max) +
                                                " can still be pinned; take a smaller one.");
    }
    HashState hash;
    IAM_CHECK(read_all(path, descriptor, identity.size,
                       [&](std::string_view block) { hash.update(bytes_of(block)); }));
    identity.sha256 = hash.finish();
    return file;
}

PinnedFile::~PinnedFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::string> PinnedFile::read() const {
    std::string content;
    content.reserve(static_cast<std::size_t>(identity_.size));
    IAM_CHECK(read_all(path_, descriptor_, identity_.size,
                       [&](std::string_view block) { content += block; }));
    HashState hash;
    hash.update(bytes_of(content));
    if (hash.finish() != identity_.sha256) return changing(path_);
    return content;
}

}  // namespace iam
