// Makes a state folder private, checks it, and resolves its links once.
#include "store_sqlite/files/folder.hpp"

#include <iam/core/file_owner.hpp>
#include <iam/store/private_files.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace iam::store_sqlite {
namespace {

namespace fs = std::filesystem;

/// Makes `folder` and its missing parents. Each new name is made durable in its parent.
Result<void> make_folders(const fs::path& folder) {
    struct stat facts {};
    if (::stat(folder.c_str(), &facts) == 0) return {};
    const fs::path parent = folder.parent_path();
    if (parent != folder && !parent.empty()) IAM_CHECK(make_folders(parent));
    if (::mkdir(folder.c_str(), S_IRWXU) != 0) {
        if (errno == EEXIST) return {};
        return tl::unexpected(store::system_error("make the folder", folder, errno));
    }
    // The umask may have taken the owner's bits, too.
    if (::chmod(folder.c_str(), S_IRWXU) != 0) {
        return tl::unexpected(store::system_error("make private", folder, errno));
    }
    return store::sync_folder(parent.empty() ? fs::path(".") : parent);
}

/// `subject` names the refused folder or file.
tl::unexpected<Error> foreign(const std::string& subject) {
    return fail(Errc::unavailable,
                subject + ", so its content may be anybody's: the state must belong to the user " +
                    std::to_string(::geteuid()) +
                    ", who runs this, or to root; run this as the owner of the state, name another "
                    "state folder, or, if you trust the state, give it to yourself with chown");
}

/// A user who can exchange a folder above the state can exchange the state.
Result<void> check_way_to(const fs::path& folder) {
    const auto found = check_way(folder, ::geteuid());
    if (!found) return {};
    const std::string subject = "the state folder " + folder.string() + " is refused: ";
    if (found->is_foreign) return foreign(subject + found->fault);
    return fail(Errc::unavailable, subject + found->fault + "; " + found->way_out);
}

/// A missing file is no fault here.
Result<void> check_file(const fs::path& path) {
    struct stat facts {};
    if (::lstat(path.c_str(), &facts) != 0) {
        if (errno == ENOENT) return {};
        return tl::unexpected(store::system_error("look at", path, errno));
    }
    if (!S_ISREG(facts.st_mode)) {
        return fail(Errc::unavailable, path.string() + " is not a file; move it away");
    }
    if (is_foreign(facts, ::geteuid())) {
        return foreign("the file " + path.string() + " belongs to the user " +
                       std::to_string(facts.st_uid));
    }
    if (others_may_write(facts)) {
        return fail(Errc::unavailable, "other users may write " + path.string() +
                                           "; if nobody has, run: chmod go-w '" + path.string() +
                                           "'");
    }
    return {};
}

Result<void> check_files(const StateFolder& folder) {
    for (const fs::path& path :
         {folder.database(), folder.log(), folder.log_index(), folder.lock(), folder.last_commit(),
          folder.sealed(), folder.key(), folder.chats(), folder.tasks()}) {
        IAM_CHECK(check_file(path));
    }
    return {};
}

Result<void> check_folder(const fs::path& folder) {
    struct stat facts {};
    if (::stat(folder.c_str(), &facts) != 0) {
        return tl::unexpected(store::system_error("open the state folder", folder, errno));
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

/// Returns true if the file exists, and takes group's and others' rights from it.
Result<bool> make_private(const fs::path& path) {
    struct stat facts {};
    if (::lstat(path.c_str(), &facts) != 0) return false;
    // The file must not be opened here. Closing it would drop the locks that other connections of
    // this process hold on it.
    const bool open_to_others = (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0;
    if (S_ISREG(facts.st_mode) && open_to_others && ::chmod(path.c_str(), 0600) != 0) {
        return tl::unexpected(store::system_error("make private", path, errno));
    }
    return true;
}

}  // namespace

Result<StateFolder> open_folder(const fs::path& folder, Mode mode) {
    std::error_code problem;
    const fs::path absolute = fs::absolute(folder, problem).lexically_normal();
    if (problem) return tl::unexpected(store::system_error("find", folder, problem.value()));
    // "a/b/" names the folder b; without its last, empty part mkdir sees the name.
    const fs::path named = absolute.has_filename() ? absolute : absolute.parent_path();
    IAM_CHECK(check_way_to(named));
    if (mode == Mode::read_write) IAM_CHECK(make_folders(named));
    StateFolder state{fs::canonical(named, problem)};
    if (problem) {
        return tl::unexpected(
            store::system_error("open the state folder", named, problem.value(),
                                "check its name; the first call of a program makes it"));
    }
    IAM_CHECK(check_folder(state.path));
    IAM_CHECK(check_files(state));
    if (mode == Mode::read_only && !fs::exists(state.database(), problem)) {
        const int number = problem ? problem.value() : ENOENT;
        return tl::unexpected(
            store::system_error("read", state.database(), number,
                                "a ledger is made by the first program that writes it"));
    }
    return state;
}

Result<void> mark_sealed(const StateFolder& folder) {
    IAM_TRY(exists, make_private(folder.sealed()));
    if (exists) return {};
    // After a power cut, this file must not be there without the tables.
    IAM_CHECK(store::sync_folder(folder.path));
    IAM_TRY(file, store::open_private_file(folder.sealed(), O_WRONLY | O_CREAT | O_EXCL));
    file.reset();
    return store::sync_folder(folder.path);
}

Result<void> make_database_file(const StateFolder& folder) {
    // SQLite keeps the modes of an existing log and index, and values go through both.
    IAM_CHECK(make_private(folder.log()));
    IAM_CHECK(make_private(folder.log_index()));
    IAM_TRY(exists, make_private(folder.database()));
    if (exists) return {};
    // SQLite gives its other files the mode of the database.
    IAM_TRY(file, store::open_private_file(folder.database(), O_RDWR | O_CREAT | O_EXCL));
    file.reset();
    return store::sync_folder(folder.path);
}

}  // namespace iam::store_sqlite
