// date through the gate of types.
#include "date.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_date.iam.hpp>

namespace calendar {

date::year_month_day month_end(const date::year_month_day& day) {
    return day.year() / day.month() / date::last;
}

}  // namespace calendar

namespace iam::test {

TEST_CASE(
    "date: calendar days are read and written as text, and days that never were are refused") {
    Registry registry;
    REQUIRE(register_iam_library_date_tools(registry));
    const Caller caller{registry};
    CHECK(caller.call("month_end", R"({"day":"2024-02-03"})") == R"("2024-02-29")");
    CHECK(caller.prepare("month_end", R"({"day":"2023-02-29"})").find("/day") != std::string::npos);
}

}  // namespace iam::test
