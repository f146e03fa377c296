// Tests of runtime/src/console/api/entries/{entry_requests,entry_views}.cpp.
#include "undo_fixture.hpp"
#include <iam/gate/records.hpp>

using namespace iam;
using test::ConsoleFixture;
using test::UndoFixture;

namespace {

/// Each question is two entries: the question, and the call that waits.
struct Ledger : ConsoleFixture {
    Ledger() {
        start().log_in();
        for (int i = 0; i < 5; ++i) {
            open_question(i == 2 ? "wipe" : "echo",
                          R"({"text":"number )" + std::to_string(i) + R"("})");
            clock.advance(std::chrono::minutes(1));
        }
    }
    Json list(const std::string& query = {}) const { return get("/api/entries" + query).json(); }
};

}  // namespace

TEST_CASE("entries are listed in pages, the newest first") {
    const Ledger fixture;
    const Json all = fixture.list();
    const std::size_t count = all["entries"].size();
    REQUIRE(count >= 5);
    CHECK(all["looked_at"] == count);
    CHECK_FALSE(all.contains("next"));
    std::vector<std::string> ids;
    std::string before;
    do {
        const Json page = fixture.list("?limit=2" + (before.empty() ? "" : "&before=" + before));
        CHECK(page["entries"].size() <= 2);
        for (const Json& entry : page["entries"]) ids.push_back(entry["id"].get<std::string>());
        before = page.value("next", "");
    } while (!before.empty());
    REQUIRE(ids.size() == count);
    for (std::size_t i = 0; i < count; ++i) CHECK(all["entries"][i]["id"] == ids[i]);
}

TEST_CASE("entries are found by the filters of audit") {
    const Ledger fixture;
    const std::size_t count = fixture.list()["entries"].size();
    const auto found = [&](const std::string& query) {
        return fixture.list(query)["entries"].size();
    };
    CHECK(found("?tool=wipe") > 0);
    CHECK(found("?tool=wipe") + found("?tool=echo") == count);
    CHECK(found("?tool=unknown") == 0);
    CHECK(found("?risk=high") + found("?risk=medium") + found("?risk=low") <= count);
    CHECK(found("?subject=ann") == count);
    CHECK(found("?subject=bob") == 0);
    CHECK(found("?outcome=done") == 0);
    CHECK(found("?since=90s") < count);
    CHECK(found("?until=2026-01-02") == 0);
    CHECK(found("?text=number%203") > 0);
    CHECK(found("?text=number%203") < count);
}

TEST_CASE("a filter that cannot be read is refused, and not repeated (W07)") {
    const Ledger fixture;
    for (const char* query :
         {"?since=evil", "?until=evil", "?risk=evil", "?before=evil", "?limit=0", "?limit=501",
          "?limit=evil", "?evil=1", "?since=1h&since=2h"}) {
        const auto answered = fixture.get("/api/entries" + std::string(query));
        CAPTURE(query);
        CHECK(answered.status == 400);
        CHECK(answered.body.find("evil") == std::string::npos);
    }
}

TEST_CASE("a list has no values, and one entry has its own and its call's (W36)") {
    UndoFixture fixture;
    fixture.start().log_in();
    const std::string outcome = fixture.call_set("number 3");
    const Json list = fixture.get("/api/entries").json();
    for (const Json& row : list["entries"]) CHECK(row["values"].empty());
    const Json entry = fixture.get("/api/entries/" + outcome).json();
    CHECK(entry["row"]["id"] == outcome);
    CHECK(entry["undoable"] == outcome);
    CHECK(entry["call"].size() == 2);
    std::map<std::string, std::string> values;
    for (const Json& value : entry["values"])
        values.emplace(value["name"].get<std::string>(), value["text"].get<std::string>());
    CHECK(values["result"] == "\"number 3\"");
    CHECK(values["arguments"] == R"({"text":"number 3"})");
}

TEST_CASE("a long value comes in parts, which end between characters (W22)") {
    UndoFixture fixture;
    fixture.start().log_in();
    std::string text;
    while (text.size() < 700'000) text += "caf\u00e9 \u2615 ";
    const std::string outcome = fixture.call_set(text);
    const Json entry = fixture.get("/api/entries/" + outcome).json();
    const Json& first = entry["values"][0];
    CHECK(first["name"] == "result");
    CHECK(first["text"].get<std::string>().size() <= (std::size_t{64} << 10U));
    std::string whole = first["text"].get<std::string>();
    for (Json next = first["next"]; !next.is_null();) {
        const Json part = fixture
                              .get("/api/entries/" + outcome + "/value?name=result&from=" +
                                   std::to_string(next.get<std::uint64_t>()))
                              .json();
        CHECK(part["from"].get<std::uint64_t>() == next.get<std::uint64_t>());
        CHECK(part["text"].get<std::string>().size() <= (std::size_t{256} << 10U));
        whole += part["text"].get<std::string>();
        next = part.contains("next") ? part["next"] : Json();
    }
    CHECK(whole == Json(text).dump());
    CHECK(first["bytes"] == whole.size());
    const auto beyond = fixture.get("/api/entries/" + outcome + "/value?name=result&from=9999999");
    CHECK(beyond.json()["text"] == "");
}

TEST_CASE("a value that is not there is not found, and none is asked for without a name") {
    UndoFixture fixture;
    fixture.start().log_in();
    const std::string path = "/api/entries/" + fixture.call_set("a") + "/value";
    CHECK(fixture.get(path + "?name=evil").status == 404);
    CHECK(fixture.get(path).status == 400);
    CHECK(fixture.get(path + "?name=result&from=0").status == 400);
}

TEST_CASE("an erased value is marked (W36)") {
    UndoFixture fixture;
    fixture.start().log_in();
    const std::string outcome = fixture.call_set("alarm");
    REQUIRE(fixture.runtime->records().erase(
        {.entries = {*ledger::parse_entry_id(outcome)}, .reason = "They asked for it."}));
    const Json entry = fixture.get("/api/entries/" + outcome).json();
    bool is_marked = false;
    for (const Json& value : entry["values"])
        is_marked = is_marked || (value["name"] == "result" && value["erased"] == true);
    CHECK(is_marked);
}

TEST_CASE("a filter that fits few entries looks at 10,000 of them for each answer") {
    UndoFixture fixture;
    fixture.store = store::make_memory_store(fixture.entropy, 0, {.entries_max = 20'000});
    fixture.console_store = fixture.store;
    gate::Parts parts{.registry = fixture.registry, .store = *fixture.store};
    parts.clock = &fixture.clock;
    parts.entropy = &fixture.entropy;
    fixture.runtime = std::make_unique<gate::Runtime>(std::move(parts));
    for (int i = 0; i < 5'100; ++i) fixture.call_set("alarm");
    fixture.start().log_in();
    const Json first = fixture.get("/api/entries?tool=wipe").json();
    CHECK(first["looked_at"] == 10'000);
    const Json second =
        fixture.get("/api/entries?tool=wipe&before=" + first["next"].get<std::string>()).json();
    CHECK(second["looked_at"] == 200);
    CHECK_FALSE(second.contains("next"));
    CHECK(fixture.get("/api/entries?text=no-such-text").json()["looked_at"] == 1'000);
}

TEST_CASE("an entry that is not there is not found") {
    const Ledger fixture;
    for (const char* id : {"0.9999", "9.1", "0.0", "..", "0.", "ff"})
        CHECK(fixture.get("/api/entries/" + std::string(id)).status == 404);
}
