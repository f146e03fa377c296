#include "mcp/client/stdio/sandbox_folders.hpp"

#include <iam/core/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

namespace iam::mcp {
namespace {

using Path = std::filesystem::path;

std::string in_list(const char* list, std::size_t index) {
    std::string pointer = std::string("/sandbox/") + list;
    append_pointer(pointer, index);
    return pointer;
}

/// "/a//b/./c/" becomes "/a/b/c".
std::string plain_path(const std::string& path) {
    std::string plain = Path(path).lexically_normal().string();
    while (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
    return plain;
}

/// Folders by which a process would reach past its sandbox, and the whole system.
Result<void> check_can_be_given(const std::string& resolved, const std::string& pointer) {
    static constexpr std::array<std::string_view, 3> k_kept{"/proc", "/sys", "/dev"};
    if (resolved == "/") {
        return fail(Errc::invalid_argument,
                    "the whole system cannot be given to a sandbox; name folders, or write "
                    "\"sandbox\": false.",
                    pointer);
    }
    for (const std::string_view kept : k_kept) {
        if (!is_within(resolved, kept)) continue;
        return fail(Errc::invalid_argument,
                    "the path " + resolved + " leads out of the sandbox; take it out.", pointer);
    }
    return {};
}

/// Follows a path as the system does. A link in a folder that the server can write may be the
/// server's own work of an earlier run, and lead anywhere.
Result<void> check_links(const std::string& path, const std::set<std::string>& writable,
                         const std::string& pointer) {
    Path at = "/";
    for (const Path& name : Path(plain_path(path)).relative_path()) {
        const Path next = at / name;
        std::error_code problem;
        if (std::filesystem::is_symlink(std::filesystem::symlink_status(next, problem))) {
            for (const std::string& folder : writable) {
                if (!is_within(at.string(), folder)) continue;
                return fail(Errc::invalid_argument,
                            "the path " + path + " has a link in the folder " + folder +
                                ", which the server can write, so the server chooses its target; "
                                "name the target.",
                            pointer);
            }
        }
        at = std::filesystem::canonical(next, problem);
        if (problem) return {};  // resolved_path() has named it
    }
    return {};
}

}  // namespace

bool is_within(std::string_view path, std::string_view folder) noexcept {
    if (folder == "/") return path.starts_with('/');
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool OpenedFolders::covers(std::string_view path) const noexcept {
    return std::any_of(folders.begin(), folders.end(),
                       [&](const auto& one) { return is_within(path, one.first); });
}

Result<std::string> resolved_path(const std::string& path, const std::string& pointer) {
    std::error_code problem;
    Path resolved = std::filesystem::canonical(path, problem);
    if (!problem) return resolved.string();
    return fail(Errc::invalid_argument,
                "the path " + path + " cannot be opened (" + problem.message() +
                    "); make it, or take it out.",
                pointer);
}

Result<OpenedFolders> open_folders(const Sandbox& sandbox) {
    OpenedFolders opened;
    std::set<std::string> writable;
    for (const auto& [name, paths] :
         {std::pair{"readable", &sandbox.readable}, std::pair{"writable", &sandbox.writable}}) {
        for (std::size_t i = 0; i < paths->size(); ++i) {
            const std::string pointer = in_list(name, i);
            IAM_TRY(resolved, resolved_path((*paths)[i], pointer));
            IAM_CHECK(check_can_be_given(resolved, pointer));
            const bool is_writable = paths == &sandbox.writable;
            opened.folders[resolved] = opened.folders[resolved] || is_writable;
            if (is_writable) writable.insert(resolved);
            const std::string named = plain_path((*paths)[i]);
            if (named != resolved) opened.links[named] = resolved;
        }
    }
    for (const auto& [name, paths] :
         {std::pair{"readable", &sandbox.readable}, std::pair{"writable", &sandbox.writable}}) {
        for (std::size_t i = 0; i < paths->size(); ++i) {
            IAM_CHECK(check_links((*paths)[i], writable, in_list(name, i)));
        }
    }
    return opened;
}

}  // namespace iam::mcp
