// Tests of runtime/src/console/api/chats/{chat_requests,chat_views}.cpp.
#include "api/chats/fake_chats.hpp"
#include "console/api/chats/chat_views.hpp"
#include "console_fixture.hpp"
#include "markdown/tree_check.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using console::CallState;
using test::ConsoleFixture;
using test::FakeChats;

namespace {

struct ChatDesk {
    FakeChats chats{};
    ConsoleFixture fixture{};

    ChatDesk() {
        fixture.chats = &chats;
        fixture.start().log_in();
    }
    Json show(const std::string& query = {}) { return fixture.get("/api/chats/a" + query).json(); }
};

console::ChatMessage message_of(std::uint64_t id, std::string text, bool is_of_model = false) {
    return {.id = id, .is_of_model = is_of_model, .text = std::move(text)};
}

}  // namespace

TEST_CASE("a console without chats says so (W26)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    CHECK(fixture.get("/api/chats").status == 404);
    CHECK(fixture.get("/api/chats/a").code() == "not_here");
    CHECK(fixture.post("/api/chats", R"({"text":"hi"})").status == 404);
}

TEST_CASE("chats are listed with their titles and searched (W26)") {
    ChatDesk desk;
    desk.chats.listed = {{"b", "Alarm\u202Es", 3}, {"a", "", 0, "The chat a is corrupt."}};
    desk.chats.refused_because = "no model";
    const Json listed = desk.fixture.get("/api/chats?text=al%20arm").json();
    CHECK(desk.chats.asked == std::vector<std::string>{"list al arm"});
    CHECK(listed == parse_json(R"({"chats":[
        {"id":"b","messages":3,"title":"Alarm\\u{202E}s","unreadable_because":""},
        {"id":"a","messages":0,"title":"","unreadable_because":"The chat a is corrupt."}],
        "closed_because":"no model","left_out":0})")
                        .value());
    desk.chats.listed.assign(501, {"c", "t", 1});
    const Json many = desk.fixture.get("/api/chats").json();
    CHECK(many["chats"].size() == 500);
    CHECK(many["left_out"] == 1);
}

TEST_CASE("messages of the model are trees and all other texts stay texts (W12)") {
    ChatDesk desk;
    desk.chats.shown.messages = {message_of(1, "*not* [a](http://e.org)\u202E"),
                                 message_of(2, "*so*", true),
                                 message_of(3, std::string(std::size_t{65} << 10U, 'x'), true)};
    const Json shown = desk.show();
    CHECK(shown["messages"][0]["text"] == "*not* [a](http://e.org)\\u{202E}");
    CHECK_FALSE(shown["messages"][0].contains("tree"));
    CHECK(shown["messages"][1]["tree"].dump() ==
          R"([{"children":[{"children":["so"],"tag":"em"}],"tag":"p"}])");
    CHECK_FALSE(shown["messages"][1].contains("text"));
    CHECK(shown["messages"][2]["text"].get<std::string>().size() == std::size_t{65} << 10U);
}

TEST_CASE("a call has its state, its values and what is left of them (W18)") {
    ChatDesk desk;
    console::ChatMessage message = message_of(1, "", true);
    message.end = "stopped";
    message.calls = {{.id = "a-1-1-0",
                      .tool = "fi\u202Eles",
                      .arguments = "{\"text\":\"a\u202Eb\"}",
                      .state = CallState::running,
                      .approval = "00ff",
                      .progress = ProgressReport{1, 2, "<b>half</b>"}},
                     {.id = "a-1-1-1",
                      .arguments = "not json\x1B",
                      .state = CallState::failed,
                      .entry = "0.12",
                      .code = "tool_failed",
                      .message = "No.",
                      .result = std::string(std::size_t{64} << 10U, '1') + "tail",
                      .can_undo = true}};
    desk.chats.shown.messages = {message};
    const Json calls = desk.show()["messages"][0]["calls"];
    CHECK(calls[0]["state"] == "running");
    CHECK(calls[0]["tool"] == "fi\\u{202E}les");
    CHECK(calls[0]["arguments"] == "{\"text\":\"a\\u202eb\"}");
    CHECK(calls[0]["progress"] ==
          parse_json(R"({"done":1,"message":"<b>half</b>","total":2})").value());
    CHECK(calls[0]["approval"] == "00ff");
    CHECK(calls[1]["arguments"] == "not json\\u{1B}");
    CHECK(calls[1]["result_left"] == 4);
    CHECK(calls[1]["result"].get<std::string>().size() == console::k_chat_result_max);
    CHECK(calls[1]["message"] == "No.");
    CHECK(calls[1]["can_undo"] == true);
    CHECK(desk.show()["messages"][0]["end"] == "stopped");
}

