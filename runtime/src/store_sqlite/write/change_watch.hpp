// Waiting until something was committed, here or by another process.
#pragma once

#include <iam/core/result.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>

namespace iam::store_sqlite {

/// Asks `changed` now, after every write to the file `watched`, and from time to time; ends with
/// true once it says so, with false at the end of `timeout` or when a stop is requested.
Result<bool> wait_until_changed(const std::filesystem::path& watched,
                                const std::function<Result<bool>()>& changed,
                                std::chrono::milliseconds timeout, const std::stop_token& stop);

}  // namespace iam::store_sqlite
