#include "console_fixture.hpp"

using namespace iam;
using test::ConsoleFixture;

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

TEST_CASE("a list has no values, and one entry has its own and its call's") {
    const Ledger fixture;
    const Json list = fixture.list("?text=number%203");
    REQUIRE_FALSE(list["entries"].empty());
    for (const Json& entry : list["entries"]) CHECK(entry["values"].empty());
    const auto id = list["entries"][0]["id"].get<std::string>();
    const Json entry = fixture.get("/api/entries/" + id).json();
    CHECK(entry["id"] == id);
    CHECK(entry["call"].size() >= 1);
    CHECK(entry.dump().find("number 3") != std::string::npos);
}

TEST_CASE("an entry that is not there is not found") {
    const Ledger fixture;
    for (const char* id : {"0.9999", "9.1", "0.0", "..", "0.", "ff"})
        CHECK(fixture.get("/api/entries/" + std::string(id)).status == 404);
}
