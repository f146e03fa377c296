#include <iam/console/traffic.hpp>

#include <catch2/catch.hpp>

using iam::console::Traffic;

namespace {

void add(Traffic& traffic, const std::string& text) {
    traffic.add({.server = "files", .kind = "sent", .text = text, .bytes = text.size()});
}

}  // namespace

TEST_CASE("no message is kept before a person turns the traffic on (W43)") {
    Traffic traffic;
    add(traffic, "early");
    CHECK(traffic.after(0, 10).empty());
    traffic.turn(true);
    add(traffic, "kept");
    const auto kept = traffic.after(0, 10);
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].text == "kept");
    CHECK(kept[0].number == 1);
}

TEST_CASE("the end of the traffic forgets the kept messages, and numbers go on (W43)") {
    Traffic traffic;
    traffic.turn(true);
    add(traffic, "a");
    traffic.turn(false);
    CHECK(traffic.after(0, 10).empty());
    traffic.turn(true);
    CHECK(traffic.after(0, 10).empty());
    add(traffic, "b");
    CHECK(traffic.after(0, 10).at(0).number == 2);
}

TEST_CASE("the newest 1000 messages are kept (W43)") {
    Traffic traffic;
    traffic.turn(true);
    for (int i = 1; i <= 1001; ++i) add(traffic, std::to_string(i));
    const auto kept = traffic.after(0, 2000);
    CHECK(kept.size() == 1000);
    CHECK(kept.front().text == "2");
    CHECK(traffic.after(999, 2000).size() == 2);
    CHECK(traffic.after(0, 3).back().text == "4");
}

TEST_CASE("the kept texts have at most 8 MiB (W43)") {
    Traffic traffic;
    traffic.turn(true);
    for (int i = 0; i < 9; ++i) add(traffic, std::string(std::size_t{1} << 20U, 'x'));
    CHECK(traffic.after(0, 10).size() == 8);
    add(traffic, "y");
    CHECK(traffic.after(0, 10).size() == 8);
    CHECK(traffic.after(0, 10).back().text == "y");
}
