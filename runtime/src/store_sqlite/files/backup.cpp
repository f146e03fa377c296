// Copies a state while others may write it. The writers' lock is held until the read transaction
// begins, not until it ends.
#include "iam/store_sqlite/backup.hpp"

#include "store_sqlite/connection.hpp"
#include "store_sqlite/files/folder.hpp"
#include "store_sqlite/files/whole_state.hpp"
#include "store_sqlite/rows/schema.hpp"
#include "store_sqlite/write/last_commit.hpp"
#include "store_sqlite/write/transaction.hpp"
#include <iam/store/file_lock.hpp>
#include <iam/store/key_file.hpp>
#include <iam/store/private_files.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <system_error>
#include <utility>

namespace iam::store_sqlite {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds k_lock_wait{5};

/// A read transaction over one moment of a ledger.
struct Moment {
    Connection connection;
    Head head{};
};

Result<Moment> look_into(const StateFolder& folder) {
    const FoundFiles found = look_at_files(folder);
    Connection::Target target{.path = folder.database().string()};
    target.only_reads = true;
    IAM_TRY(connection, Connection::open(target));
    IAM_TRY(version, schema_version(connection));
    IAM_CHECK(check_whole(folder, found, version));
    if (version == 0) {
        return fail(Errc::unavailable,
                    "the ledger in " + folder.path.string() +
                        " was never finished; run a program that writes it once");
    }
    // The transaction lasts as long as the connection. Until then nobody overwrites its pages.
    IAM_CHECK(connection.execute_script("BEGIN DEFERRED"));
    const auto last_commit = LastCommitFile::find(folder.last_commit());
    IAM_TRY(head, read_head(connection, last_commit ? last_commit->read() : std::nullopt));
    return Moment{std::move(connection), head};
}

Result<StateFolder> make_target(const fs::path& target) {
    std::error_code problem;
    if (fs::exists(target, problem) && !fs::is_empty(target, problem)) {
        return fail(Errc::invalid_argument, "the folder " + target.string() +
                                                " is not empty; name one that is not there yet");
    }
    return open_folder(target, Mode::read_write);
}

Result<void> sync_file(const fs::path& path) {
    const store::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (file && ::fsync(file.get()) == 0) return {};
    return tl::unexpected(store::system_error("make durable", path, errno));
}

/// ledger.last is written last. So an interrupted copy lacks it, and opening that copy is refused.
Result<void> fill(const StateFolder& target, Moment& moment, const store::KeyRing& keys) {
    IAM_CHECK(mark_sealed(target));
    IAM_CHECK(store::copy_keys(keys, target.key()));
    IAM_CHECK(make_database_file(target));
    IAM_CHECK(moment.connection.copy_into(target.database().string()));
    IAM_TRY(last_commit, LastCommitFile::open(target.last_commit()));
    IAM_CHECK(last_commit.write({std::nullopt, moment.head.last_seq, moment.head.head}));
    IAM_CHECK(sync_file(target.last_commit()));
    return store::sync_folder(target.path);
}

/// Copies a database beside the ledger, if there is one.
Result<void> copy_beside(const fs::path& from, const fs::path& to) {
    std::error_code problem;
    if (!fs::exists(from, problem)) return {};
    IAM_TRY(database, Connection::open({.path = from.string(), .only_reads = true}));
    IAM_TRY(file, store::open_private_file(to, O_RDWR | O_CREAT | O_EXCL));
    file.reset();
    return database.copy_into(to.string());
}

/// Copied before the ledger, so that the copy has the entries that its chats refer to, and the
/// chats of its tasks' runs.
Result<void> copy_tasks_and_chats(const StateFolder& from, const StateFolder& target) {
    IAM_CHECK(copy_beside(from.tasks(), target.tasks()));
    return copy_beside(from.chats(), target.chats());
}

/// Removes the files of the copy, and no others: the folder was empty before.
void take_back(const StateFolder& target) {
    for (const fs::path& path : {target.last_commit(), target.database(), target.key(),
                                 target.sealed(), target.chats(), target.tasks()}) {
        ::unlink(path.c_str());
    }
}

/// True if tasks or chats were made before the first call, which makes the ledger.
bool has_no_ledger_yet(const StateFolder& state) {
    const FoundFiles found = look_at_files(state);
    std::error_code problem;
    const auto is_there = [&](const fs::path& path) { return fs::exists(path, problem); };
    if (found.has_content || found.has_log || found.was_sealed || is_there(state.last_commit()) ||
        is_there(state.key()))
        return false;
    return is_there(state.tasks()) || is_there(state.chats());
}

/// Returns the number of the last entry in the copy.
Result<std::uint64_t> copy_all(const StateFolder& state, const StateFolder& copy,
                               const store::KeyRing& keys) {
    IAM_CHECK(copy_tasks_and_chats(state, copy));
    IAM_TRY(lock, store::FileLock::open(state.lock()));
    IAM_TRY(guard, lock.acquire(k_lock_wait));
    IAM_TRY(moment, look_into(state));
    { const store::FileLock::Guard released = std::move(guard); }
    IAM_CHECK(fill(copy, moment, keys));
    return moment.head.last_seq;
}

/// False if another program has made the ledger meanwhile.
Result<bool> copy_without_ledger(const StateFolder& state, const StateFolder& copy) {
    IAM_CHECK(copy_tasks_and_chats(state, copy));
    IAM_CHECK(store::sync_folder(copy.path));
    return has_no_ledger_yet(state);
}

}  // namespace

Result<std::uint64_t> back_up(const fs::path& folder, const fs::path& target) {
    if (has_no_ledger_yet({folder})) {
        // The folder is there, so this makes none.
        IAM_TRY(state, open_folder(folder, Mode::read_write));
        IAM_TRY(copy, make_target(target));
        const auto is_copied = copy_without_ledger(state, copy);
        if (is_copied && *is_copied) return 0;
        take_back(copy);
        if (!is_copied) return tl::unexpected(is_copied.error());
    }
    IAM_TRY(state, open_folder(folder, Mode::read_only));
    IAM_TRY(keys, store::read_keys(state.key()));
    IAM_TRY(copy, make_target(target));
    auto copied = copy_all(state, copy, keys);
    if (!copied) take_back(copy);
    return copied;
}

}  // namespace iam::store_sqlite
