#include "store_sqlite/files/side_database.hpp"

#include <iam/store/file_lock.hpp>
#include <iam/store/private_files.hpp>

#include <fcntl.h>

#include <optional>
#include <system_error>
#include <utility>

namespace iam::store_sqlite {
namespace {

namespace fs = std::filesystem;

constexpr char k_side_application_sql[] = "PRAGMA application_id";
constexpr char k_side_version_sql[] = "PRAGMA user_version";
constexpr char k_side_tables_sql[] = "SELECT count(*) FROM sqlite_schema";
// These databases are written a few times a second; one file without a log is enough.
constexpr char k_side_pragmas_sql[] = "PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = ON";

/// A lock with its holder.
struct HeldFile {
    store::FileLock lock;
    std::optional<store::FileLock::Guard> guard{};
};

/// Makes an empty file unless there is one.
Result<void> make_side_file(const StateFolder& folder, const fs::path& file) {
    std::error_code problem;
    if (fs::exists(file, problem)) return {};
    IAM_TRY(made, store::open_private_file(file, O_RDWR | O_CREAT));
    made.reset();
    return store::sync_folder(folder.path);
}

/// SQLite's errors speak of the ledger, which is another file.
Error about_side_file(Error error, const fs::path& file, const SideDatabase& kind) {
    if (error.message.find("new ledger") != std::string::npos)
        error.message = file.string() + " is damaged; move it away, " + std::string(kind.damaged) +
                        ". The ledger is another file and is not affected.";
    return error;
}

/// The version of the tables; 0 for an empty file.
Result<std::int64_t> side_version(Connection& connection, const SideDatabase& kind) {
    IAM_TRY(tables, connection.number(k_side_tables_sql));
    if (tables == 0) return 0;
    const std::string things(kind.things);
    IAM_TRY(application, connection.number(k_side_application_sql));
    if (application != kind.application_id)
        return fail(Errc::corrupt,
                    connection.path() + " is no file of " + things + "; move it away.");
    IAM_TRY(version, connection.number(k_side_version_sql));
    const auto newest = static_cast<std::int64_t>(kind.versions.size());
    if (version >= 1 && version <= newest) return version;
    return fail(Errc::corrupt, connection.path() + " has version " + std::to_string(version) +
                                   " of the tables of " + things +
                                   ", and this program knows version " + std::to_string(newest) +
                                   "; use a newer program.");
}

Result<void> prepare_tables(Connection& connection, const SideDatabase& kind) {
    // A write transaction from the beginning: two programs may make the tables at once.
    return in_transaction(connection, [&]() -> Result<void> {
        IAM_TRY(version, side_version(connection, kind));
        for (const char* const script : kind.versions.subspan(static_cast<std::size_t>(version)))
            IAM_CHECK(connection.execute_script(script));
        return {};
    });
}

}  // namespace

Result<Connection> open_side_database(const StateFolder& folder, const fs::path& file, Mode mode,
                                      const SideDatabase& kind) {
    std::error_code problem;
    if (mode == Mode::read_write) {
        IAM_CHECK(make_side_file(folder, file));
    } else if (!fs::exists(file, problem)) {
        return fail(Errc::unavailable, "There are no " + std::string(kind.things) + " in " +
                                           folder.path.string() + " yet; " +
                                           std::string(kind.made) + ".");
    }
    auto opened = Connection::open({.path = file.string(), .writable = true});
    if (!opened) return tl::unexpected(about_side_file(std::move(opened).error(), file, kind));
    const auto prepared = [&]() -> Result<void> {
        IAM_CHECK(opened->execute_script(k_side_pragmas_sql));
        return prepare_tables(*opened, kind);
    }();
    if (!prepared) return tl::unexpected(about_side_file(prepared.error(), file, kind));
    return opened;
}

Result<std::shared_ptr<void>> hold_file(const fs::path& lock, const HoldWords& words) {
    IAM_TRY(opened, store::FileLock::open(lock, {.use = words.use}));
    const auto held = std::make_shared<HeldFile>(HeldFile{std::move(opened)});
    IAM_TRY(guard, held->lock.try_acquire());
    if (!guard)
        return fail(Errc::conflict, words.taken + " " + held->lock.holder() + "; " +
                                        std::string(words.way_out) + ".");
    held->guard.emplace(*std::move(guard));
    return held;
}

}  // namespace iam::store_sqlite
