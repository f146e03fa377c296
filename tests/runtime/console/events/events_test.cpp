#include "console_fixture.hpp"
#include "events/listener.hpp"
#include <iam/net/sse.hpp>
#include <support/forwarding_store.hpp>

#include <atomic>

using namespace iam;
using test::ConsoleFixture;
using test::Listener;
using test::RawClient;

namespace {

/// A store that fails to tell of changes, or to find questions.
class FaultyStore final : public test::ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    Result<bool> wait_for_change(std::uint64_t seen, std::chrono::milliseconds timeout,
                                 const std::stop_token& stop) override {
        ++waits;
        is_held.wait(true);
        if (is_blind) return fail(Errc::unavailable, "The state cannot be watched.");
        return ForwardingStore::wait_for_change(seen, timeout, stop);
    }
    Result<std::optional<consent::Approval>> approval(const std::string& id) override {
        if (finds_none) return fail(Errc::unavailable, "The state is busy.");
        return ForwardingStore::approval(id);
    }
    std::atomic<std::size_t> waits{0};
    std::atomic<bool> is_held{false};  ///< changes are told once it is false again
    std::atomic<bool> is_blind{false};
    std::atomic<bool> finds_none{false};
};

Json data_of(const net::SseEvent& event) {
    const auto value = parse_json(event.data);
    REQUIRE(value);
    return *value;
}

}  // namespace

TEST_CASE("a stream begins with a snapshot of the open questions (W15)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    const std::string id = fixture.open_question();
    Listener listener(fixture);
    CHECK(listener.head().find("Content-Type: text/event-stream") != std::string::npos);
    const net::SseEvent snapshot = listener.next_event();
    CHECK(snapshot.type == "snapshot");
    CHECK(data_of(snapshot)["questions"] == Json::array({id}));
}

TEST_CASE("a page hears of a question, of its answer, and of who gave it (W17)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    Listener listener(fixture);
    CHECK(listener.next_event().type == "snapshot");
    const std::string id = fixture.open_question();
    const Json opened = data_of(listener.next_of("question"));
    CHECK(opened["id"] == id);
    CHECK(opened["state"] == "pending");
    CHECK(data_of(listener.next_of("entry")).contains("kind"));
    CHECK(fixture.answer(id, fixture.answer_body(id, "deny_once")).status == 200);
    const Json ended = data_of(listener.next_of("question"));
    CHECK(ended["id"] == id);
    CHECK(ended["state"] == "refused");
    CHECK(ended["by"]["login"] == "ann");
    CHECK(ended["by"]["channel"] == "web");
}

TEST_CASE("a page that comes back gets the events that it missed, once (W15)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    std::string last;
    {
        Listener listener(fixture);
        last = listener.next_event().id;
    }
    const std::string id = fixture.open_question();
    Listener again(fixture, last);
    const net::SseEvent missed = again.next_event();
    CHECK(missed.type == "question");
    CHECK(data_of(missed)["id"] == id);
    Listener up_to_date(fixture, missed.id);
    CHECK(up_to_date.next_event().type == "entry");
}

TEST_CASE("a stream cut at any byte goes on without a loss (W15)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    Listener whole(fixture);
    std::string text = whole.next();
    fixture.open_question();
    std::vector<std::string> ids;
    for (int i = 0; i < 3; ++i) text += whole.next();
    net::SseReader all;
    REQUIRE(all.add(text, [&](const net::SseEvent& event) { ids.push_back(event.id); }));
    REQUIRE(ids.size() == 4);
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        std::vector<std::string> heard;
        net::SseReader reader;
        const auto note = [&](const net::SseEvent& event) { heard.push_back(event.id); };
        REQUIRE(reader.add(std::string_view(text).substr(0, cut), note));
        Listener again(fixture, reader.last_id());
        // A page without any event yet gets a snapshot, whose id is the newest.
        while (heard.empty() || heard.back() != ids.back()) heard.push_back(again.next_event().id);
        CAPTURE(cut, heard);
        const bool is_snapshot = reader.last_id().empty();
        CHECK(heard == (is_snapshot ? std::vector{ids.back()} : ids));
    }
}

TEST_CASE("a page with an id of another run, or too old a one, gets a snapshot (W15)") {
    ConsoleFixture fixture;
    fixture.settings.events.kept_events_max = 2;
    fixture.start().log_in();
    std::string first;
    {
        Listener listener(fixture);
        first = listener.next_event().id;
    }
    fixture.open_question();
    fixture.open_question("echo", R"({"text":"other"})");
    CHECK(Listener(fixture, first).next_event().type == "snapshot");
    CHECK(Listener(fixture, "00ff.3").next_event().type == "snapshot");
}

TEST_CASE("a page that missed more bytes than it is told at once gets a snapshot (W15)") {
    ConsoleFixture fixture;
    fixture.settings.events.told_bytes_max = 1000;
    fixture.start().log_in();
    std::string first;
    {
        Listener listener(fixture);
        first = listener.next_event().id;
    }
    for (int i = 0; i < 8; ++i)
        fixture.open_question("echo", R"({"text":")" + std::to_string(i) + R"("})");
    Listener again(fixture, first);
    const net::SseEvent snapshot = again.next_event();
    CHECK(snapshot.type == "snapshot");
    CHECK(data_of(snapshot)["questions"].size() == 8);
    const std::string next = fixture.open_question("echo", R"({"text":"next"})");
    CHECK(data_of(Listener(fixture, snapshot.id).next_event())["id"] == next);
}

