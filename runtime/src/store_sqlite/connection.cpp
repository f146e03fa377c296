// Calls SQLite and turns each status into a value or an error with the way out.
#include "store_sqlite/connection.hpp"

#include <iam/store/record_seal.hpp>

#include <sqlite3.h>

#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace iam::store_sqlite {
namespace {

constexpr char k_commit_sql[] = "COMMIT";

static_assert(SQLITE_INTEGER == static_cast<int>(store::ColumnKind::integer));
static_assert(SQLITE_FLOAT == static_cast<int>(store::ColumnKind::real));
static_assert(SQLITE_TEXT == static_cast<int>(store::ColumnKind::text));
static_assert(SQLITE_BLOB == static_cast<int>(store::ColumnKind::blob));
static_assert(SQLITE_NULL == static_cast<int>(store::ColumnKind::null));

// A reader meets a lock of SQLite's own only while another reader rebuilds the log's index after a
// crash.
constexpr int k_busy_wait_ms = 5000;

Errc code_of(int status) noexcept {
    switch (status & 0xFF) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
        case SQLITE_FORMAT:
        // Every statement is a constant made for our tables, so the tables must have changed.
        case SQLITE_ERROR:
        case SQLITE_CONSTRAINT:
        case SQLITE_MISMATCH:
            return Errc::corrupt;
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_FULL:
        case SQLITE_READONLY:
        case SQLITE_IOERR:
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_AUTH:
        case SQLITE_PROTOCOL:
        case SQLITE_NOMEM:
            return Errc::unavailable;
        default:
            return Errc::internal;
    }
}

const char* way_out(int status) noexcept {
    switch (status & 0xFF) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return "restore the state folder from a backup, or move it away to begin a new ledger";
        case SQLITE_ERROR:
        case SQLITE_CONSTRAINT:
        case SQLITE_MISMATCH:
            return "its tables are not those that this program makes, so something else changed "
                   "them: restore the state folder from a backup, or move it away to begin a new "
                   "ledger";
        case SQLITE_FULL:
            return "free space on the disk and try again";
        case SQLITE_READONLY:
        case SQLITE_PERM:
            return "the file or its folder may not be written; check their permissions";
        case SQLITE_CANTOPEN:
            return "check that the folder exists and may be written";
        case SQLITE_IOERR:
            return "the disk reported an error; check it before you go on";
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return "another program holds the file; try again";
        default:
            return "try again, or report this with the text above";
    }
}

/// The message has `sql` only if the statement itself is at fault.
Error error_of(sqlite3* database, int status, std::string_view sql) {
    const char* path = database != nullptr ? sqlite3_db_filename(database, "main") : nullptr;
    std::string message = "the ledger ";
    message += path != nullptr ? path : "";
    message += ": ";
    message += database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(status);
    const int detail = database != nullptr ? sqlite3_extended_errcode(database) : status;
    message += " (SQLite " + std::to_string(detail);
    const Errc code = code_of(status);
    if (code == Errc::internal) {
        message += " in: ";
        message += sql;
    }
    message += "); ";
    message += way_out(status);
    return Error{code, std::move(message)};
}

/// Makes a URI for sqlite3_open_v2, since only a URI can call a file immutable.
std::string immutable_uri(std::string_view path) {
    constexpr std::string_view k_digits = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char sign : path) {
        if (sign != '%' && sign != '?' && sign != '#') {
            uri.push_back(sign);
            continue;
        }
        const auto byte = static_cast<unsigned char>(sign);
        uri.push_back('%');
        uri.push_back(k_digits[byte >> 4U]);
        uri.push_back(k_digits[byte & 0x0FU]);
    }
    return uri + "?immutable=1";
}

/// Says whether SQLite copies bound bytes.
sqlite3_destructor_type lifetime(bool borrowed) noexcept {
    return borrowed ? SQLITE_STATIC : SQLITE_TRANSIENT;
}

int remember_log_pages(void* pages, sqlite3*, const char*, int count) {
    *static_cast<int*>(pages) = count;
    return SQLITE_OK;
}

}  // namespace

