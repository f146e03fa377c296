#include "mcp/client/http/streamable/event_body.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace iam;
using namespace std::chrono_literals;

namespace {

struct BodyReader {
    mcp::EventBody body{100, {}};
    std::vector<std::string> messages{};
    Result<void> add(std::string_view bytes) {
        return body.add(bytes, [this](std::string_view data) { messages.emplace_back(data); });
    }
};

}  // namespace

TEST_CASE("events without a type or of type message are messages, others are not") {
    BodyReader reader;
    reader.body.begin();
    REQUIRE(reader.add(
        "id: a\ndata:\n\ndata: 1\n\nevent: message\ndata: 2\n\nevent: ping\ndata: 3\n\n: x\n\n"));
    CHECK(reader.messages == std::vector<std::string>{"1", "2"});
}

TEST_CASE("a stream remembers its last whole event over several responses") {
    BodyReader reader;
    reader.body.begin();
    REQUIRE(reader.add("id: a\n\nid: b\ndata: 1\n\nid: c\ndata: 2"));
    CHECK(reader.body.last_id() == "b");
    reader.body.begin();
    REQUIRE(reader.add(": nothing yet\n\n"));
    CHECK(reader.body.last_id() == "b");
    REQUIRE(reader.add("id: d\ndata: 3\n\n"));
    CHECK(reader.body.last_id() == "d");
}

TEST_CASE("an id too long for a head is none") {
    BodyReader reader;
    reader.body = mcp::EventBody(10'000, {});
    reader.body.begin();
    REQUIRE(reader.add("id: " + std::string(4097, 'a') + "\ndata: 1\n\n"));
    CHECK(reader.body.last_id().empty());
}

TEST_CASE("XR22 an id with control characters is none, and reaches no head") {
    for (const char* id : {"a\x01", "\x1b[2J", "a\x7f", "a\tb"}) {
        BodyReader reader;
        reader.body.begin();
        REQUIRE(reader.add("id: " + std::string(id) + "\ndata: 1\n\n"));
        CHECK(reader.body.last_id().empty());
        REQUIRE(reader.add("id: b\ndata: 2\n\n"));
        CHECK(reader.body.last_id() == "b");
    }
}

TEST_CASE("a stream waits for a second, or for as long as its server says") {
    BodyReader reader;
    reader.body.begin();
    REQUIRE(reader.add("id: a\n\n"));
    CHECK(reader.body.next_wait() == 1s);
    reader.body.begin();
    REQUIRE(reader.add("retry: 250\nid: b\n\n"));
    CHECK(reader.body.next_wait() == 250ms);
    reader.body.begin();
    REQUIRE(reader.add("retry: 0\nid: c\n\n"));
    CHECK(reader.body.next_wait() == 100ms);
    reader.body.begin();
    REQUIRE(reader.add("retry: 9223372036854775807\nid: c\n\n"));
    CHECK(reader.body.next_wait() == 5min);
}

TEST_CASE("each vain attempt doubles the wait up to its limit, and an event ends that") {
    BodyReader reader;
    reader.body.begin();
    CHECK(reader.body.next_wait() == 2s);
    CHECK(reader.body.next_wait() == 4s);
    for (int i = 0; i < 100; ++i) reader.body.next_wait();
    CHECK(reader.body.next_wait() == 30s);
    CHECK(reader.body.vain_attempts() == 103);
    reader.body.begin();
    REQUIRE(reader.add("data: 1\n\n"));
    CHECK(reader.body.next_wait() == 1s);
    CHECK(reader.body.vain_attempts() == 0);
}

TEST_CASE("an event over the limit breaks the stream") {
    BodyReader reader;
    reader.body.begin();
    CHECK(reader.add("data: " + std::string(100, 'a') + "\n\n"));
    CHECK_FALSE(reader.add("data: " + std::string(101, 'a') + "\n\n"));
}
