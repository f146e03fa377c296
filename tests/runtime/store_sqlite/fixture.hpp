// Short ways to open a state folder and to unwrap results.
#pragma once

#include <support/fake_entropy.hpp>
#include <support/records.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <store_sqlite/options.hpp>

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace iam::test {

/// The value of a Result that must be one.
template <class T>
T must(Result<T> result) {
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

inline Result<std::unique_ptr<ledger::Store>> try_open(
    const std::filesystem::path& folder, store_sqlite::Mode mode = store_sqlite::Mode::read_write,
    const store_sqlite::Options& options = {}) {
    FakeEntropy entropy;
    return store_sqlite::open_with(folder, mode, entropy, options);
}

inline std::unique_ptr<ledger::Store> open_in(
    const std::filesystem::path& folder, store_sqlite::Mode mode = store_sqlite::Mode::read_write,
    const store_sqlite::Options& options = {}) {
    return must(try_open(folder, mode, options));
}

inline ledger::Batch a_note() {
    return batch_of(entry_of(ledger::EntryKind::note));
}

inline std::vector<ledger::StoredEntry> all_entries(ledger::Store& store) {
    ledger::Query query;
    query.limit = std::numeric_limits<std::size_t>::max();
    query.oldest_first = true;
    return must(store.entries(query));
}

}  // namespace iam::test
