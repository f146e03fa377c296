// Settings for tests; programs use the defaults: waits, the lease and the clock.
#pragma once

#include "store_postgres/write/guard.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace iam::store_postgres {

struct Options {
    /// The longest wait for the answer to one message of statements.
    std::chrono::milliseconds answer_wait{std::chrono::seconds{15}};
    /// The longest wait for the guard and for rows that others hold.
    std::chrono::milliseconds lock_wait{std::chrono::seconds{2}};
    /// The longest wait of a group for the threads of the last group.
    std::chrono::microseconds gather_wait{200};
    /// How long a chain stays with its writer after the last renewal, by the server's clock.
    std::chrono::seconds lease{30};
    /// How long a commit in doubt is settled before its outcome counts as unknown.
    std::chrono::milliseconds settle_wait{std::chrono::seconds{20}};
    /// Bounds the connections that read at the same time.
    std::size_t readers_max = 8;
    /// open_with() takes the one of the ledger.
    Guard guard = Guard::table;
    /// The number of the first chain. Tests that other stores share expect 0.
    std::uint32_t first_chain = 1;
    /// Begins each term of a chain with a note about its writer. Tests that count entries do not.
    bool tells_terms = true;
    std::function<std::chrono::system_clock::time_point()> now = std::chrono::system_clock::now;
};

}  // namespace iam::store_postgres
