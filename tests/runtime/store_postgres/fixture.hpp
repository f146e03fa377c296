// A schema of its own for each case, on the server that scripts/throwaway_postgres.py started.
#pragma once

#include <iam/store_postgres/postgres_store.hpp>
#include <support/fake_entropy.hpp>
#include <support/records.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <store_postgres/address.hpp>
#include <store_postgres/schema/migrations.hpp>
#include <store_postgres/store.hpp>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace iam::test {

/// The value of a Result or a Reply that must be one.
template <class T, class E>
T must(tl::expected<T, E> result) {
    INFO((result ? std::string("ok") : result.error().message));
    REQUIRE(result.has_value());
    return std::move(*result);
}

/// The error of a Result that must be one.
template <class T>
Error error_of(const Result<T>& result) {
    REQUIRE_FALSE(result.has_value());
    return result.error();
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The folder of the server's socket.
inline std::string server() {
    const char* folder = std::getenv("IAM_TEST_POSTGRES");
    REQUIRE(folder != nullptr);
    return folder;
}

/// True if the ledgers of all cases have the serializable guard: CTest runs the program twice.
inline bool is_serializable() {
    const char* guard = std::getenv("IAM_TEST_GUARD");
    return guard != nullptr && std::string(guard) == "serializable";
}

/// The place of a ledger that no other case uses, with a folder for this host.
class Ledger {
 public:
    Ledger() {
        static std::atomic<int> count{0};
        schema_ = "case_" + std::to_string(::getpid()) + "_" + std::to_string(++count);
    }
    ~Ledger() {
        auto connection = store_postgres::Connection::open(target());
        if (connection)
            static_cast<void>(connection->ask(
                store_postgres::Statement("DROP SCHEMA IF EXISTS " + schema_ + " CASCADE")));
    }
    Ledger(const Ledger&) = delete;
    Ledger& operator=(const Ledger&) = delete;

    std::string place() const { return place_of(folder_.path()); }
    /// The same ledger seen from another host, or through another socket.
    std::string place_of(const std::filesystem::path& folder,
                         const std::string& socket = server()) const {
        return "postgresql://iam@/postgres?host=" + socket + "&schema=" + schema_ +
               "&keys=" + folder.string() + (is_serializable() ? "&guard=serializable" : "");
    }
    std::string made() const {
        SystemEntropy entropy;
        must(store_postgres::init(place(), entropy));
        return place();
    }
    const std::string& schema() const { return schema_; }
    const std::filesystem::path& folder() const { return folder_.path(); }

    store_postgres::Connection::Target target() const {
        return store_postgres::target_of(must(store_postgres::parse_address(place())), true, {});
    }
    store_postgres::Connection connect() const {
        return must(store_postgres::Connection::open(target()));
    }
    /// Runs one statement past the store; '@' is the schema.
    void past(const std::string& sql) const {
        auto connection = connect();
        must(connection.ask(store_postgres::Statement(sql)));
    }

 private:
    TempDir folder_{};
    std::string schema_{};
};

inline std::unique_ptr<ledger::Store> open_at(const std::string& place,
                                              store::Mode mode = store::Mode::read_write,
                                              const store_postgres::Options& options = {}) {
    SystemEntropy entropy;
    return must(store_postgres::open_with(place, mode, entropy, options));
}

/// Settings under which only the entries of the case are written, and waits are short.
inline store_postgres::Options quiet() {
    store_postgres::Options options;
    options.tells_terms = false;
    options.answer_wait = std::chrono::seconds(5);
    options.lock_wait = std::chrono::milliseconds(200);
    options.settle_wait = std::chrono::seconds(10);
    return options;
}

inline ledger::Batch a_note(const std::string& call = "") {
    return batch_of(entry_of(ledger::EntryKind::note, call));
}

inline std::vector<ledger::StoredEntry> all_entries(ledger::Store& store) {
    ledger::Query query;
    query.limit = std::numeric_limits<std::size_t>::max();
    query.oldest_first = true;
    return must(store.entries(query));
}

/// The codes of all entries that have one: the notes of the store itself.
inline std::vector<std::string> codes_in(ledger::Store& store) {
    std::vector<std::string> codes;
    for (const ledger::StoredEntry& entry : all_entries(store)) {
        const auto decoded = must(ledger::decode(entry.text));
        if (!decoded.entry.code.empty()) codes.push_back(decoded.entry.code);
    }
    return codes;
}

}  // namespace iam::test
