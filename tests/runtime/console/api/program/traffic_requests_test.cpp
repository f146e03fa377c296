#include "console_fixture.hpp"

using namespace iam;
using test::ConsoleFixture;

TEST_CASE("a program without servers has no traffic (W43)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    CHECK(fixture.get("/api/traffic").body == R"({"is_here":false})");
    const auto refused = fixture.post("/api/traffic/turn", R"({"is_on":"true"})");
    CHECK(refused.status == 404);
    CHECK(refused.code() == "not_here");
}

TEST_CASE("messages are kept once a page turns them on, and their texts are visible (W43)") {
    ConsoleFixture fixture;
    console::Traffic traffic;
    fixture.traffic = &traffic;
    fixture.start().log_in();
    const Json off = fixture.get("/api/traffic").json();
    CHECK(off["is_on"] == false);
    CHECK(off["messages"].empty());
    CHECK(fixture.post("/api/traffic/turn", R"({"is_on":"maybe"})").status == 400);
    CHECK(fixture.post("/api/traffic/turn", R"({"is_on":"true"})").status == 200);
    traffic.add({.server = "files", .kind = "received", .text = "a\x1b[2J", .bytes = 5});
    const Json on = fixture.get("/api/traffic").json();
    CHECK(on["is_on"] == true);
    REQUIRE(on["messages"].size() == 1);
    const Json& message = on["messages"][0];
    CHECK(message["number"] == 1);
    CHECK(message["server"] == "files");
    CHECK(message["bytes"] == 5);
    CHECK(message["text"].get<std::string>().find('\x1b') == std::string::npos);
    CHECK(fixture.get("/api/traffic?after=1").json()["messages"].empty());
}

TEST_CASE("one answer has 100 messages or 2 MiB, and the next one goes on (W43)") {
    ConsoleFixture fixture;
    console::Traffic traffic;
    fixture.traffic = &traffic;
    fixture.start().log_in();
    traffic.turn(true);
    for (int i = 0; i < 150; ++i) traffic.add({.kind = "note", .text = "x"});
    CHECK(fixture.get("/api/traffic").json()["messages"].size() == 100);
    CHECK(fixture.get("/api/traffic?after=100").json()["messages"].size() == 50);
    for (int i = 0; i < 6; ++i) traffic.add({.kind = "note", .text = std::string(1U << 20U, 'x')});
    CHECK(fixture.get("/api/traffic?after=150").json()["messages"].size() == 3);
}

TEST_CASE("no traffic without a session (W04)") {
    ConsoleFixture fixture;
    console::Traffic traffic;
    fixture.traffic = &traffic;
    fixture.start();
    CHECK(fixture.get("/api/traffic").status == 401);
    CHECK(fixture.post("/api/traffic/turn", R"({"is_on":"true"})").status == 401);
    CHECK_FALSE(traffic.is_on());
}
