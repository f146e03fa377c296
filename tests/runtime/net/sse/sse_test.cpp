#include <iam/net/sse.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace iam;
using namespace std::string_view_literals;
using net::SseEvent;
using net::SseReader;

namespace {

struct Seen {
    std::vector<std::string> events{};  // "id|type|data"
    std::string last_id{};
    long long retry = -1;
    bool is_good = true;

    friend bool operator==(const Seen& a, const Seen& b) {
        return a.events == b.events && a.last_id == b.last_id && a.retry == b.retry &&
               a.is_good == b.is_good;
    }
};

std::string to_text(const SseEvent& event) {
    return event.id + "|" + event.type + "|" + event.data;
}

Seen read(const std::vector<std::string_view>& pieces, SseReader::Limits limits = {}) {
    SseReader reader(limits);
    Seen seen;
    for (const std::string_view piece : pieces) {
        seen.is_good = bool(reader.add(
            piece, [&](const SseEvent& event) { seen.events.push_back(to_text(event)); }));
        if (!seen.is_good) break;
    }
    seen.last_id = reader.last_id();
    if (reader.retry()) seen.retry = reader.retry()->count();
    return seen;
}

// The same, whole and in every two and three pieces.
Seen read_every_way(std::string_view text) {
    const Seen whole = read({text});
    for (std::size_t a = 0; a <= text.size(); ++a) {
        for (std::size_t b = a; b <= text.size(); ++b) {
            const Seen cut = read({text.substr(0, a), text.substr(a, b - a), text.substr(b)});
            if (!(cut == whole)) {
                CAPTURE(text, a, b);
                REQUIRE(cut.events == whole.events);
                REQUIRE(cut == whole);
            }
        }
    }
    return whole;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("H11 lines end with CR LF, LF or CR, wherever the stream is cut") {
    CHECK(read_every_way("data: a\r\ndata: b\r\n\r\n").events == Texts{"||a\nb"});
    CHECK(read_every_way("data: a\ndata: b\n\n").events == Texts{"||a\nb"});
    CHECK(read_every_way("data: a\rdata: b\r\r").events == Texts{"||a\nb"});
    CHECK(read_every_way("data: a\r\rdata: b\n\r\n").events == Texts{"||a", "||b"});
}

TEST_CASE("H11 a byte order mark counts at the beginning of a stream only") {
    CHECK(read_every_way("\xEF\xBB\xBF"
                         "data: a\n\n")
              .events == Texts{"||a"});
    CHECK(read_every_way("data: a\n\n\xEF\xBB\xBF"
                         "data: b\n\n")
              .events == Texts{"||a"});
    CHECK(read_every_way("\xEF\xBB\xBF\xEF\xBB\xBF"
                         "data: b\n\n")
              .events.empty());
}

TEST_CASE("H11 data lines are joined, and one blank behind a colon is dropped") {
    CHECK(read_every_way("data:a\ndata:  b\ndata\ndata:\n\n").events == Texts{"||a\n b\n\n"});
    CHECK(read_every_way("data\n\n").events == Texts{"||"});
    CHECK(read_every_way("data: x: y\n\n").events == Texts{"||x: y"});
}

TEST_CASE("H11 comments and unknown fields are skipped") {
    CHECK(read_every_way(": hello\ndata: a\n:\nfoo: bar\nDATA: b\n\n").events == Texts{"||a"});
}

TEST_CASE("H11 an event without data is none, but its id counts") {
    const Seen seen = read_every_way("id: 7\nevent: ping\n\ndata: a\n\n");
    CHECK(seen.events == Texts{"7||a"});
    CHECK(seen.last_id == "7");
}

TEST_CASE("H11 an id stays until another comes, and an empty one takes it away") {
    CHECK(read_every_way("id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n").events ==
          Texts{"1||a", "1||b", "||c"});
}

TEST_CASE("H11 an id with U+0000 is ignored") {
    constexpr auto text = "id: 1\ndata: a\n\nid: 2\0003\ndata: b\n\n"sv;
    CHECK(read_every_way(text).events == Texts{"1||a", "1||b"});
}

TEST_CASE("H11 the type is that of the last event field, and of its event only") {
    CHECK(read_every_way("event: x\nevent: y\ndata: a\n\ndata: b\n\n").events ==
          Texts{"|y|a", "||b"});
}

TEST_CASE("H11 an event that the end of the stream cuts off is none") {
    const Seen seen = read_every_way("data: a\n\nid: 9\ndata: b\n");
    CHECK(seen.events == Texts{"||a"});
    CHECK(seen.last_id.empty());
}

TEST_CASE("H11 retry takes digits only") {
    CHECK(read_every_way("retry: 1500\n\n").retry == 1500);
    CHECK(read_every_way("retry: 1500\nretry: -1\nretry: 2s\nretry:\nretry: +3\n\n").retry == 1500);
    CHECK(read_every_way("retry: 99999999999999999999999\n").retry == -1);
}

TEST_CASE("H11 letters of several bytes are not damaged by a cut") {
    CHECK(read_every_way("data: \xE2\x82\xAC\xF0\x9F\x98\x80\n\n").events ==
          Texts{"||\xE2\x82\xAC\xF0\x9F\x98\x80"});
}

TEST_CASE("H11 a line and an event have a limit") {
    const SseReader::Limits limits{16, 10};
    CHECK(read({"data: 0123456789\n\n"}, limits).is_good);
    CHECK_FALSE(read({"data: 0123456789a\n\n"}, limits).is_good);
    CHECK_FALSE(read({"data: 0123", "456789a"}, limits).is_good);
    CHECK(read({"data: 01234\ndata: 6789\n\n"}, limits).is_good);
    CHECK_FALSE(read({"data: 01234\ndata: 67890\n\n"}, limits).is_good);
    CHECK_FALSE(
        read({"data\ndata\ndata\ndata\ndata\ndata\ndata\ndata\ndata\ndata\ndata\ndata\n"}, limits)
            .is_good);
}

TEST_CASE("a reader that has met its limit takes nothing more") {
    SseReader reader({8, 8});
    const auto never = [](const SseEvent&) { FAIL("no event may come"); };
    REQUIRE_FALSE(reader.add("data: 0123456789\n\n", never));
    const auto again = reader.add("data: a\n\n", never);
    REQUIRE_FALSE(again);
    CHECK(again.error().code == Errc::invalid_argument);
}

TEST_CASE("an event that is written is read back") {
    const SseEvent event{"4-2", "note", "a\r\nb\rc\n\nd\n"};
    const Seen seen = read_every_way(net::sse_text(event));
    CHECK(seen.events == Texts{"4-2|note|a\nb\nc\n\nd\n"});
    CHECK(net::sse_text({"", "", "{}"}) == "data: {}\n\n");
    CHECK(net::sse_text({"1", "", ""}) == "id: 1\ndata: \n\n");
}

TEST_CASE("a line break in an id or a type does not make a field") {
    CHECK(net::sse_text({"1\ndata: x", "t\rdata: y", "a"}) == "data: a\n\n");
    CHECK(net::sse_text({std::string("1\0", 2), "", "a"}) == "data: a\n\n");
}

TEST_CASE("comments and the delay of a new connection are written as lines of their own") {
    CHECK(read({net::sse_comment(), "data: a\n\n"}).events == Texts{"||a"});
    CHECK(read({net::sse_retry(std::chrono::seconds(2))}).retry == 2000);
    CHECK(net::sse_retry(std::chrono::milliseconds(-5)) == "retry: 0\n\n");
}
