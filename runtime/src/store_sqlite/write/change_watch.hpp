// Waits for a commit of this or another process.
#pragma once

#include <iam/core/result.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>

namespace iam::store_sqlite {

/// Asks `changed` now, after every write to the file `watched`, and from time to time. Returns true
/// once `changed` does, and false if a stop is requested. After `timeout` the last answer counts.
Result<bool> wait_until_changed(const std::filesystem::path& watched,
                                const std::function<Result<bool>()>& changed,
                                std::chrono::milliseconds timeout, const std::stop_token& stop);

}  // namespace iam::store_sqlite
