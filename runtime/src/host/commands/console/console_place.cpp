// A lock of the open file, not of the process: looking for one takes none, and so disturbs no
// console that begins.
#include "host/commands/console/console_place.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

namespace iam::host {
namespace {

constexpr std::size_t k_place_bytes_max = 256;
// A console that ends removes its file between the opening and the lock, at most once or twice.
constexpr int k_place_tries = 8;

std::filesystem::path place_file(const std::filesystem::path& state) {
    return state / "console";
}

struct flock lock_of(short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

bool is_locked(const store::FileDescriptor& file) {
    struct flock lock = lock_of(F_RDLCK);
    return ::fcntl(file.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

/// As console::Console::url() writes it.
bool is_console_url(std::string_view url) {
    constexpr std::string_view k_characters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:/-[]";
    return (url.starts_with("http://") || url.starts_with("https://")) && url.ends_with('/') &&
           url.find_first_not_of(k_characters) == std::string_view::npos;
}

}  // namespace

ConsolePlace::ConsolePlace(std::filesystem::path path, store::FileDescriptor file) noexcept
    : path_(std::move(path)), file_(std::move(file)) {}

ConsolePlace::ConsolePlace(ConsolePlace&& other) noexcept
    : path_(std::move(other.path_)), file_(std::move(other.file_)) {
    other.path_.clear();
}

ConsolePlace::~ConsolePlace() {
    std::error_code gone_already;
    if (!path_.empty()) std::filesystem::remove(path_, gone_already);
}

Result<ConsolePlace> ConsolePlace::tell(const std::filesystem::path& state,
                                        const std::string& url) {
    const std::filesystem::path path = place_file(state);
    for (int tries = 0; tries < k_place_tries; ++tries) {
        IAM_TRY(file, store::open_private_file(path, O_RDWR | O_CREAT));
        struct flock lock = lock_of(F_WRLCK);
        if (::fcntl(file.get(), F_OFD_SETLK, &lock) != 0)
            return fail(Errc::conflict,
                        "Another console of this state runs at " + running_console(state) + ".");
        const auto here = store::identity_of(path);
        const auto ours = store::identity_of(file, path);
        if (!here || !ours || !(*here == *ours)) continue;  // its console has just ended
        // A reader takes an unfinished text for none: a URL ends with "/".
        if (::ftruncate(file.get(), 0) != 0 ||
            ::pwrite(file.get(), url.data(), url.size(), 0) != static_cast<ssize_t>(url.size()))
            return tl::unexpected(
                store::system_error("write", path, errno, "make room on the disk"));
        return ConsolePlace(path, std::move(file));
    }
    return fail(Errc::unavailable, "Consoles of this state come and go; start this one again.");
}

std::string running_console(const std::filesystem::path& state) {
    const auto file = store::open_private_file(place_file(state), O_RDONLY);
    if (!file || !is_locked(*file)) return {};
    std::array<char, k_place_bytes_max> text{};
    const ssize_t size = ::pread(file->get(), text.data(), text.size(), 0);
    const std::string url(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    return is_console_url(url) ? url : std::string();
}

std::string page_of_question(const std::string& console_url, const std::string& approval) {
    return console_url + "#/questions/" + approval;
}

}  // namespace iam::host