std::int64_t to_sqlite(std::uint64_t number) noexcept {
    constexpr auto k_greatest = std::numeric_limits<std::int64_t>::max();
    return number > static_cast<std::uint64_t>(k_greatest) ? k_greatest
                                                           : static_cast<std::int64_t>(number);
}

Cursor::Cursor(sqlite3* database, sqlite3_stmt* statement, const char* sql) noexcept
    : database_(database), statement_(statement), sql_(sql) {}

Cursor::~Cursor() {
    if (statement_ == nullptr) return;
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
}

Cursor::Cursor(Cursor&& other) noexcept
    : database_(other.database_),
      statement_(std::exchange(other.statement_, nullptr)),
      sql_(other.sql_),
      bind_status_(other.bind_status_),
      borrows_(other.borrows_) {}

void Cursor::bind(int at, std::nullptr_t) {
    bind_status_ |= sqlite3_bind_null(statement_, at);
}

void Cursor::bind(int at, std::int64_t value) {
    bind_status_ |= sqlite3_bind_int64(statement_, at, value);
}

void Cursor::bind(int at, const Text& value) {
    // A null pointer would bind NULL instead of the empty text.
    const char* bytes = value.bytes.empty() ? "" : value.bytes.data();
    bind_status_ |= sqlite3_bind_text64(statement_, at, bytes, value.bytes.size(),
                                        lifetime(borrows_), SQLITE_UTF8);
}

void Cursor::bind(int at, const Blob& value) {
    const char* bytes = value.bytes.empty() ? "" : value.bytes.data();
    bind_status_ |=
        sqlite3_bind_blob64(statement_, at, bytes, value.bytes.size(), lifetime(borrows_));
}

void Cursor::bind(int at, const Digest& value) {
    bind_status_ |= sqlite3_bind_blob64(statement_, at, value.bytes.data(), value.bytes.size(),
                                        lifetime(borrows_));
}

Result<bool> Cursor::step() {
    if (bind_status_ != SQLITE_OK) {
        return tl::unexpected(error_of(database_, SQLITE_MISUSE, sql_));
    }
    const int status = sqlite3_step(statement_);
    if (status == SQLITE_ROW) return true;
    if (status == SQLITE_DONE) return false;
    return tl::unexpected(error_of(database_, status, sql_));
}

// sqlite3_column_value() returns an unprotected value: SQLite reads from it without a lock. One
// thread at a time uses the connection, so reading is safe.
bool Cursor::is_null(int column) const {
    return sqlite3_value_type(sqlite3_column_value(statement_, column)) == SQLITE_NULL;
}

std::int64_t Cursor::integer(int column) const {
    return sqlite3_value_int64(sqlite3_column_value(statement_, column));
}

std::string Cursor::bytes(int column) const {
    return std::string(view(column));
}