TEST_CASE("a quiet stream gives signs of life (W15)") {
    ConsoleFixture fixture;
    fixture.settings.events.sign_of_life = std::chrono::milliseconds(5);
    fixture.start().log_in();
    Listener listener(fixture);
    CHECK(listener.next().find("snapshot") != std::string::npos);
    fixture.clock.advance(std::chrono::milliseconds(5));
    CHECK(listener.next().starts_with(":"));
}

TEST_CASE("a stream ends at once when its session is revoked (W04)") {
    ConsoleFixture fixture;
    fixture.settings.events.sign_of_life = std::chrono::minutes(10);
    fixture.start().log_in();
    Listener revoked(fixture);
    CHECK(revoked.next_event().type == "snapshot");
    const Json own = fixture.get("/api/sessions").json()["sessions"][0]["id"];
    CHECK(fixture.post("/api/sessions/revoke", Json{{"session", own}}.dump()).status == 200);
    CHECK(revoked.next().empty());
}

TEST_CASE("a stream ends with its session (W04)") {
    ConsoleFixture fixture;
    fixture.settings.events.sign_of_life = std::chrono::milliseconds(5);
    fixture.start().log_in();
    Listener idle(fixture);
    CHECK(idle.next_event().type == "snapshot");
    fixture.clock.advance(std::chrono::minutes(30));
    std::string text = ":";
    while (text.starts_with(":")) text = idle.next();
    CHECK(text.empty());
}

TEST_CASE("beyond its number of streams the console takes none, until one goes (W08)") {
    ConsoleFixture fixture;
    fixture.settings.events.streams_max = 2;
    fixture.start().log_in();
    auto first = std::make_unique<Listener>(fixture);
    const Listener second(fixture);
    CHECK(fixture.get("/api/events").status == 503);
    first.reset();
    unsigned status = 503;
    while (status == 503) {
        RawClient client(fixture.port());
        client.send(fixture.lines("GET", "/api/events") + "\r\n");
        status = test::status_of(client.read_until("\r\n\r\n"));
    }
    CHECK(status == 200);
}

TEST_CASE("a question that expires by itself is told (W17)") {
    ConsoleFixture fixture;
    fixture.settings.events.sign_of_life = std::chrono::milliseconds(5);
    fixture.settings.sessions.idle_time = std::chrono::hours(1000);
    fixture.start().log_in();
    Listener listener(fixture);
    const std::string id = fixture.open_question();
    CHECK(data_of(listener.next_of("question"))["state"] == "pending");
    fixture.clock.advance(std::chrono::hours(200));
    CHECK(data_of(listener.next_of("question"))["state"] == "expired");
}

TEST_CASE("a state that cannot be watched is looked at again after a pause (W15)") {
    ConsoleFixture fixture;
    const auto store = std::make_shared<FaultyStore>(fixture.store);
    store->is_blind = true;
    fixture.console_store = store;
    fixture.start().log_in();
    const std::string id = fixture.open_question();
    CHECK(data_of(Listener(fixture).next_event())["questions"] == Json::array({id}));
    for (int i = 0; i < 100; ++i) CHECK(fixture.get("/api/session").status == 200);
    fixture.console.reset();
    CHECK(store->waits < 50);
}

TEST_CASE("the end of a question is told once it can be read (W17)") {
    ConsoleFixture fixture;
    const auto store = std::make_shared<FaultyStore>(fixture.store);
    fixture.console_store = store;
    fixture.start().log_in();
    const std::string id = fixture.open_question();
    Listener listener(fixture);
    CHECK(listener.next_event().type == "snapshot");
    store->finds_none = true;
    gate::ApprovalAnswer answer{.approval = id, .answer = consent::Answer::deny_once};
    answer.approver = {"1000", "bob", "terminal:/dev/pts/3", "en-US"};
    REQUIRE(fixture.runtime->consent().answer(answer));
    const std::string other = fixture.open_question("echo", R"({"text":"other"})");
    CHECK(data_of(listener.next_of("question"))["id"] == other);
    store->finds_none = false;
    fixture.open_question("echo", R"({"text":"third"})");
    Json ended = data_of(listener.next_of("question"));
    while (ended["id"] != id) ended = data_of(listener.next_of("question"));
    CHECK(ended["state"] == "refused");
    CHECK(ended["by"]["login"] == "bob");
}

TEST_CASE("a question that came and went between two looks is told (W17)") {
    ConsoleFixture fixture;
    const auto store = std::make_shared<FaultyStore>(fixture.store);
    fixture.console_store = store;
    fixture.start().log_in();
    Listener listener(fixture);
    CHECK(listener.next_event().type == "snapshot");
    store->is_held = true;
    const std::string first = fixture.open_question();
    CHECK(data_of(listener.next_of("question"))["id"] == first);
    const std::string quick = fixture.open_question("echo", R"({"text":"quick"})");
    gate::ApprovalAnswer answer{.approval = quick, .answer = consent::Answer::deny_once};
    answer.approver = {"1000", "bob", "terminal:/dev/pts/3", "en-US"};
    REQUIRE(fixture.runtime->consent().answer(answer));
    store->is_held = false;
    store->is_held.notify_all();
    const Json told = data_of(listener.next_of("question"));
    CHECK(told["id"] == quick);
    CHECK(told["state"] == "refused");
}
