// Howard Hinnant's date: calendar dates as in ISO 8601.
#pragma once

#include <iam/annotations.hpp>

#include <date/date.h>

#include <optional>
#include <sstream>
#include <string>

template <>
struct iam::codec<date::year_month_day> {
    using wire = std::string;
    static std::optional<date::year_month_day> from_wire(const std::string& text) {
        std::istringstream in(text);
        date::year_month_day day;
        in >> date::parse("%F", day);
        if (!in || !day.ok()) return std::nullopt;
        return day;
    }
    static std::string to_wire(const date::year_month_day& day) { return date::format("%F", day); }
};

namespace calendar {

/// The last day of the month of a day.
/// @param day  any day
[[iam::tool({.read_only = true})]] date::year_month_day month_end(
    [[iam::format("date")]] const date::year_month_day& day);

}  // namespace calendar
