// Opens a state folder. Missing files are made in a crash-safe order: nothing is lost.
#include "iam/store_sqlite/sqlite_store.hpp"

#include "store_sqlite/files/folder.hpp"
#include "store_sqlite/files/whole_state.hpp"
#include "store_sqlite/options.hpp"
#include "store_sqlite/rows/schema.hpp"
#include "store_sqlite/rows/seal.hpp"
#include "store_sqlite/store.hpp"
#include "store_sqlite/write/last_commit.hpp"
#include <iam/store/file_lock.hpp>
#include <iam/store/key_file.hpp>
#include <iam/store/private_files.hpp>

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace iam::store_sqlite {
namespace {

/// The key is made before the tables, so a ledger without a key is damaged. A new key would
/// silently void every approval and grant bound to arguments.
Result<store::KeyRing> keys_for(const StateFolder& folder, int schema, Entropy& entropy) {
    Result<store::KeyRing> keys = store::read_keys(folder.key());
    if (keys || keys.error().code != Errc::not_found) return keys;
    if (schema == 0) {
        IAM_TRY(key, store::make_key(folder.key(), entropy));
        return store::KeyRing(key);
    }
    return fail(Errc::corrupt, "the ledger " + folder.database().string() +
                                   " has lost its key: " + keys.error().message);
}

/// Writes the database's epoch to the file. The file may have an older one after a power cut. The
/// end of the ledger in the file stays, since later entries need not have been durable.
Result<void> tell_of_epoch(Connection& connection, const LastCommitFile& file) {
    LastCommit last = file.read().value_or(LastCommit{});
    IAM_TRY(epoch, read_epoch(connection, consent::k_all_scope));
    if (last.epoch == epoch) return {};
    last.epoch = epoch;
    return file.write(last);
}

Result<void> limit_pages(Connection& connection, const Options& options) {
    if (options.pages_max == 0) return {};
    const std::string sql = "PRAGMA max_page_count = " + std::to_string(options.pages_max);
    return connection.execute_script(sql.c_str());
}

Result<std::unique_ptr<ledger::Store>> open_writable(const StateFolder& folder, Entropy& entropy,
                                                     const Options& options) {
    IAM_TRY(lock, store::FileLock::open(folder.lock()));
    IAM_TRY(guard, lock.acquire(options.lock_wait));
    const FoundFiles found = look_at_files(folder);
    IAM_CHECK(make_database_file(folder));
    Connection::Target target{
        .path = folder.database().string(), .vfs = options.vfs, .writable = true};
    IAM_TRY(writing, Connection::open(target));
    IAM_TRY(version, schema_version(writing));
    IAM_CHECK(check_whole(folder, found, version));
    IAM_TRY(keys, keys_for(folder, version, entropy));
    const RecordSeal seal(keys);
    IAM_TRY(last_commit, LastCommitFile::open(folder.last_commit()));
    // The name of ledger.last must be durable before there are tables: see whole_state.cpp.
    if (version == 0) {
        IAM_CHECK(store::sync_folder(folder.path));
        IAM_CHECK(make_tables(writing));
    } else {
        IAM_CHECK(upgrade_tables(writing, version));
    }
    IAM_CHECK(tell_of_epoch(writing, last_commit));
    IAM_CHECK(mark_sealed(folder));
    IAM_CHECK(limit_pages(writing, options));
    target.only_reads = true;
    IAM_TRY(identity, store::identity_of(folder.database()));
    IAM_TRY(reading, Connection::open(target));
    IAM_CHECK(store::check_identity(folder.database(), identity));
    { const store::FileLock::Guard released = std::move(guard); }
    auto writer = std::make_unique<Writer>(Writer::Parts{.lock = std::move(lock),
                                                         .connection = std::move(writing),
                                                         .database = folder.database(),
                                                         .identity = identity,
                                                         .seal = seal,
                                                         .last_commit = std::move(last_commit)},
                                           options);
    return make_store(folder, keys, std::move(reading), std::move(writer));
}

/// Readers, too, need the log's index. If the folder may not be written and has no log, the
/// database is read alone. If it has a log without an index, reading is refused: the log may hold
/// entries.
Result<Connection::Target> target_for_reading(const StateFolder& folder, const Options& options) {
    Connection::Target target{.path = folder.database().string(), .vfs = options.vfs};
    target.only_reads = true;
    const bool may_write = ::access(folder.path.c_str(), W_OK) == 0;
    const bool has_log = ::access(folder.log().c_str(), F_OK) == 0;
    const bool has_index = ::access(folder.log_index().c_str(), F_OK) == 0;
    if (may_write || (has_log && has_index)) return target;
    if (has_log) {
        return fail(Errc::unavailable,
                    "the ledger in " + folder.path.string() +
                        " has a log without an index, and the folder may not be written; copy the "
                        "folder and read the copy, or run this as the owner of the folder");
    }
    target.immutable = true;
    return target;
}

Result<std::unique_ptr<ledger::Store>> open_readable(const StateFolder& folder,
                                                     const Options& options) {
    const FoundFiles found = look_at_files(folder);
    IAM_TRY(target, target_for_reading(folder, options));
    // The identity is taken first, since the file may be exchanged while it is opened.
    const auto identity = store::identity_of(folder.database());
    IAM_TRY(reading, Connection::open(target));
    IAM_TRY(version, schema_version(reading));
    if (!identity) return tl::unexpected(identity.error());
    IAM_CHECK(store::check_identity(folder.database(), *identity));
    IAM_CHECK(check_whole(folder, found, version));
    if (version == 0) {
        return fail(Errc::unavailable,
                    "the ledger in " + folder.path.string() +
                        " was never finished; run a program that writes it once");
    }
    if (version < k_schema_version) {
        return fail(Errc::unavailable,
                    "the ledger in " + folder.path.string() + " is of the older schema version " +
                        std::to_string(version) +
                        "; run a program that writes it once, which brings it to version " +
                        std::to_string(k_schema_version) + ", or do so with a copy of the folder");
    }
    Result<store::KeyRing> keys = store::read_keys(folder.key());
    if (!keys) {
        Error error = std::move(keys).error();
        if (error.code == Errc::not_found) error.code = Errc::corrupt;
        return tl::unexpected(std::move(error));
    }
    return make_store(folder, *keys, std::move(reading), nullptr);
}

}  // namespace

Result<std::unique_ptr<ledger::Store>> open_with(const std::filesystem::path& folder, Mode mode,
                                                 Entropy& entropy, const Options& options) {
    IAM_TRY(state, open_folder(folder, mode));
    if (mode == Mode::read_only) return open_readable(state, options);
    return open_writable(state, entropy, options);
}

Result<std::unique_ptr<ledger::Store>> open(const std::filesystem::path& folder, Mode mode,
                                            Entropy& entropy) {
    return open_with(folder, mode, entropy, Options{});
}

}  // namespace iam::store_sqlite
