// Tests of runtime/src/console/api/chats/chat_settings_requests.cpp.
#include "api/chats/fake_chats.hpp"
#include "console_fixture.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using test::ConsoleFixture;
using test::FakeChats;

namespace {

struct SettingsDesk {
    FakeChats chats{};
    ConsoleFixture fixture{};

    SettingsDesk() {
        fixture.chats = &chats;
        fixture.start().log_in();
    }
};

}  // namespace

TEST_CASE("a chat is exported as text up to 3 MiB (W26)") {
    SettingsDesk desk;
    CHECK(desk.fixture.get("/api/chats/a/export").json()["text"] == "text");
    CHECK(desk.fixture.get("/api/chats/a/export?format=jsonl").status == 200);
    CHECK(desk.chats.asked == std::vector<std::string>{"export a", "export a jsonl"});
    CHECK(desk.fixture.get("/api/chats/a/export?format=html").status == 400);
    desk.chats.exported = std::string((std::size_t{3} << 20U) + 1, 'x');
    CHECK(desk.fixture.get("/api/chats/a/export").status == 409);
}

TEST_CASE("a chat is given a profile, or none (W26)") {
    SettingsDesk desk;
    CHECK(desk.fixture.post("/api/chats/a/profile", R"({"profile":"p"})").status == 200);
    CHECK(desk.fixture.post("/api/chats/a/profile", "{}").status == 200);
    CHECK(desk.chats.asked == std::vector<std::string>{"profile a:p", "profile a:"});
    desk.chats.shown.profile = "p\u202E";
    CHECK(desk.fixture.get("/api/chats/a").json()["profile"] == "p\\u{202E}");
}

TEST_CASE("chats of a file are imported, and faults are told with their places (W26)") {
    SettingsDesk desk;
    desk.chats.imported = {.chats = {{"import-1", "Sea\u202E", true}, {"import-2", "", false}},
                           .faults = {"line 3: it is cut off."}};
    const Json imported =
        desk.fixture.post("/api/chats/import", R"({"name":"c.json","text":"[1]"})").json();
    CHECK(desk.chats.asked == std::vector<std::string>{"import c.json:[1]"});
    CHECK(imported == parse_json(R"({"chats":[
        {"id":"import-1","is_new":true,"title":"Sea\\u{202E}"},
        {"id":"import-2","is_new":false,"title":""}],
        "count":2,"fault_count":1,"faults":["line 3: it is cut off."]})")
                          .value());
    CHECK(desk.fixture.post("/api/chats/import", R"({"name":"c.json"})").status == 400);
}

TEST_CASE("an import names the first 500 chats and the first 20 faults (W26)") {
    SettingsDesk desk;
    desk.chats.imported.chats.assign(501, {"c", "t", true});
    desk.chats.imported.faults.assign(21, "line 1: no.");
    const Json imported =
        desk.fixture.post("/api/chats/import", R"({"name":"c","text":"x"})").json();
    CHECK(imported["chats"].size() == 500);
    CHECK(imported["count"] == 501);
    CHECK(imported["faults"].size() == 20);
    CHECK(imported["fault_count"] == 21);
}
