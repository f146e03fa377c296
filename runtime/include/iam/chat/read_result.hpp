// The tool read_result: a model reads results of its chat that were shortened for it.
#pragma once

#include <iam/core/result.hpp>
#include <iam/ledger/store.hpp>
#include <iam/tool/registry.hpp>

#include <cstdint>
#include <string_view>

namespace iam::chat {

inline constexpr std::string_view k_read_result = "read_result";
/// The most that one call reads; its result has room in TurnLimits::result_bytes_max.
inline constexpr std::uint64_t k_read_bytes_max = std::uint64_t{24} << 10U;

/// Adds the tool to the program. It is read-only, runs unasked, and reads entries of calls of the
/// proposing chat alone; every other entry is not_found. A conversation gives its result the source
/// of the result that was read. Results that were shortened name the tool, if the chat offers it.
/// `ledger` is the Runtime's and outlives the registry's tools. Error: invalid_argument (the
/// program has a tool of this name).
Result<void> add_read_result(Registry& registry, ledger::Store& ledger);

}  // namespace iam::chat
