// Reads TZif by RFC 9636: a block with times of 32 bits, which is skipped, then one of 64 bits,
// then the footer.
#include "core/time_zone/tzif.hpp"

#include <iam/core/time_zone.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace iam {
namespace {

constexpr std::size_t k_tzif_head_bytes = 44;
constexpr std::size_t k_tzif_type_bytes = 6;
constexpr std::uint64_t k_tzif_changes_max = 4000;
constexpr std::uint64_t k_tzif_types_max = 256;
constexpr std::uint64_t k_tzif_letters_max = 4096;
constexpr std::int64_t k_tzif_offset_min = -89999;  // RFC 9636, section 3.2
constexpr std::int64_t k_tzif_offset_max = 93599;
// Moments of the years -9999 to 9999. Files begin with a change at the Big Bang.
constexpr std::int64_t k_tzif_second_max = k_calendar_end.time_since_epoch().count();

tl::unexpected<Error> bad_tzif(const std::string& why) {
    return fail(Errc::corrupt,
                "the time zone's file " + why + "; install the package tzdata anew.");
}

std::uint64_t big_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char byte : bytes) value = value << 8U | static_cast<unsigned char>(byte);
    return value;
}

std::int64_t offset_in(std::string_view type) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(big_endian(type.substr(0, 4))));
}

struct TzifHead {
    char version = '\0';
    std::uint64_t utc_marks = 0;
    std::uint64_t standard_marks = 0;
    std::uint64_t leaps = 0;
    std::uint64_t changes = 0;
    std::uint64_t types = 0;
    std::uint64_t letters = 0;
    /// Of the block behind it. The counts are bounded, so nothing overflows.
    std::size_t block_bytes(std::size_t time_bytes) const {
        return changes * (time_bytes + 1) + types * k_tzif_type_bytes + letters +
               leaps * (time_bytes + 4) + standard_marks + utc_marks;
    }
};

Result<TzifHead> read_tzif_head(std::string_view bytes) {
    if (bytes.size() < k_tzif_head_bytes || bytes.substr(0, 4) != "TZif")
        return bad_tzif("is not of the form TZif");
    const auto count = [&](std::size_t at) { return big_endian(bytes.substr(20 + 4 * at, 4)); };
    TzifHead head{.version = bytes[4],
                  .utc_marks = count(0),
                  .standard_marks = count(1),
                  .leaps = count(2),
                  .changes = count(3),
                  .types = count(4),
                  .letters = count(5)};
    if (head.version < '2' || head.version > '9') return bad_tzif("has no times of 64 bits");
    if (head.leaps != 0) return bad_tzif("counts leap seconds");
    if (head.changes > k_tzif_changes_max || head.types > k_tzif_types_max ||
        head.letters > k_tzif_letters_max || head.utc_marks > head.types ||
        head.standard_marks > head.types)
        return bad_tzif("has more changes, types or names than a zone has");
    return head;
}

/// The offset of each type of local time.
Result<std::vector<std::chrono::seconds>> read_tzif_types(std::string_view bytes) {
    std::vector<std::chrono::seconds> offsets;
    for (; !bytes.empty(); bytes.remove_prefix(k_tzif_type_bytes)) {
        const std::int64_t offset = offset_in(bytes);
        if (offset < k_tzif_offset_min || offset > k_tzif_offset_max)
            return bad_tzif("has an offset of more than a day");
        offsets.emplace_back(offset);
    }
    return offsets;
}

/// The block of 64-bit times; `bytes` begins with it.
Result<Tzif> read_tzif_block(const TzifHead& head, std::string_view bytes) {
    const std::string_view times = bytes.substr(0, head.changes * 8);
    const std::string_view types_of_times = bytes.substr(times.size(), head.changes);
    IAM_TRY(offsets, read_tzif_types(bytes.substr(times.size() + types_of_times.size(),
                                                  head.types * k_tzif_type_bytes)));
    if (offsets.empty()) return bad_tzif("has no type of time");
    Tzif zone{.first = offsets.front()};
    for (std::size_t i = 0; i < head.changes; ++i) {
        const auto at = static_cast<std::int64_t>(big_endian(times.substr(i * 8, 8)));
        const auto type = static_cast<unsigned char>(types_of_times[i]);
        if (type >= offsets.size()) return bad_tzif("names a type of time that it does not have");
        if (at > k_tzif_second_max) return bad_tzif("has a change after the year 9999");
        if (at < -k_tzif_second_max) {  // before every moment of interest
            zone.first = offsets[type];
            continue;
        }
        const std::chrono::sys_seconds moment{std::chrono::seconds{at}};
        if (!zone.changes.empty() && moment <= zone.changes.back().at)
            return bad_tzif("has changes that are not in order");
        zone.changes.push_back({moment, offsets[type]});
    }
    return zone;
}

}  // namespace

Result<Tzif> read_tzif(std::string_view bytes) {
    IAM_TRY(old_head, read_tzif_head(bytes));
    const std::size_t skipped = k_tzif_head_bytes + old_head.block_bytes(4);
    if (bytes.size() < skipped) return bad_tzif("ends too early");
    bytes.remove_prefix(skipped);
    IAM_TRY(head, read_tzif_head(bytes));
    bytes.remove_prefix(k_tzif_head_bytes);
    const std::size_t block = head.block_bytes(8);
    if (bytes.size() < block + 2) return bad_tzif("ends too early");
    IAM_TRY(zone, read_tzif_block(head, bytes));
    bytes.remove_prefix(block);
    if (bytes.front() != '\n' || bytes.find('\n', 1) != bytes.size() - 1)
        return bad_tzif("has no footer of one line");
    zone.footer = std::string(bytes.substr(1, bytes.size() - 2));
    return std::move(zone);
}

}  // namespace iam
