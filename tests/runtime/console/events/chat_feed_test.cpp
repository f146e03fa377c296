#include "console/events/chat_feed.hpp"

#include "api/chats/fake_chats.hpp"
#include "events/listener.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using console::ChatChange;
using test::ConsoleFixture;
using test::FakeChats;
using test::Listener;

namespace {

struct FeedDesk {
    FakeChats chats{};
    ConsoleFixture fixture{};
    std::unique_ptr<Listener> page{};

    FeedDesk() {
        fixture.chats = &chats;
        chats.shown.state = "working";
        fixture.start().log_in();
        page = std::make_unique<Listener>(fixture);
        page->next_of("snapshot");
    }
    void write(std::string text) {
        chats.tell(
            {.chat = "a", .kind = ChatChange::Kind::text, .text = std::move(text), .call = {}});
    }
    Json next() { return parse_json(page->next_of("chat").data).value(); }
};

}  // namespace

TEST_CASE("many pieces of text become few events, which continue each other (W14)") {
    FeedDesk desk;
    std::string expected;
    for (int i = 0; i < 1000; ++i) {
        desk.write("word ");
        expected += "word ";
    }
    std::string text;
    int events = 0;
    while (text.size() < expected.size()) {
        const Json event = desk.next();
        CHECK(event["chat"] == "a");
        REQUIRE(event["from"] == text.size());
        text += event["text"].get<std::string>();
        ++events;
    }
    CHECK(text == expected);
    CHECK(events < 100);
}

TEST_CASE("characters that hide are spelled out in the text of a stream (W12)") {
    FeedDesk desk;
    desk.write("a\u202Eb\x1B");
    CHECK(desk.next()["text"] == "a\\u{202E}b\\u{1B}");
}

TEST_CASE("a long text comes in events of at most 32 KiB (W14)") {
    FeedDesk desk;
    desk.write(std::string(std::size_t{40} << 10U, 'x'));
    CHECK(desk.next()["text"].get<std::string>().size() == console::k_chat_event_bytes_max);
    CHECK(desk.next()["from"] == console::k_chat_event_bytes_max);
}

TEST_CASE("of a text beyond 1 MiB the beginning is streamed (W14)") {
    FeedDesk desk;
    for (int i = 0; i < 5; ++i) desk.write(std::string(std::size_t{256} << 10U, 'x'));
    CHECK(desk.fixture.get("/api/chats/a").json()["draft_bytes"] == console::k_draft_bytes_max);
}

TEST_CASE("of the states of a call that follow at once the last one is told (W18)") {
    FeedDesk desk;
    ChatChange change{.chat = "a", .kind = ChatChange::Kind::call};
    change.call.id = "a-1-1-0";
    for (std::int64_t done = 0; done <= 500; ++done) {
        change.call.state = console::CallState::running;
        change.call.progress = ProgressReport{.done = done};
        desk.chats.tell(change);
    }
    int events = 1;
    for (Json event = desk.next(); event["call"]["progress"]["done"] != 500; event = desk.next())
        ++events;
    CHECK(events < 50);
}

TEST_CASE("a change of the chat ends the text under way, and pages load it anew (W24)") {
    FeedDesk desk;
    desk.write("half");
    CHECK(desk.next()["from"] == 0);
    CHECK(desk.fixture.get("/api/chats/a").json()["draft"] == "half");
    desk.chats.tell({.chat = "a"});
    CHECK(desk.next() == parse_json(R"({"chat":"a"})").value());
    CHECK(desk.fixture.get("/api/chats/a").json()["draft"] == "");
    desk.write("new");
    CHECK(desk.next()["from"] == 0);
}

TEST_CASE("a loaded draft has all of the text that events have told (W24)") {
    FeedDesk desk;
    desk.write("one ");
    desk.write("two");
    CHECK(desk.fixture.get("/api/chats/a").json()["draft"] == "one two");
    std::string told;
    while (told.size() < 7) told += desk.next()["text"].get<std::string>();
    CHECK(told == "one two");
}

TEST_CASE("chats hear that a question has ended (W25)") {
    FeedDesk desk;
    const std::string id = desk.fixture.open_question();
    desk.page->next_of("question");
    REQUIRE(desk.fixture.runtime->consent().withdraw(id));
    desk.page->next_of("question");
    CHECK(desk.chats.answers() == std::vector<std::string>{id});
}

TEST_CASE("a console that has ended listens to no chats") {
    FakeChats chats;
    {
        ConsoleFixture fixture;
        fixture.chats = &chats;
        fixture.start();
        CHECK(chats.has_listener());
    }
    CHECK_FALSE(chats.has_listener());
}
