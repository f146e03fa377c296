// What the files of the conformance suite share: short forms of a store's calls.
#pragma once

#include <iam/ledger/store.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace iam::test {

inline constexpr auto k_all = std::numeric_limits<std::size_t>::max();

/// The value of a Result that must be one.
template <class T>
T ok(Result<T> result) {
    INFO((result ? std::string("ok") : result.error().message));
    REQUIRE(result.has_value());
    return std::move(*result);
}

template <class T>
Error error_in(const Result<T>& result) {
    REQUIRE_FALSE(result.has_value());
    CHECK_FALSE(result.error().message.empty());
    return result.error();
}

template <class T>
Errc code_of(const Result<T>& result) {
    return error_in(result).code;
}

/// Expects that no record of the scope has changed since.
inline ledger::ExpectEpoch at_epoch(std::uint64_t epoch,
                                    std::string_view scope = consent::k_all_scope) {
    return {std::string(scope), epoch};
}

template <class... Parts>
ledger::Receipt put(ledger::Store& store, Parts... parts) {
    return ok(store.commit(batch_of(std::move(parts)...)));
}

inline std::vector<ledger::EntryId> all_of(const ledger::EntryIds& ids) {
    std::vector<ledger::EntryId> all;
    for (std::size_t i = 0; i < ids.size(); ++i) all.push_back(ids[i]);
    return all;
}

inline std::vector<std::string> ids_of(const std::vector<ledger::StoredEntry>& entries) {
    std::vector<std::string> ids;
    for (const ledger::StoredEntry& entry : entries) ids.push_back(to_string(entry.id));
    return ids;
}

template <class Record>
std::vector<std::string> ids_of(const std::vector<Record>& records) {
    std::vector<std::string> ids;
    for (const Record& record : records) ids.push_back(record.id);
    return ids;
}

using Ids = std::vector<std::string>;

/// `work` in so many threads at once; how often it was true.
template <class Work>
int count_true(int threads, Work work) {
    std::atomic<int> ready{0};
    std::atomic<int> successes{0};
    std::vector<std::thread> running;
    for (int i = 0; i < threads; ++i) {
        running.emplace_back([&, i] {
            ++ready;
            while (ready < threads) std::this_thread::yield();
            if (work(i)) ++successes;
        });
    }
    for (std::thread& thread : running) thread.join();
    return successes;
}

}  // namespace iam::test
