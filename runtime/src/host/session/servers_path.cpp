#include "host/session/servers_path.hpp"

#include <iam/core/file_owner.hpp>
#include <iam/mcp/servers_file.hpp>
#include <iam/store/private_files.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

namespace iam::host {
namespace {

Result<store::FileDescriptor> open_for_reading(const std::filesystem::path& path) {
    store::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file) return file;
    if (errno == ENOENT) {
        return fail(Errc::not_found,
                    "There is no file of servers " + path.string() +
                        "; name another one, or make it with the command \"servers add\".");
    }
    return tl::unexpected(store::system_error("open", path, errno));
}

Result<void> check_file(const store::FileDescriptor& file, const std::filesystem::path& path) {
    struct stat facts {};
    if (::fstat(file.get(), &facts) != 0)
        return tl::unexpected(store::system_error("look at", path, errno));
    if (!S_ISREG(facts.st_mode))
        return fail(Errc::invalid_argument, path.string() + " is no file; name the file.");
    if (is_foreign(facts, ::geteuid()) || others_may_write(facts)) {
        return fail(Errc::corrupt,
                    path.string() +
                        " names programs to start, and another user can write it; make it yours "
                        "alone: chmod go-w, or chown.");
    }
    return {};
}

Result<std::string> read_text(const store::FileDescriptor& file,
                              const std::filesystem::path& path) {
    std::string text;
    std::array<char, 65536> buffer{};
    while (true) {
        const ssize_t size = ::read(file.get(), buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return tl::unexpected(store::system_error("read", path, errno));
        if (size == 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(size));
        if (text.size() > mcp::k_servers_bytes_max) return text;  // its reader refuses it
    }
}

Result<void> write_all(const store::FileDescriptor& file, std::string_view text,
                       const std::filesystem::path& path) {
    while (!text.empty()) {
        const ssize_t size = ::write(file.get(), text.data(), text.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return tl::unexpected(store::system_error("write", path, errno));
        text.remove_prefix(static_cast<std::size_t>(size));
    }
    if (::fsync(file.get()) != 0) return tl::unexpected(store::system_error("write", path, errno));
    return {};
}

/// The folder of a file, unless it is there.
Result<void> make_folder(const std::filesystem::path& path) {
    if (path.parent_path().empty()) return {};
    std::error_code problem;
    std::filesystem::create_directories(path.parent_path(), problem);
    if (!problem) return {};
    return tl::unexpected(
        store::system_error("make the folder", path.parent_path(), problem.value()));
}

}  // namespace

Result<std::vector<mcp::ServerConfig>> load_servers(const std::filesystem::path& path) {
    IAM_TRY(file, open_for_reading(path));
    IAM_CHECK(check_file(file, path));
    IAM_TRY(text, read_text(file, path));
    auto servers = mcp::read_servers(text);
    if (servers) return *std::move(servers);
    std::string mistakes;
    for (const PlacedError& mistake : servers.error())
        mistakes += (mistakes.empty() ? "" : "\n") + mcp::to_string(mistake, path.string());
    return fail(Errc::invalid_argument, std::move(mistakes));
}

Result<void> write_private_file(const std::filesystem::path& path, std::string_view text) {
    std::filesystem::path beside = path;
    beside += ".new";
    ::unlink(beside.c_str());
    IAM_TRY(file, store::open_private_file(beside, O_WRONLY | O_CREAT | O_EXCL));
    IAM_CHECK(write_all(file, text, beside));
    if (::rename(beside.c_str(), path.c_str()) != 0)
        return tl::unexpected(store::system_error("replace", path, errno));
    return store::sync_folder(path.parent_path().empty() ? "." : path.parent_path());
}

Result<store::FileDescriptor> lock_servers(const std::filesystem::path& path) {
    IAM_CHECK(make_folder(path));
    std::filesystem::path beside = path;
    beside += ".lock";
    IAM_TRY(file, store::open_private_file(beside, O_RDWR | O_CREAT));
    while (::flock(file.get(), LOCK_EX) != 0) {
        if (errno != EINTR) return tl::unexpected(store::system_error("lock", beside, errno));
    }
    return std::move(file);
}

Result<void> store_servers(const std::filesystem::path& path,
                           const std::vector<mcp::ServerConfig>& servers) {
    IAM_TRY(text, mcp::write_servers(servers));
    IAM_CHECK(make_folder(path));
    // The file may be a link to one under version control.
    std::error_code no_link;
    const std::filesystem::path target = std::filesystem::canonical(path, no_link);
    return write_private_file(no_link ? path : target, text);
}

}  // namespace iam::host
