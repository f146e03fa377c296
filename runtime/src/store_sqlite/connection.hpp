// SQLite as values: a connection with its prepared statements, cursors that reset themselves, and
// errors as Result.
#pragma once

#include <iam/core/digest.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace iam::store_sqlite {

/// Begins what is written; waits for another writer.
inline constexpr char k_begin_sql[] = "BEGIN IMMEDIATE";

/// Bytes that keep their storage class: STRICT tables refuse the other one.
struct Text {
    std::string_view bytes;
};
struct Blob {
    std::string_view bytes;
};

/// A number for SQLite, which knows none above 2^63 - 1: those become the greatest it knows, a
/// sequence number that no entry ever gets.
std::int64_t to_sqlite(std::uint64_t number) noexcept;

/// One run of a prepared statement; resets it when it dies. Lives no longer than its connection,
/// and only one run of a statement exists at a time.
class Cursor {
 public:
    Cursor(sqlite3* database, sqlite3_stmt* statement, const char* sql) noexcept;
    ~Cursor();
    Cursor(Cursor&& other) noexcept;
    Cursor& operator=(Cursor&&) = delete;

    /// The bytes of parameters that are bound from now on stay where they are until it dies, so that no copy is kept.
    void borrow() noexcept { borrows_ = true; }

    // Parameters, from 1; a copy of the bytes is kept, unless they are borrowed.
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

    /// True while there is a row.
    Result<bool> step();

    // Columns of the current row, from 0.
    bool is_null(int column) const;
    std::int64_t integer(int column) const;
    std::string bytes(int column) const;
    /// The same where they lie, until the next step.
    std::string_view view(int column) const;
    /// corrupt if it does not have 32 bytes.
    Result<Digest> digest(int column) const;
    int columns() const;
    /// Its storage class and its bytes, so that no two values of a column are alike.
    void hash_into(Hasher& hasher, int column) const;

 private:
    sqlite3* database_;
    sqlite3_stmt* statement_;
    const char* sql_;
    int bind_status_ = 0;
    bool borrows_ = false;
};

/// One connection. Not thread-safe: its owner holds a mutex.
class Connection {
 public:
    struct Target {
        std::string path{};
        std::string vfs{};
        bool writable = false;
        /// Nothing may change the file: SQLite then takes no locks and looks for no log.
        bool immutable = false;
        /// It never writes, whatever it may do: it reads ahead where it walks, and keeps few pages.
        bool only_reads = false;
    };
    static Result<Connection> open(const Target& target);
    ~Connection();
    Connection(Connection&&) noexcept;
    Connection& operator=(Connection&&) noexcept;

    /// Runs statements without parameters, one after another.
    Result<void> execute_script(const char* sql);
    /// Prepares `sql` (a constant: the cache goes by its address) unless that was done before.
    template <class... Args>
    Result<Cursor> query(const char* sql, const Args&... args) {
        IAM_TRY(cursor, prepare(sql));
        int at = 0;
        (cursor.bind(++at, args), ...);
        return std::move(cursor);
    }
    /// Runs a statement to its end; gives the number of rows it changed.
    template <class... Args>
    Result<int> execute(const char* sql, const Args&... args) {
        IAM_TRY(cursor, prepare(sql));
        cursor.borrow();  // what is given lives until this returns
        int at = 0;
        (cursor.bind(++at, args), ...);
        for (;;) {
            IAM_TRY(more, cursor.step());
            if (!more) return changes();
        }
    }
    /// The one number of the one row that the statement gives.
    template <class... Args>
    Result<std::int64_t> number(const char* sql, const Args&... args) {
        IAM_TRY(cursor, query(sql, args...));
        IAM_TRY(found, cursor.step());
        if (!found) return tl::unexpected(lost_row());
        return cursor.integer(0);
    }

    /// Of the database.
    std::string path() const;
    /// Copies the database, as this connection sees it, into the empty file `path`, which is then durable.
    Result<void> copy_into(const std::string& path);

    bool in_transaction() const noexcept;
    /// Moves when the database changes, here or by another connection; what that one changed is seen once a transaction has begun.
    std::uint32_t data_version() const noexcept;
    /// Whether a commit waits for the disk. One that does takes all before it along. Not inside of a transaction.
    Result<void> wait_for_disk(bool wait);
    /// Frames in the write-ahead log after the latest commit of this connection.
    int log_pages() const noexcept;
    /// Copies what it can of the log into the database without waiting for readers. Only under the
    /// writer's lock.
    Result<void> checkpoint();
    /// The same to the end, and nothing stays in the log: it is empty afterwards. unavailable while somebody reads what it held.
    Result<void> empty_log();
    /// Ends a write transaction; there is none afterwards, whatever this says. outcome_unknown: the
    /// disk failed while it was made durable, so that after a crash it may be there or not.
    Result<void> commit();
    /// Ends a write transaction that changes nothing. Fine without one.
    void roll_back() noexcept;

 private:
    struct State;
    explicit Connection(std::unique_ptr<State> state) noexcept;
    Result<Cursor> prepare(const char* sql);
    int changes() const noexcept;
    Error lost_row() const;
    std::unique_ptr<State> state_;
};

/// BEGIN … COMMIT around reads that must see one moment. Ends with its scope.
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
