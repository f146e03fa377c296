// Tests of runtime/src/mcp/client/traffic/{traffic,traffic_tap}.cpp.
#include "mcp/client/traffic/traffic_tap.hpp"

#include <iam/core/json.hpp>
#include <support/fake_clock.hpp>

#include <catch2/catch.hpp>

#include <vector>

namespace {

using iam::Json;
using iam::mcp::TrafficEvent;
using Kind = iam::mcp::TrafficEvent::Kind;

struct Tapped {
    iam::test::FakeClock clock{};
    std::vector<TrafficEvent> events{};
    std::function<void(const TrafficEvent&)> on_event = [this](const TrafficEvent& event) {
        events.push_back(event);
    };
    std::shared_ptr<iam::mcp::SecretMask> mask = std::make_shared<iam::mcp::SecretMask>();
    std::shared_ptr<iam::mcp::TrafficTap> tap =
        std::make_shared<iam::mcp::TrafficTap>(clock, "files", on_event, mask);

    std::string told(std::string_view text) {
        tap->tell(Kind::received, text);
        return events.back().text;
    }
};

/// Takes every second message.
class SlowTransport final : public iam::mcp::Transport {
 public:
    bool send(iam::rpc::Output& output) override {
        is_free_ = !is_free_;
        if (!is_free_) output.text.clear();
        return !is_free_;
    }
    void use_revision(std::string_view /*revision*/) override {}

 private:
    bool is_free_ = false;
};

}  // namespace

TEST_CASE("each message is told once, with its direction") {
    Tapped program;
    auto transport = iam::mcp::tapped(std::make_unique<SlowTransport>(), program.tap);
    iam::rpc::Output output{.text = R"({"id":1})"};
    CHECK_FALSE(transport->send(output));
    CHECK(transport->send(output));
    transport->use_revision("2025-11-25");
    std::string heard;
    std::string ended;
    auto events = iam::mcp::tapped(
        iam::mcp::TransportEvents{.on_message = [&](std::string_view message) { heard = message; },
                                  .on_end = [&](iam::Error why) { ended = why.message; }},
        program.tap);
    events.on_message(R"({"result":{}})");
    events.on_end({iam::Errc::unavailable, "It is gone."});
    CHECK(heard == R"({"result":{}})");
    CHECK(ended == "It is gone.");
    REQUIRE(program.events.size() == 4);
    CHECK(program.events[0].kind == Kind::sent);
    CHECK(program.events[0].text == R"({"id":1})");
    CHECK(program.events[0].server == "files");
    CHECK(program.events[1].text == "revision 2025-11-25");
    CHECK(program.events[2].kind == Kind::received);
    CHECK(program.events[3].kind == Kind::note);
    CHECK(program.events[3].text == "the connection has ended: It is gone.");
}

TEST_CASE("a configured secret is in no recorded message, however it is escaped") {
    Tapped program;
    program.mask->hide("top/s\"ecret");
    program.mask->hide("ab");
    CHECK(program.told(R"({"a":"x top/s\"ecret y"})") == R"({"a":"x [secret] y"})");
    CHECK(program.told(R"({"a":"top\/s\u0022ecr\u0065t"})") == R"({"a":"[secret]"})");
    CHECK(program.told("The process said top/s\"ecret.") == "The process said [secret].");
    // A short one would be found everywhere.
    CHECK(program.told(R"({"cab":"ab"})") == R"({"cab":[secret]})");
}

TEST_CASE("a long message is cut, behind its secrets") {
    Tapped program;
    program.mask->hide("geheim");
    std::string text(iam::mcp::k_traffic_bytes_max - 3, 'a');
    text += "geheim" + std::string(100, 'b');
    const std::string told = program.told(text);
    CHECK(told.size() == iam::mcp::k_traffic_bytes_max);
    CHECK(told.ends_with("a[se"));
    CHECK(program.events.back().bytes == text.size());
    // In whole characters.
    text = std::string(iam::mcp::k_traffic_bytes_max - 1, 'a') + "\xC3\xA9";
    CHECK(program.told(text) == std::string(iam::mcp::k_traffic_bytes_max - 1, 'a'));
}

TEST_CASE("an event of the traffic is one line of JSON") {
    const TrafficEvent event{.kind = Kind::sent, .server = "a", .text = "{\"x\":\n1}", .bytes = 8};
    const std::string line = to_json(event);
    CHECK(line.find('\n') == std::string::npos);
    const Json read = iam::parse_json(line).value();
    CHECK(read["text"] == "{\"x\":\n1}");
    CHECK(read["kind"] == "sent");
    CHECK(read["bytes"] == 8);
    CHECK(iam::parse_json(to_json(TrafficEvent{.text = "\xFF"})).value()["text"] == "[no UTF-8]");
}