std::string_view Cursor::view(int column) const {
    sqlite3_value* value = sqlite3_column_value(statement_, column);
    const void* data = sqlite3_value_blob(value);
    const int size = sqlite3_value_bytes(value);
    if (data == nullptr || size <= 0) return {};
    return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

Result<Digest> Cursor::digest(int column) const {
    const std::string_view held = view(column);
    Digest digest;
    if (held.size() != digest.bytes.size()) {
        return fail(Errc::corrupt, std::string("column '") +
                                       sqlite3_column_name(statement_, column) + "' holds " +
                                       std::to_string(held.size()) +
                                       " bytes where a digest has 32; restore the ledger from a "
                                       "backup");
    }
    std::memcpy(digest.bytes.data(), held.data(), digest.bytes.size());
    return digest;
}

int Cursor::columns() const {
    return sqlite3_column_count(statement_);
}

void Cursor::hash_into(Hasher& hasher, int column) const {
    const auto kind = static_cast<store::ColumnKind>(sqlite3_column_type(statement_, column));
    const bool is_integer = kind == store::ColumnKind::integer;
    store::add_column(hasher, kind, is_integer ? std::to_string(integer(column)) : bytes(column));
}

struct Connection::State {
    struct CloseDatabase {
        void operator()(sqlite3* closed) const noexcept { sqlite3_close_v2(closed); }
    };
    struct FinalizeStatement {
        void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
    };
    std::unique_ptr<sqlite3, CloseDatabase> database{};
    /// Few, so a linear search finds them. The statements of every commit are prepared first.
    std::vector<std::pair<const char*, std::unique_ptr<sqlite3_stmt, FinalizeStatement>>>
        statements{};
    int log_pages = 0;
    bool waits_for_disk = true;
};

Connection::Connection(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Connection::~Connection() = default;
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;

namespace {

Result<void> run(sqlite3* database, const char* sql) {
    const int status = sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) return tl::unexpected(error_of(database, status, sql));
    return {};
}

Result<void> configure(sqlite3* database) {
    sqlite3_extended_result_codes(database, 1);
    sqlite3_busy_timeout(database, k_busy_wait_ms);
    struct Switch {
        int option;
        int value;
    };
    // A hostile file must not run code. A checkpoint is safe only under the writers' lock, so
    // closing must not make one.
    constexpr Switch k_switches[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_FKEY, 1},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_DQS_DDL, 0},        {SQLITE_DBCONFIG_DQS_DML, 0},
    };
    for (const Switch& entry : k_switches) {
        if (sqlite3_db_config(database, entry.option, entry.value, nullptr) != SQLITE_OK) {
            return fail(Errc::internal,
                        "this SQLite lacks a setting that the ledger needs; use "
                        "SQLite 3.40 or newer");
        }
    }
    constexpr char k_settings_sql[] =
        "PRAGMA synchronous = FULL;"  // see wait_for_disk
        "PRAGMA wal_autocheckpoint = 0;"
        "PRAGMA secure_delete = ON;"
        "PRAGMA cell_size_check = ON;"
        "PRAGMA mmap_size = 0;"
        "PRAGMA temp_store = MEMORY;";
    return run(database, k_settings_sql);
}

/// 256 KiB. A walk uses each page once, so a small cache stays in the processor's own; single
/// look-ups need few pages.
constexpr char k_small_cache_sql[] = "PRAGMA cache_size = -256";

}  // namespace

Result<Connection> Connection::open(const Target& target) {
    const int access = target.writable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    const int flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW |
                      (target.immutable ? SQLITE_OPEN_URI : 0);
    const std::string name = target.immutable ? immutable_uri(target.path) : target.path;
    auto state = std::make_unique<State>();
    sqlite3* raw = nullptr;
    const int status = sqlite3_open_v2(name.c_str(), &raw, flags,
                                       target.vfs.empty() ? nullptr : target.vfs.c_str());
    state->database.reset(raw);
    if (status != SQLITE_OK) {
        // After a failed open, the handle does not know its file.
        Error error = error_of(nullptr, status, {});
        error.message = target.path + ": " + error.message;
        return tl::unexpected(std::move(error));
    }
    IAM_CHECK(configure(raw));
    if (target.value_bytes_max > 0)
        sqlite3_limit(raw, SQLITE_LIMIT_LENGTH, static_cast<int>(target.value_bytes_max));
    if (target.only_reads) IAM_CHECK(run(raw, k_small_cache_sql));
    sqlite3_wal_hook(raw, remember_log_pages, &state->log_pages);
    return Connection(std::move(state));
}

Result<void> Connection::execute_script(const char* sql) {
    return run(state_->database.get(), sql);
}

Result<Cursor> Connection::prepare(const char* sql) {
    sqlite3* database = state_->database.get();
    for (const auto& [text, statement] : state_->statements)
        if (text == sql) return Cursor(database, statement.get(), sql);
    sqlite3_stmt* raw = nullptr;
    const int status =
        sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    if (status != SQLITE_OK) return tl::unexpected(error_of(database, status, sql));
    // emplace_back may throw. A statement without an owner would keep its database open.
    std::unique_ptr<sqlite3_stmt, State::FinalizeStatement> owned(raw);
    state_->statements.emplace_back(sql, std::move(owned));
    return Cursor(database, raw, sql);
}

std::string Connection::path() const {
    const char* path = sqlite3_db_filename(state_->database.get(), "main");
    return path != nullptr ? path : "";
}

