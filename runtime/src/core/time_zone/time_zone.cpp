#include "iam/core/time_zone.hpp"

#include "core/time_zone/posix_zone.hpp"
#include "core/time_zone/tzif.hpp"
#include <iam/core/trusted_text.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace iam {
namespace {

namespace ch = std::chrono;
using ch::seconds;
using ch::sys_seconds;

/// No two offsets of a zone are further apart.
constexpr ch::hours k_offsets_apart_max{52};

/// Within the years -9999 to 9999, for which a calendar can be made.
ch::year year_of(sys_seconds moment) {
    constexpr sys_seconds k_first{-k_calendar_end.time_since_epoch()};
    return ch::year_month_day(ch::floor<ch::days>(std::clamp(moment, k_first, k_calendar_end)))
        .year();
}

bool is_zone_name(std::string_view name) {
    if (name.empty() || name.size() > k_zone_name_bytes_max) return false;
    if (name.front() == '/' || name.back() == '/') return false;
    return std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '+' || c == '-' || c == '/';
    });
}

}  // namespace

struct TimeZone::Data {
    Tzif file{};
    std::optional<PosixZone> rule{};  // behind the last change of the file

    seconds offset_before_rule() const {
        return file.changes.empty() ? file.first : file.changes.back().offset;
    }
    /// The changes of the rule from the year before `from` to the year after it, in order, that are
    /// behind the file's. Of two at one moment only the later year's counts: a zone may have summer
    /// time all year.
    std::vector<Tzif::Entry> changes_by_rule(ch::year from) const {
        std::vector<Tzif::Entry> found;
        if (!rule || !rule->summer) return found;
        for (ch::year year = from - ch::years{1}; year <= from + ch::years{2}; ++year) {
            const auto [begin, end] = summer_of(*rule, year);
            found.push_back({begin, rule->summer->offset});
            found.push_back({end, rule->standard});
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.at < b.at; });
        found.pop_back();  // the year behind it is not here
        const auto is_in_file = [&](const Tzif::Entry& one) {
            return !file.changes.empty() && one.at <= file.changes.back().at;
        };
        std::vector<Tzif::Entry> kept;
        for (const Tzif::Entry& one : found) {
            if (is_in_file(one)) continue;
            if (!kept.empty() && kept.back().at == one.at) kept.pop_back();
            kept.push_back(one);
        }
        return kept;
    }
};

TimeZone::TimeZone() : data_(std::make_shared<const Data>()) {}
TimeZone::TimeZone(std::shared_ptr<const Data> data) noexcept : data_(std::move(data)) {}

Result<TimeZone> TimeZone::read(std::string_view bytes) {
    IAM_TRY(file, read_tzif(bytes));
    auto data = std::make_shared<Data>();
    data->file = std::move(file);
    if (!data->file.footer.empty()) {
        IAM_TRY(rule, read_posix_zone(data->file.footer));
        data->rule = rule;
    }
    return TimeZone(std::move(data));
}

seconds TimeZone::offset_at(sys_seconds moment) const {
    const auto& changes = data_->file.changes;
    const auto by_moment = [](sys_seconds at, const Tzif::Entry& one) { return at < one.at; };
    const auto next = std::upper_bound(changes.begin(), changes.end(), moment, by_moment);
    if (next != changes.end())
        return next == changes.begin() ? data_->file.first : std::prev(next)->offset;
    const std::vector<Tzif::Entry> later = data_->changes_by_rule(year_of(moment));
    const auto next_later = std::upper_bound(later.begin(), later.end(), moment, by_moment);
    if (next_later != later.begin()) return std::prev(next_later)->offset;
    return data_->offset_before_rule();
}

std::optional<TimeZone::Change> TimeZone::next_change(sys_seconds after) const {
    const auto& changes = data_->file.changes;
    seconds before = offset_at(after);
    const auto first_real = [&](const std::vector<Tzif::Entry>& all) -> std::optional<Change> {
        for (const Tzif::Entry& one : all) {
            if (one.at <= after) continue;
            if (one.offset != before) return Change{one.at, before, one.offset};
        }
        return std::nullopt;
    };
    if (auto found = first_real(changes)) return found;
    // The rule may begin years after the moment, at the last change of the file.
    if (!changes.empty() && changes.back().at > after) after = changes.back().at;
    return first_real(data_->changes_by_rule(year_of(after)));
}

std::vector<sys_seconds> TimeZone::moments_of(ch::local_seconds time) const {
    const sys_seconds as_utc{time.time_since_epoch()};
    std::set<seconds> offsets{offset_at(as_utc - k_offsets_apart_max)};
    const sys_seconds end = as_utc + k_offsets_apart_max;
    for (auto change = next_change(as_utc - k_offsets_apart_max); change && change->at <= end;
         change = next_change(change->at))
        offsets.insert(change->after);
    std::vector<sys_seconds> moments;
    for (const seconds offset : offsets) {
        const sys_seconds moment = as_utc - offset;
        if (offset_at(moment) == offset) moments.push_back(moment);
    }
    std::sort(moments.begin(), moments.end());
    return moments;
}

Result<TimeZone> load_time_zone(std::string_view name, const std::string& folder) {
    if (name == "UTC") return TimeZone();
    if (!is_zone_name(name))
        return fail(Errc::invalid_argument,
                    "a time zone has a name of the IANA database, such as Europe/Berlin or UTC.");
    const std::string place = folder + "/" + std::string(name);
    auto bytes = read_trusted_text(place, ReadBy::all);
    if (!bytes &&
        (bytes.error().code == Errc::unavailable || bytes.error().code == Errc::not_found))
        return fail(Errc::not_found, "there is no time zone '" + std::string(name) + "' in " +
                                         folder + "; names are as Europe/Berlin.");
    if (!bytes) return tl::unexpected(std::move(bytes).error());
    auto zone = TimeZone::read(*bytes);
    if (!zone) {
        Error error = std::move(zone).error();
        error.message = place + ": " + error.message;
        return tl::unexpected(std::move(error));
    }
    return zone;
}

}  // namespace iam
