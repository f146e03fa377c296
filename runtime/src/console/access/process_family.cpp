#include "console/access/process_family.hpp"

#include <iam/tool/codecs/decimal.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace iam::console {
namespace {

struct CloseFolder {
    void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

std::optional<pid_t> number_in(std::string_view text) {
    pid_t number = 0;
    return read_decimal(text, number) ? std::optional(number) : std::nullopt;
}

/// The parent by /proc/PID/stat: "7 (name) S 1 …". A name may have brackets and blanks.
std::optional<pid_t> parent_of(pid_t process) {
    const std::string path = "/proc/" + std::to_string(process) + "/stat";
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return std::nullopt;
    std::array<char, 512> bytes{};
    const ssize_t size = ::read(file, bytes.data(), bytes.size());
    ::close(file);
    if (size <= 0) return std::nullopt;
    std::string_view text(bytes.data(), static_cast<std::size_t>(size));
    const std::size_t name_end = text.rfind(") ");
    if (name_end == std::string_view::npos || name_end + 4 > text.size()) return std::nullopt;
    text.remove_prefix(name_end + 4);  // with the state, a letter
    return number_in(text.substr(0, text.find(' ')));
}

/// Each process with its parent.
std::map<pid_t, pid_t> parents() {
    std::map<pid_t, pid_t> all;
    const Folder proc(::opendir("/proc"));
    if (!proc) return all;
    while (const dirent* const entry = ::readdir(proc.get())) {
        const auto process = number_in(entry->d_name);
        if (!process) continue;
        if (const auto parent = parent_of(*process)) all.emplace(*process, *parent);
    }
    return all;
}

/// Walks up from the process. Parents read at different moments may form a circle, so the walk has
/// an end.
bool is_below(pid_t process, pid_t root, const std::set<pid_t>& without,
              const std::map<pid_t, pid_t>& parents) {
    for (std::size_t steps = 0; steps <= parents.size(); ++steps) {
        if (without.count(process) != 0) return false;
        const auto at = parents.find(process);
        if (at == parents.end()) return false;
        process = at->second;
        if (process == root) return true;
    }
    return false;
}

}  // namespace

std::vector<pid_t> family_of(pid_t root, const std::set<pid_t>& without) {
    const std::map<pid_t, pid_t> all = parents();
    std::vector<pid_t> family;
    for (const auto& [process, parent] : all) {
        if (process != root && is_below(process, root, without, all)) family.push_back(process);
    }
    return family;
}

Holds holds_socket(pid_t process, ino_t socket) {
    const std::string path = "/proc/" + std::to_string(process) + "/fd";
    const Folder folder(::opendir(path.c_str()));
    if (!folder) return errno == ENOENT || errno == ESRCH ? Holds::no : Holds::unknown;
    const std::string wanted = "socket:[" + std::to_string(socket) + "]";
    std::array<char, 64> target{};
    while (const dirent* const entry = ::readdir(folder.get())) {
        const ssize_t size =
            ::readlinkat(::dirfd(folder.get()), entry->d_name, target.data(), target.size());
        if (size > 0 && std::string_view(target.data(), static_cast<std::size_t>(size)) == wanted)
            return Holds::yes;
    }
    return Holds::no;
}

}  // namespace iam::console
