// Wraps SQLite: connections with their prepared statements, cursors that reset themselves, errors
// as values.
#pragma once

#include <iam/core/digest.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace iam::store_sqlite {

/// Begins a write transaction; waits for another writer.
inline constexpr char k_begin_sql[] = "BEGIN IMMEDIATE";

// Bytes of one storage class. A column of a STRICT table refuses the other class.
struct Text {
    std::string_view bytes;
};
struct Blob {
    std::string_view bytes;
};

/// Converts a number. SQLite knows no number above 2^63 - 1, so greater ones become 2^63 - 1. No
/// entry ever gets this sequence number.
std::int64_t to_sqlite(std::uint64_t number) noexcept;

/// Runs a prepared statement once, and resets it in the destructor. It must not outlive its
/// connection. A statement has one run at a time.
class Cursor {
 public:
    Cursor(sqlite3* database, sqlite3_stmt* statement, const char* sql) noexcept;
    ~Cursor();
    Cursor(Cursor&& other) noexcept;
    Cursor& operator=(Cursor&&) = delete;

    /// Keeps no copies of parameters bound from now on. Their bytes must outlive the cursor.
    void borrow() noexcept { borrows_ = true; }

    // Parameters count from 1. The cursor keeps a copy of the bytes unless it borrows them.
    void bind(int at, std::nullptr_t);
    void bind(int at, std::int64_t value);
    void bind(int at, std::uint64_t value) { bind(at, to_sqlite(value)); }
    void bind(int at, std::uint32_t value) { bind(at, std::int64_t{value}); }
    void bind(int at, bool value) { bind(at, std::int64_t{value ? 1 : 0}); }
    void bind(int at, const Text& value);
    void bind(int at, const Blob& value);
    void bind(int at, const Digest& value);
    template <class T>
    void bind(int at, const std::optional<T>& value) {
        if (value) {
            bind(at, *value);
        } else {
            bind(at, nullptr);
        }
    }

    /// Returns false after the last row.
    Result<bool> step();

    // Columns of the current row count from 0.
    bool is_null(int column) const;
    std::int64_t integer(int column) const;
    std::string bytes(int column) const;
    /// Views the bytes in SQLite's memory, until the next step.
    std::string_view view(int column) const;
    /// Errors: corrupt (the column does not have 32 bytes).
    Result<Digest> digest(int column) const;
    int columns() const;
    /// Adds the storage class and the bytes (store::add_column), so different values of a column
    /// hash differently.
    void hash_into(Hasher& hasher, int column) const;

 private:
    sqlite3* database_;
    sqlite3_stmt* statement_;
    const char* sql_;
    int bind_status_ = 0;
    bool borrows_ = false;
};

/// Owns a connection. Not thread-safe: its owner holds a mutex.
class Connection {
 public:
    struct Target {
        std::string path{};
        std::string vfs{};
        bool writable = false;
        /// Promises that nothing changes the file. SQLite then takes no locks and looks for no log.
        bool immutable = false;
        /// The connection will not write, and caches few pages.
        bool only_reads = false;
        /// The bytes of the longest value and row, for a file of strangers. 0: SQLite's own limit.
        std::size_t value_bytes_max = 0;
    };
    static Result<Connection> open(const Target& target);
    ~Connection();
    Connection(Connection&&) noexcept;
    Connection& operator=(Connection&&) noexcept;

    /// Runs statements without parameters, one after another.
    Result<void> execute_script(const char* sql);
    /// Prepares `sql`, or takes it from the cache. It must be a constant: the cache goes by its
    /// address.
    template <class... Args>
    Result<Cursor> query(const char* sql, const Args&... args) {
        IAM_TRY(cursor, prepare(sql));
        int at = 0;
        (cursor.bind(++at, args), ...);
        return std::move(cursor);
    }
    /// Runs a statement to its end and returns the number of changed rows.
    template <class... Args>
    Result<int> execute(const char* sql, const Args&... args) {
        IAM_TRY(cursor, prepare(sql));
        cursor.borrow();  // the arguments live until this returns
        int at = 0;
        (cursor.bind(++at, args), ...);
        for (;;) {
            IAM_TRY(more, cursor.step());
            if (!more) return changes();
        }
    }
    /// Returns the number in the first column of the first row.
    template <class... Args>
    Result<std::int64_t> number(const char* sql, const Args&... args) {
        IAM_TRY(cursor, query(sql, args...));
        IAM_TRY(found, cursor.step());
        if (!found) return tl::unexpected(lost_row());
        return cursor.integer(0);
    }

    /// The path of the database.
    std::string path() const;
    /// Copies the database, as this connection sees it, durably into the empty file `path`.
    Result<void> copy_into(const std::string& path);

    bool in_transaction() const noexcept;
    /// Moves when this or another connection changes the database. Another connection's change
    /// shows once a transaction has begun.
    std::uint32_t data_version() const noexcept;
    /// Sets whether a commit waits for the disk. A commit that waits makes all earlier ones
    /// durable. Call it outside of transactions.
    Result<void> wait_for_disk(bool wait);
    /// The number of frames in the write-ahead log after this connection's latest commit.
    int log_pages() const noexcept;
    /// Copies the log into the database as far as readers allow, without waiting for them. Call it
    /// under the writers' lock.
    Result<void> checkpoint();
    /// Copies the whole log and empties it. Call it under the writers' lock. Errors: unavailable (a
    /// reader still uses the log).
    Result<void> empty_log();
    /// Ends a write transaction, also if it fails. Errors: outcome_unknown (the disk failed during
    /// the commit, so after a crash the transaction may be there or not).
    Result<void> commit();
    /// Takes back the open transaction, if there is one.
    void roll_back() noexcept;

 private:
    struct State;
    explicit Connection(std::unique_ptr<State> state) noexcept;
    Result<Cursor> prepare(const char* sql);
    int changes() const noexcept;
    Error lost_row() const;
    std::unique_ptr<State> state_;
};

/// Makes all reads of a scope see one moment: BEGIN … COMMIT.
class ReadTransaction {
 public:
    static Result<ReadTransaction> begin(Connection& connection);
    ~ReadTransaction();
    ReadTransaction(ReadTransaction&& other) noexcept;
    ReadTransaction& operator=(ReadTransaction&&) = delete;

 private:
    explicit ReadTransaction(Connection& connection) noexcept : connection_(&connection) {}
    Connection* connection_;
};

}  // namespace iam::store_sqlite