TEST_CASE("each state of a call has a word of its own (W18)") {
    std::set<std::string_view> words;
    for (int state = 0; state <= static_cast<int>(CallState::undone); ++state)
        words.insert(to_string(static_cast<CallState>(state)));
    CHECK(words.size() == 12);
    CHECK(words.count("") == 0);
}

TEST_CASE("a long chat comes in pages, the newest messages first (W26)") {
    ChatDesk desk;
    for (std::uint64_t id = 1; id <= 150; ++id)
        desk.chats.shown.messages.push_back(message_of(id, "m"));
    const Json newest = desk.show();
    CHECK(newest["messages"].size() == 100);
    CHECK(newest["messages"][0]["id"] == 51);
    CHECK(newest["has_earlier"] == true);
    const Json before = desk.show("?before=51");
    CHECK(before["messages"].size() == 50);
    CHECK(before["messages"][49]["id"] == 50);
    CHECK(before["has_earlier"] == false);
    CHECK(desk.fixture.get("/api/chats/a?before=x").status == 400);
}

TEST_CASE("messages of more than 2 MiB come in pages, each with one at least (W26)") {
    ChatDesk desk;
    const std::string long_text(std::size_t{3} << 20U, 'x');
    desk.chats.shown.messages = {message_of(1, "a"), message_of(2, long_text)};
    const Json newest = desk.show();
    CHECK(newest["messages"].size() == 1);
    CHECK(newest["messages"][0]["id"] == 2);
    CHECK(newest["has_earlier"] == true);
}

TEST_CASE("pages send, resume, stop, rename, delete and switch tools by POST (W26)") {
    ChatDesk desk;
    CHECK(desk.fixture.post("/api/chats", R"({"text":"hi"})").json()["chat"] == "a");
    CHECK(desk.fixture.post("/api/chats", R"({"chat":"a","text":"more"})").status == 200);
    CHECK(desk.fixture.post("/api/chats", R"({"text":"as","profile":"p"})").status == 200);
    for (const char* act : {"resume", "stop", "delete"})
        CHECK(desk.fixture.post("/api/chats/a/" + std::string(act), "{}").status == 200);
    CHECK(desk.fixture.post("/api/chats/a/rename", R"({"title":"New"})").status == 200);
    CHECK(desk.fixture.post("/api/chats/a/tools", R"({"pattern":"x/*","is_on":"false"})").status ==
          200);
    CHECK(desk.chats.asked == std::vector<std::string>{"send :hi", "send a:more", "send :as as p",
                                                       "resume a", "stop a", "remove a",
                                                       "rename a:New", "switch a x/* off"});
    CHECK(desk.fixture.get("/api/chats/a/tools").json()["tools"][0]["name"] == "echo");
    CHECK(desk.fixture.get("/api/chats/a/stop").status == 405);
}

TEST_CASE("a refusal of the chats reaches the page in its words (W23)") {
    ChatDesk desk;
    desk.chats.result = fail(Errc::conflict, "A turn is under way.");
    const auto refused = desk.fixture.post("/api/chats", R"({"text":"hi"})");
    CHECK(refused.status == 409);
    CHECK(refused.json()["message"] == "A turn is under way.");
    CHECK(desk.fixture.post("/api/chats", R"({"text":7})").status == 400);
    CHECK(desk.fixture.post("/api/chats", "{}").status == 400);
    const std::string too_long(61441, 'x');
    CHECK(desk.fixture.post("/api/chats", R"({"text":")" + too_long + R"("})").status == 400);
}
