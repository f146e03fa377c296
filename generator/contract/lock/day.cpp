// Reads days. A day is the moment of its beginning.
#include <generator/contract/lock/day.hpp>
#include <iam/core/clock.hpp>

#include <string>

namespace iam::gen::contract {

Result<Day> read_day(std::string_view text) {
    const auto time = from_rfc3339(std::string(text) + "T00:00:00Z");
    if (!time || text.size() != 10)
        return fail(Errc::invalid_argument,
                    "'" + std::string(text) + "' is no day; write it as 2026-12-31");
    return std::chrono::floor<std::chrono::days>(*time);
}

}  // namespace iam::gen::contract
