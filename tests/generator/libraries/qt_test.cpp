// Qt Core through the gate of types.
#include "qt.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_qt.iam.hpp>

namespace drawing {

QPointF middle(const std::vector<QPointF>& points) {
    QPointF sum;
    for (const QPointF& point : points) sum += point;
    return sum / static_cast<double>(points.size());
}

QString caption(const QDate& day, const QString& before) {
    return before + QStringLiteral("day %1 of %2").arg(day.dayOfYear()).arg(day.year());
}

}  // namespace drawing

namespace iam::test {

TEST_CASE("qt: its strings, dates and points are read and written") {
    Registry registry;
    REQUIRE(register_iam_library_qt_tools(registry));
    const Caller caller{registry};
    CHECK(caller.call("middle", R"({"points":[{"x":0,"y":1},{"x":2,"y":2}]})") ==
          R"({"x":1,"y":1.5})");
    CHECK(caller.call("caption", R"({"day":"2024-02-29","before":"über "})") ==
          R"("über day 60 of 2024")");
    CHECK(caller.call("caption", R"({"day":"2024-01-01"})") == R"("day 1 of 2024")");
    CHECK(caller.prepare("caption", R"({"day":"2023-02-29"})").find("/day") != std::string::npos);
    CHECK(caller.prepare("middle", R"({"points":[]})").find("/points") != std::string::npos);
}

}  // namespace iam::test
