#include "chat/tasks/cron_fields.hpp"

#include <iam/chat/tasks/schedule.hpp>
#include <iam/core/split_words.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace iam::chat {
namespace {

namespace ch = std::chrono;

constexpr std::array<std::string_view, 12> k_month_names{"jan", "feb", "mar", "apr", "may", "jun",
                                                         "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> k_weekday_names{"sun", "mon", "tue", "wed",
                                                          "thu", "fri", "sat"};
/// Of the months from January on, in a leap year.
constexpr std::array<unsigned, 12> k_month_days{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

struct CronField {
    std::string_view name;
    unsigned least;
    unsigned most;
    std::span<const std::string_view> names{};  // the first one stands for `first_name`
    unsigned first_name = 0;
};

constexpr CronField k_minute_field{"minute", 0, 59};
constexpr CronField k_hour_field{"hour", 0, 23};
constexpr CronField k_day_field{"day of the month", 1, 31};
constexpr CronField k_month_field{"month", 1, 12, k_month_names, 1};
constexpr CronField k_weekday_field{"weekday", 0, 7, k_weekday_names, 0};

tl::unexpected<Error> wrong_field(const CronField& field, std::string_view part,
                                  const std::string& why) {
    return fail(Errc::invalid_argument, "the " + std::string(field.name) + " of the schedule has " +
                                            quoted_name(part) + ": " + why);
}

std::string range_text(const CronField& field) {
    return std::to_string(field.least) + " to " + std::to_string(field.most) +
           (field.names.empty() ? ""
                                : " or " + std::string(field.names.front()) + " to " +
                                      std::string(field.names.back()));
}

bool is_number(std::string_view text) {
    constexpr std::size_t k_digits_max = 3;
    return !text.empty() && text.size() <= k_digits_max &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

unsigned number_in(std::string_view digits) {
    unsigned value = 0;
    for (const char digit : digits) value = value * 10 + static_cast<unsigned>(digit - '0');
    return value;
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

Result<unsigned> read_cron_value(const CronField& field, std::string_view part,
                                 std::string_view text) {
    const auto named = std::find(field.names.begin(), field.names.end(), lower_case(text));
    if (named != field.names.end())
        return field.first_name + static_cast<unsigned>(named - field.names.begin());
    const unsigned value = is_number(text) ? number_in(text) : field.most + 1;
    if (value >= field.least && value <= field.most) return value;
    return wrong_field(field, part, "write numbers from " + range_text(field) + ".");
}

/// "*", "5", "1-5", each with "/n" behind a range.
Result<void> read_cron_part(const CronField& field, std::string_view part,
                            std::vector<bool>& values) {
    const std::size_t slash = part.find('/');
    const std::string_view range = part.substr(0, slash);
    const std::size_t dash = range.find('-');
    unsigned first = field.least;
    unsigned last = field.most;
    if (range != "*") {
        IAM_TRY(from, read_cron_value(field, part, range.substr(0, dash)));
        first = last = from;
        if (dash != std::string_view::npos) {
            IAM_TRY(to, read_cron_value(field, part, range.substr(dash + 1)));
            // Sunday is the end of a week, too: fri-sun.
            const bool is_sunday = to == 0 && field.names.data() == k_weekday_names.data();
            last = is_sunday ? field.most : to;
        }
    }
    if (first > last)
        return wrong_field(field, part,
                           "the range goes backward; write two of them, such as " +
                               std::to_string(first) + "-" + std::to_string(field.most) + "," +
                               std::to_string(field.least) + "-" + std::to_string(last) + ".");
    unsigned step = 1;
    if (slash != std::string_view::npos) {
        const std::string_view text = part.substr(slash + 1);
        if (range != "*" && dash == std::string_view::npos)
            return wrong_field(field, part,
                               "a step follows * or a range, such as " + std::string(range) + "-" +
                                   std::to_string(field.most) + "/" + std::string(text) + ".");
        step = is_number(text) ? number_in(text) : 0;
        if (step == 0 || step > field.most)
            return wrong_field(field, part, "a step is 1 to " + std::to_string(field.most) + ".");
    }
    for (unsigned value = first; value <= last; value += step) values[value] = true;
    return {};
}

Result<std::vector<bool>> read_cron_field(const CronField& field, std::string_view text) {
    std::vector<bool> values(field.most + 1);
    for (;;) {
        const std::size_t comma = text.find(',');
        IAM_CHECK(read_cron_part(field, text.substr(0, comma), values));
        if (comma == std::string_view::npos) return values;
        text.remove_prefix(comma + 1);
    }
}

template <std::size_t Size>
void put_into(std::bitset<Size>& set, const std::vector<bool>& values) {
    // Sunday is 0 and 7.
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i]) set.set(i % Size);
}

/// True if a month of the set has one of the days, in a leap year.
bool has_any_date(const CronSets& sets) {
    if (!sets.is_any_weekday && !sets.is_any_day) return true;  // the weekday is enough
    for (unsigned month = 1; month <= 12; ++month)
        for (unsigned day = 1; day <= k_month_days[month - 1]; ++day)
            if (sets.months[month] && sets.days[day]) return true;
    return false;
}

}  // namespace

bool CronSets::has_day(ch::year_month_day date) const {
    if (!months[static_cast<unsigned>(date.month())]) return false;
    const bool fits_day = days[static_cast<unsigned>(date.day())];
    const bool fits_weekday = weekdays[ch::weekday(ch::sys_days(date)).c_encoding()];
    const bool are_both_restricted = !is_any_day && !is_any_weekday;
    return are_both_restricted ? fits_day || fits_weekday : fits_day && fits_weekday;
}

Result<CronSets> read_cron(std::string_view text) {
    if (text.size() > k_cron_bytes_max)
        return fail(Errc::invalid_argument, "a schedule of cron has at most " +
                                                std::to_string(k_cron_bytes_max) + " bytes.");
    const std::vector<std::string_view> words = split_words(text, " \t");
    if (words.size() != 5)
        return fail(Errc::invalid_argument,
                    "a schedule of cron has five fields and this one has " +
                        std::to_string(words.size()) +
                        "; write minute, hour, day of the month, month and weekday, such as "
                        "\"30 9 * * mon-fri\".");
    IAM_TRY(minutes, read_cron_field(k_minute_field, words[0]));
    IAM_TRY(hours, read_cron_field(k_hour_field, words[1]));
    IAM_TRY(days, read_cron_field(k_day_field, words[2]));
    IAM_TRY(months, read_cron_field(k_month_field, words[3]));
    IAM_TRY(weekdays, read_cron_field(k_weekday_field, words[4]));
    CronSets sets;
    put_into(sets.minutes, minutes);
    put_into(sets.hours, hours);
    put_into(sets.days, days);
    put_into(sets.months, months);
    put_into(sets.weekdays, weekdays);
    sets.is_any_minute = words[0].front() == '*';
    sets.is_any_hour = words[1].front() == '*';
    sets.is_any_day = words[2].front() == '*';
    sets.is_any_weekday = words[4].front() == '*';
    if (has_any_date(sets)) return sets;
    return fail(Errc::invalid_argument,
                "the schedule is never due: none of its months has such a day of the month; "
                "change one of the two fields.");
}

std::optional<ch::local_seconds> first_time(const CronSets& sets, ch::local_seconds from,
                                            ch::local_days last) {
    constexpr ch::minutes k_minute{1};
    const ch::local_time<ch::minutes> first = ch::ceil<ch::minutes>(from);
    ch::local_time<ch::minutes> at = first;
    for (ch::local_days day = ch::floor<ch::days>(first); day <= last; day += ch::days{1}) {
        at = std::max(at, ch::local_time<ch::minutes>(day));
        if (!sets.has_day(ch::year_month_day(day))) continue;
        for (; at < day + ch::days{1}; at += k_minute) {
            const auto of_day = static_cast<std::size_t>((at - day).count());
            if (sets.hours[of_day / 60] && sets.minutes[of_day % 60]) return at;
        }
    }
    return std::nullopt;
}

}  // namespace iam::chat
