// Tests of runtime/src/host/commands/chat/{chat_line,event_queue}.cpp.
#include "host/commands/chat/chat_line.hpp"

#include "host/commands/chat/event_queue.hpp"

#include <catch2/catch.hpp>

#include <thread>
#include <vector>

using iam::host::ChatLine;
using iam::host::read_chat_line;

TEST_CASE("a line of a chat is text for the model, unless it begins with a slash") {
    CHECK(read_chat_line("Wake me at 7")->kind == ChatLine::Kind::text);
    CHECK(read_chat_line("Wake me at 7")->rest == "Wake me at 7");
    CHECK(read_chat_line("  \t ")->kind == ChatLine::Kind::nothing);
    CHECK(read_chat_line("/quit")->kind == ChatLine::Kind::quit);
    CHECK(read_chat_line("/profile alarms")->kind == ChatLine::Kind::profile);
    CHECK(read_chat_line("/tools off files/*")->rest == "off files/*");
    CHECK(read_chat_line("  /undo   0.12 ")->kind == ChatLine::Kind::undo);
    CHECK(read_chat_line("  /undo   0.12 ")->rest == "0.12");
}

TEST_CASE("two slashes begin a text with one") {
    const auto line = read_chat_line("//etc/hosts has what?");
    CHECK(line->kind == ChatLine::Kind::text);
    CHECK(line->rest == "/etc/hosts has what?");
}

TEST_CASE("an unknown command of a chat is no text for the model, and names the help") {
    const auto line = read_chat_line("/undoo");
    REQUIRE_FALSE(line);
    CHECK_THAT(line.error().message, Catch::Contains("/undoo") && Catch::Contains("/help"));
}

TEST_CASE("functions posted by other threads run in order on the thread that waits") {
    iam::host::EventQueue queue;
    std::vector<int> ran;
    std::thread other([&] {
        for (int i = 0; i < 100; ++i) queue.post([&ran, i] { ran.push_back(i); });
    });
    queue.run_until([&] { return ran.size() == 100; });
    other.join();
    for (int i = 0; i < 100; ++i) CHECK(ran[static_cast<std::size_t>(i)] == i);
}
