// Wraps the keys of values anew, so an older key can be destroyed.
#pragma once

#include "store_postgres/values/value_seal.hpp"
#include "store_postgres/wire/connection.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace iam::store_postgres {

struct Rewrapped {
    std::uint64_t wrapped = 0;
    /// Keys that this host cannot open: it lacks an older key of values, or they are damaged.
    std::uint64_t unreadable = 0;
    std::vector<std::int64_t> unused{};  ///< older keys of values that no value needs any more
};

/// Wraps all keys with the wrapping key of `seal`. It goes page by page, so other programs can
/// work meanwhile, and an interrupted run can be repeated.
Result<Rewrapped> rewrap_values(Connection& connection, ValueSeal& seal, std::size_t page = 1000);

}  // namespace iam::store_postgres
