#include "host/session/key_file.hpp"

#include <iam/question/escape.hpp>
#include <iam/store/private_files.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace iam::host {
namespace {

Result<std::string> read_all(const store::FileDescriptor& file, const std::string& path) {
    std::string text;
    std::array<char, 4096> bytes{};
    while (text.size() <= k_key_file_bytes_max) {
        const ssize_t size = ::read(file.get(), bytes.data(), bytes.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return tl::unexpected(store::system_error("read", path, errno));
        if (size == 0) return text;
        text.append(bytes.data(), static_cast<std::size_t>(size));
    }
    return fail(Errc::invalid_argument, "The key file " + question::escape_for_display(path) +
                                            " has more than 16 KiB; it holds the key and nothing "
                                            "else.");
}

}  // namespace

Result<std::string> read_key_file(const std::string& path) {
    const std::string shown = question::escape_for_display(path);
    // Not blocking: a pipe in its place must not stop the program.
    const store::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file) {
        Error error = store::system_error("open the key file", path, errno);
        if (errno == ENOENT) error.code = Errc::not_found;
        return tl::unexpected(std::move(error));
    }
    struct stat facts {};
    if (::fstat(file.get(), &facts) != 0)
        return tl::unexpected(store::system_error("look at the key file", path, errno));
    constexpr unsigned k_others = S_IRWXG | S_IRWXO;
    if (!S_ISREG(facts.st_mode) || facts.st_uid != ::geteuid() || (facts.st_mode & k_others) != 0) {
        return fail(Errc::corrupt,
                    "The key file " + shown +
                        " can be read by others, or is not yours; write: chmod 600 " + shown + ".");
    }
    IAM_TRY(text, read_all(file, path));
    if (!text.empty() && text.back() == '\n') text.pop_back();
    if (!text.empty() && text.back() == '\r') text.pop_back();
    if (!text.empty()) return text;
    return fail(Errc::invalid_argument,
                "The key file " + shown + " is empty; put the key into it.");
}

}  // namespace iam::host