Error Connection::lost_row() const {
    return Error{Errc::corrupt, "the ledger " + path() +
                                    " has lost a row that every ledger has, so something else "
                                    "changed it; restore the state folder from a backup"};
}

Result<void> Connection::copy_into(const std::string& path) {
    sqlite3* raw = nullptr;
    constexpr int k_flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW;
    int status = sqlite3_open_v2(path.c_str(), &raw, k_flags, nullptr);
    const std::unique_ptr<sqlite3, State::CloseDatabase> copy(raw);
    if (status != SQLITE_OK) return tl::unexpected(error_of(raw, status, "open the copy"));
    sqlite3_extended_result_codes(raw, 1);
    sqlite3_backup* copying = sqlite3_backup_init(raw, "main", state_->database.get(), "main");
    if (copying == nullptr) return tl::unexpected(error_of(raw, SQLITE_ERROR, "copy"));
    status = sqlite3_backup_step(copying, -1);
    // sqlite3_backup_finish() returns the error of a failed step, too, and leaves it with the copy.
    const int ended = sqlite3_backup_finish(copying);
    if (status != SQLITE_DONE || ended != SQLITE_OK) {
        return tl::unexpected(error_of(raw, ended, "copy"));
    }
    return {};
}

int Connection::changes() const noexcept {
    return sqlite3_changes(state_->database.get());
}

bool Connection::in_transaction() const noexcept {
    return sqlite3_get_autocommit(state_->database.get()) == 0;
}

int Connection::log_pages() const noexcept {
    return state_->log_pages;
}

Result<void> Connection::checkpoint() {
    sqlite3* database = state_->database.get();
    const int status =
        sqlite3_wal_checkpoint_v2(database, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    // SQLITE_BUSY: readers still need the log. The next checkpoint goes further.
    if (status == SQLITE_OK || (status & 0xFF) == SQLITE_BUSY) return {};
    return tl::unexpected(error_of(database, status, "checkpoint"));
}

Result<void> Connection::empty_log() {
    sqlite3* database = state_->database.get();
    const int status =
        sqlite3_wal_checkpoint_v2(database, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    if (status == SQLITE_OK) return {};
    if ((status & 0xFF) == SQLITE_BUSY) {
        return fail(Errc::unavailable,
                    "another program still reads what the log of the ledger held; let it end, then "
                    "try again");
    }
    return tl::unexpected(error_of(database, status, "checkpoint"));
}

std::uint32_t Connection::data_version() const noexcept {
    unsigned version = 0;
    sqlite3_file_control(state_->database.get(), "main", SQLITE_FCNTL_DATA_VERSION, &version);
    return version;
}

Result<void> Connection::wait_for_disk(bool wait) {
    if (state_->waits_for_disk == wait) return {};
    IAM_CHECK(execute_script(wait ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL"));
    state_->waits_for_disk = wait;
    return {};
}

Result<void> Connection::commit() {
    sqlite3* database = state_->database.get();
    Error error;
    {
        IAM_TRY(cursor, prepare(k_commit_sql));
        Result<bool> done = cursor.step();
        if (done) return {};
        error = std::move(done).error();
        if ((sqlite3_errcode(database) & 0xFF) == SQLITE_IOERR) error.code = Errc::outcome_unknown;
    }
    roll_back();
    return tl::unexpected(std::move(error));
}

void Connection::roll_back() noexcept {
    sqlite3* database = state_->database.get();
    if (in_transaction()) sqlite3_exec(database, "ROLLBACK", nullptr, nullptr, nullptr);
}

namespace {
constexpr char k_begin_read_sql[] = "BEGIN DEFERRED";
}  // namespace

Result<ReadTransaction> ReadTransaction::begin(Connection& connection) {
    IAM_CHECK(connection.execute(k_begin_read_sql));
    return ReadTransaction(connection);
}

ReadTransaction::~ReadTransaction() {
    // A read transaction has nothing to lose, so a failure does not matter.
    if (connection_ != nullptr) static_cast<void>(connection_->execute(k_commit_sql));
}

ReadTransaction::ReadTransaction(ReadTransaction&& other) noexcept
    : connection_(std::exchange(other.connection_, nullptr)) {}

}  // namespace iam::store_sqlite
