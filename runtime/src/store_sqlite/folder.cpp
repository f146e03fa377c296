// The state folder: made private, checked, its links resolved once.
#include "folder.hpp"

#include "files.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

namespace iam::store_sqlite {
namespace {

namespace fs = std::filesystem;

/// Makes `folder` and what is missing above it; each new name is made durable in its parent.
Result<void> make_folders(const fs::path& folder) {
    struct stat facts {};
    if (::stat(folder.c_str(), &facts) == 0) return {};
    const fs::path parent = folder.parent_path();
    if (parent != folder && !parent.empty()) IAM_CHECK(make_folders(parent));
    if (::mkdir(folder.c_str(), S_IRWXU) != 0) {
        if (errno == EEXIST) return {};
        return tl::unexpected(system_error("make the folder", folder, errno));
    }
    // The umask may have taken bits of the owner too.
    if (::chmod(folder.c_str(), S_IRWXU) != 0) {
        return tl::unexpected(system_error("make private", folder, errno));
    }
    return sync_folder(parent.empty() ? fs::path(".") : parent);
}

Result<void> check_folder(const fs::path& folder) {
    struct stat facts {};
    if (::stat(folder.c_str(), &facts) != 0) {
        return tl::unexpected(system_error("open the state folder", folder, errno));
    }
    if (!S_ISDIR(facts.st_mode)) {
        return fail(Errc::unavailable,
                    folder.string() + " is not a folder; name another place for the state");
    }
    if ((facts.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return fail(Errc::unavailable, "other users may write the state folder " + folder.string() +
                                           " and could exchange its files; run: chmod go-w '" +
                                           folder.string() + "'");
    }
    return {};
}

/// True if the file is there; then it is taken from others who may read it.
Result<bool> make_private(const fs::path& path) {
    struct stat facts {};
    if (::lstat(path.c_str(), &facts) != 0) return false;
    // Never opened here: closing it would drop the locks that other connections of this process
    // hold on it.
    const bool open_to_others = (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0;
    if (S_ISREG(facts.st_mode) && open_to_others && ::chmod(path.c_str(), 0600) != 0) {
        return tl::unexpected(system_error("make private", path, errno));
    }
    return true;
}

}  // namespace

Result<StateFolder> open_folder(const fs::path& folder, Mode mode) {
    std::error_code problem;
    const fs::path absolute = fs::absolute(folder, problem).lexically_normal();
    if (problem) return tl::unexpected(system_error("find", folder, problem.value()));
    // "a/b/" names the folder b; without its last, empty part mkdir sees the name.
    const fs::path named = absolute.has_filename() ? absolute : absolute.parent_path();
    if (mode == Mode::read_write) IAM_CHECK(make_folders(named));
    StateFolder state{fs::canonical(named, problem)};
    if (problem) {
        return tl::unexpected(system_error("open the state folder", named, problem.value(),
                                           "check its name; the first call of a program makes it"));
    }
    IAM_CHECK(check_folder(state.path));
    if (mode == Mode::read_only && !fs::exists(state.database(), problem)) {
        const int number = problem ? problem.value() : ENOENT;
        return tl::unexpected(system_error("read", state.database(), number,
                                           "a ledger is made by the first program that writes it"));
    }
    return state;
}

Result<void> mark_sealed(const StateFolder& folder) {
    IAM_TRY(exists, make_private(folder.sealed()));
    if (exists) return {};
    IAM_TRY(file, open_private_file(folder.sealed(), O_WRONLY | O_CREAT | O_EXCL));
    file.reset();
    return sync_folder(folder.path);
}

Result<void> make_database_file(const StateFolder& folder) {
    // SQLite goes on using the log and its index as it finds them, and values go through both.
    IAM_CHECK(make_private(folder.log()));
    IAM_CHECK(make_private(folder.log_index()));
    IAM_TRY(exists, make_private(folder.database()));
    if (exists) return {};
    // SQLite gives its other files the mode of this one.
    IAM_TRY(file, open_private_file(folder.database(), O_RDWR | O_CREAT | O_EXCL));
    file.reset();
    return sync_folder(folder.path);
}

}  // namespace iam::store_sqlite
