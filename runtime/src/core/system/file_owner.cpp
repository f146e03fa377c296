// Checks the owners and modes of every folder and link on a path. It resolves the path by hand,
// since each link on it could be exchanged as well.
#include "iam/core/file_owner.hpp"

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace iam {
namespace {

using Path = std::filesystem::path;

/// A user namespace, e.g. a sandbox, may have no number for root. Root's files then seem to belong
/// to the overflow user. It stands for all owners without a number.
bool stands_for_root(unsigned user) {
    unsigned unknown_owner = 0;
    if (!(std::ifstream("/proc/sys/kernel/overflowuid") >> unknown_owner) || user != unknown_owner)
        return false;
    std::ifstream map("/proc/self/uid_map");
    std::uint64_t inside = 0;
    std::uint64_t outside = 0;
    std::uint64_t count = 0;
    bool is_mapped = !map;
    while (map >> inside >> outside >> count) is_mapped = is_mapped || inside == 0;
    return !is_mapped;
}

/// A plain chown changes the link's target, so a link needs -h.
std::string make_roots(const Path& path, bool is_link) {
    return std::string("make it root's: chown ") + (is_link ? "-h " : "") + "root " + path.string();
}

/// The reason why this folder or link lets others replace the files behind it, if it does.
std::optional<WayFault> check_step(const Path& path, const struct stat& facts, unsigned owner) {
    const bool is_link = S_ISLNK(facts.st_mode);
    const std::string writable = "others can write its folder " + path.string();
    if (is_foreign(facts, owner) && !stands_for_root(facts.st_uid)) {
        return WayFault{is_link ? "others can replace the link " + path.string() : writable,
                        make_roots(path, is_link), true};
    }
    // In a sticky folder nobody replaces files of another owner.
    if (is_link || !others_may_write(facts) || (facts.st_mode & S_ISVTX) != 0) return {};
    return WayFault{writable, "make it its owner's alone: chmod go-w " + path.string()};
}

/// Adds the names of `path`, the first one last: `names` is looked up from its end.
void add_names(const Path& path, std::vector<Path>& names) {
    const std::vector<Path> of_path(path.begin(), path.end());
    names.insert(names.end(), of_path.rbegin(), of_path.rend());
}

WayFault hidden_step(const Path& path, int problem) {
    return {"the path " + path.string() + " cannot be looked at (" +
                std::generic_category().message(problem) + ")",
            "let the program's user enter its folder: chmod a+x " + path.parent_path().string()};
}

}  // namespace

bool others_may_write(const struct stat& facts) noexcept {
    return (facts.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

bool is_foreign(const struct stat& facts, unsigned owner) noexcept {
    return facts.st_uid != 0 && facts.st_uid != owner;
}

std::optional<WayFault> check_way(const Path& path, unsigned owner) {
    constexpr int k_links_max = 40;  // as many as Linux follows
    std::error_code problem;
    std::vector<Path> names;
    add_names(std::filesystem::absolute(path, problem), names);
    if (problem) {
        return WayFault{"its folder cannot be found (" + problem.message() + ")",
                        "start the program in a folder that exists"};
    }
    Path at;
    for (int links = 0; !names.empty();) {
        const auto next = (at / names.back()).lexically_normal();
        names.pop_back();
        struct stat facts {};
        if (::lstat(next.c_str(), &facts) != 0) {
            if (errno == ENOENT || errno == ENOTDIR) return {};
            return hidden_step(next, errno);
        }
        const bool is_link = S_ISLNK(facts.st_mode);
        if (!is_link && !S_ISDIR(facts.st_mode)) return {};
        if (auto fault = check_step(next, facts, owner)) return fault;
        if (!is_link) {
            at = next;
            continue;
        }
        const auto target = std::filesystem::read_symlink(next, problem);
        if (problem || ++links > k_links_max) {
            return WayFault{"the link " + next.string() + " on its way leads nowhere",
                            "put it right, or take it away"};
        }
        add_names(target, names);
    }
    return {};
}

}  // namespace iam
