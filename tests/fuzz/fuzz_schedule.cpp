// Any bytes as cron fields and as a time zone. Each reader refuses them, or its value holds: due
// times rise, and the offsets of a zone are those that its changes name.
//
// An input is a line of cron fields, and behind it the bytes of a zone.
#include <iam/chat/tasks/schedule.hpp>
#include <iam/core/time_zone.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using iam::TimeZone;
using namespace iam::chat;
using std::chrono::sys_seconds;

constexpr sys_seconds k_from{std::chrono::seconds{1'767'323'045}};  // in 2026

void check(bool holds) {
    if (!holds) std::abort();
}

void check_zone(const TimeZone& zone) {
    sys_seconds at = k_from;
    for (int i = 0; i < 8; ++i) {
        const auto change = zone.next_change(at);
        if (!change) break;
        check(change->at > at && change->before != change->after);
        check(zone.offset_at(change->at) == change->after);
        check(zone.offset_at(change->at - std::chrono::seconds{1}) == change->before);
        at = change->at;
    }
    const std::chrono::local_seconds time{at.time_since_epoch() + zone.offset_at(at)};
    const auto moments = zone.moments_of(time);
    check(std::is_sorted(moments.begin(), moments.end()));
    check(std::find(moments.begin(), moments.end(), at) != moments.end());
}

void check_timetable(const Timetable& table) {
    TaskTime after{k_from};
    for (int i = 0; i < 8; ++i) {
        const auto due = table.next(after);
        if (!due) return;
        check(*due > after);
        check(table.latest(after, *due) == *due);
        after = *due;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    const std::size_t line = std::min(bytes.find('\n'), bytes.size());
    const auto zone = TimeZone::read(std::string_view(bytes).substr(std::min(line + 1, size)));
    if (zone) check_zone(*zone);
    const auto table = Timetable::of(
        CronFields{bytes.substr(0, line), "zone"},
        [&](const std::string&) -> iam::Result<TimeZone> { return zone ? *zone : TimeZone(); });
    if (table) check_timetable(*table);
    return 0;
}
