#pragma once

#include <iam/annotations.hpp>

#include <cstdint>
#include <optional>

namespace desk {

enum class Id : std::uint64_t {};

template <class T>
struct Row {
    [[iam::as_string]] T id{};
};

/// Looks.
/// @param id  what to look for
[[iam::tool({.read_only = true})]] Row<std::int64_t> look(
    [[iam::as_string, iam::example(9007199254740993)]] std::int64_t id,
    [[iam::as_string, iam::example("18446744073709551615")]] std::optional<std::uint64_t> other,
    [[iam::as_string, iam::secret]] Id key, [[iam::as_string]] const long& step = -1,
    Row<unsigned long> row = {});

}  // namespace desk
