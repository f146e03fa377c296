#include "iam/core/trusted_text.hpp"

#include <iam/core/file_owner.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace iam {
namespace {

class TrustedFile {
 public:
    explicit TrustedFile(const std::string& path)
        : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    TrustedFile(const TrustedFile&) = delete;
    TrustedFile& operator=(const TrustedFile&) = delete;
    ~TrustedFile() {
        if (number_ >= 0) ::close(number_);
    }
    int number() const noexcept { return number_; }

 private:
    int number_;
};

tl::unexpected<Error> cannot_read(const std::string& path, int problem) {
    return fail(Errc::unavailable, "the file " + path + " cannot be read (" +
                                       std::generic_category().message(problem) +
                                       "); check its name and its mode");
}

Result<void> check_trusted_file(const std::string& path, int file, ReadBy by) {
    struct stat facts {};
    if (::fstat(file, &facts) != 0) return cannot_read(path, errno);
    if (!S_ISREG(facts.st_mode))
        return fail(Errc::invalid_argument, path + " is no file; name one");
    if (is_foreign(facts, ::geteuid())) {
        return fail(Errc::corrupt, "the file " + path +
                                       " belongs to another user; make it yours: chown " +
                                       std::to_string(::geteuid()) + " '" + path + "'");
    }
    if (by == ReadBy::owner && (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return fail(Errc::corrupt, "the file " + path +
                                       " is open to other users; make it yours alone: chmod 600 '" +
                                       path + "'");
    }
    if (others_may_write(facts)) {
        return fail(Errc::corrupt, "others can write the file " + path +
                                       "; take that away: chmod go-w '" + path + "'");
    }
    if (const auto fault = check_way(path, ::geteuid())) {
        return fail(Errc::corrupt, "others can exchange the file " + path + ": " + fault->fault +
                                       "; " + fault->way_out);
    }
    return {};
}

}  // namespace

Result<std::string> read_trusted_text(const std::string& path, ReadBy by) {
    const TrustedFile file(path);
    if (file.number() < 0) return cannot_read(path, errno);
    IAM_CHECK(check_trusted_file(path, file.number(), by));
    std::string text;
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return cannot_read(path, errno);
        if (count == 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
        if (text.size() > k_trusted_bytes_max) {
            return fail(Errc::invalid_argument,
                        "the file " + path + " is longer than 1 MiB; shorten it");
        }
    }
}

}  // namespace iam
