// Implements FileTokens over POSIX. A record is written beside its place, made durable and renamed.
#include "mcp/client/authorization/grant_text.hpp"
#include "mcp/client/authorization/token_store.hpp"
#include "mcp/client/authorization/values/document.hpp"
#include <iam/core/digest.hpp>
#include <iam/core/file_owner.hpp>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace iam::mcp {
namespace {

constexpr mode_t k_private_file = S_IRUSR | S_IWUSR;
constexpr mode_t k_private_folder = S_IRWXU;

class TokenFile {
 public:
    TokenFile(const std::string& path, int flags)
        : number_(
              ::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, k_private_file)) {}
    TokenFile(const TokenFile&) = delete;
    TokenFile& operator=(const TokenFile&) = delete;
    ~TokenFile() {
        if (number_ >= 0) ::close(number_);
    }
    int number() const noexcept { return number_; }

 private:
    int number_;
};

tl::unexpected<Error> tokens_trouble(const char* doing, const std::string& path, int problem) {
    return fail(Errc::unavailable, std::string("Tokens cannot be ") + doing + " (" + path + ": " +
                                       std::generic_category().message(problem) +
                                       "); check the folder and its mode.");
}

/// Refuses a file or folder that others could have read, written or exchanged.
Result<void> check_private_tokens(int number, const std::string& path) {
    struct stat facts {};
    if (::fstat(number, &facts) != 0) return tokens_trouble("read", path, errno);
    const std::string quoted = "'" + path + "'";
    if (facts.st_uid != ::geteuid()) {
        return fail(Errc::corrupt, "Tokens are not read: " + path +
                                       " belongs to another user; remove it: rm -r " + quoted);
    }
    if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return fail(Errc::corrupt, "Tokens are not read: " + path +
                                       " is open to other users; agree again, or make it yours "
                                       "alone: chmod go-rwx " +
                                       quoted);
    }
    return {};
}

Result<std::string> read_token_file(int number, const std::string& path) {
    std::string text;
    std::array<char, 16384> buffer{};
    for (;;) {
        const ssize_t count = ::read(number, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return tokens_trouble("read", path, errno);
        if (count == 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(count));
        if (text.size() > k_document_bytes_max) break;  // read_grant() refuses it
    }
    ::explicit_bzero(buffer.data(), buffer.size());
    return text;
}

bool write_token_file(int number, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(number, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

Result<void> make_tokens_durable(const std::string& folder) {
    const TokenFile opened(folder, O_RDONLY | O_DIRECTORY);
    if (opened.number() < 0 || ::fsync(opened.number()) != 0)
        return tokens_trouble("kept", folder, errno);
    return {};
}

/// Puts a whole file in its place. One process at a time does.
Result<void> replace_token_file(const std::string& folder, const std::string& path,
                                std::string_view text) {
    const TokenFile turn(folder, O_RDONLY | O_DIRECTORY);
    if (turn.number() < 0 || ::flock(turn.number(), LOCK_EX) != 0)
        return tokens_trouble("kept", folder, errno);
    const std::string beside = path + ".new";
    ::unlink(beside.c_str());  // of a run that was cut
    {
        const TokenFile file(beside, O_WRONLY | O_CREAT | O_EXCL);
        if (file.number() < 0) return tokens_trouble("kept", beside, errno);
        if (!write_token_file(file.number(), text) || ::fsync(file.number()) != 0) {
            const int problem = errno;
            ::unlink(beside.c_str());
            return tokens_trouble("kept", beside, problem);
        }
    }
    if (::rename(beside.c_str(), path.c_str()) != 0) {
        const int problem = errno;
        ::unlink(beside.c_str());
        return tokens_trouble("kept", path, problem);
    }
    return make_tokens_durable(folder);
}

}  // namespace

Result<std::unique_ptr<FileTokens>> FileTokens::open(const std::string& folder) {
    if (::mkdir(folder.c_str(), k_private_folder) != 0 && errno != EEXIST)
        return tokens_trouble("kept", folder, errno);
    const TokenFile opened(folder, O_RDONLY | O_DIRECTORY);
    if (opened.number() < 0) return tokens_trouble("kept", folder, errno);
    IAM_CHECK(check_private_tokens(opened.number(), folder));
    if (const auto fault = check_way(folder, ::geteuid())) {
        return fail(Errc::corrupt, "Others can exchange the tokens in " + folder + ": " +
                                       fault->fault + "; " + fault->way_out + ".");
    }
    return std::unique_ptr<FileTokens>(new FileTokens(folder));
}

std::string FileTokens::path_of(const std::string& server) const {
    return folder_ + "/" + sha256(domain_tag("iam/token-file/1"), server).hex() + ".json";
}

Result<std::optional<StoredGrant>> FileTokens::load(const std::string& server) {
    const std::lock_guard lock(mutex_);
    const std::string path = path_of(server);
    const TokenFile file(path, O_RDONLY);
    if (file.number() < 0 && errno == ENOENT) return std::nullopt;
    if (file.number() < 0) return tokens_trouble("read", path, errno);
    IAM_CHECK(check_private_tokens(file.number(), path));
    IAM_TRY(text, read_token_file(file.number(), path));
    auto grant = read_grant(text, server);
    wipe(text);
    if (!grant) return fail(grant.error().code, path + ": " + grant.error().message);
    return std::optional(*std::move(grant));
}

Result<void> FileTokens::save(const std::string& server, const StoredGrant& grant) {
    const std::lock_guard lock(mutex_);
    std::string text = text_of_grant(server, grant);
    auto saved = replace_token_file(folder_, path_of(server), text);
    wipe(text);
    return saved;
}

Result<void> FileTokens::forget(const std::string& server) {
    const std::lock_guard lock(mutex_);
    const std::string path = path_of(server);
    if (::unlink(path.c_str()) != 0) {
        if (errno == ENOENT) return {};
        return tokens_trouble("removed", path, errno);
    }
    return make_tokens_durable(folder_);
}

}  // namespace iam::mcp
