// Time zones of the IANA database, as read from the files of the system (TZif, RFC 9636).
#pragma once

#include <iam/core/result.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

/// The last second of the year 9999, after which nothing is computed.
inline constexpr std::chrono::sys_seconds k_calendar_end{std::chrono::seconds{253402300799}};

/// The clocks of a place: the offset from UTC at each moment. A value; copies share their data.
class TimeZone {
 public:
    /// Without changes, at UTC.
    TimeZone();
    /// Reads the content of a file of the database, version 2 or later. Moments behind its last
    /// change follow the rule in its footer. Errors: corrupt (the bytes are no such file, or beyond
    /// a limit; leap seconds; a footer that is no rule). Bytes may be hostile.
    static Result<TimeZone> read(std::string_view bytes);

    std::chrono::seconds offset_at(std::chrono::sys_seconds moment) const;

    /// A change of the offset.
    struct Change {
        std::chrono::sys_seconds at{};
        std::chrono::seconds before{};
        std::chrono::seconds after{};
    };
    /// The first change after the moment. Nothing: there is none.
    std::optional<Change> next_change(std::chrono::sys_seconds after) const;

    /// The moments at which clocks show this time, in order: one, none if the clocks skip it, two
    /// or more if they are set back over it.
    std::vector<std::chrono::sys_seconds> moments_of(std::chrono::local_seconds time) const;

 private:
    struct Data;
    explicit TimeZone(std::shared_ptr<const Data> data) noexcept;
    std::shared_ptr<const Data> data_;
};

inline constexpr const char* k_zone_folder = "/usr/share/zoneinfo";
inline constexpr std::size_t k_zone_name_bytes_max = 64;

/// Reads the zone of this name, e.g. "Europe/Berlin", below `folder`. "UTC" needs no file. Errors:
/// not_found (no zone of this name), invalid_argument (the name has other characters), and those of
/// read() and read_trusted_text().
Result<TimeZone> load_time_zone(std::string_view name, const std::string& folder = k_zone_folder);

}  // namespace iam
