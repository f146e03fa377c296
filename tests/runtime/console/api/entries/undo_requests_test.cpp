#include "undo_fixture.hpp"
#include <iam/consent/rules_file.hpp>
#include <iam/gate/undo_series.hpp>

using namespace iam;
using test::Answered;
using test::UndoFixture;

namespace {

struct Timeline : UndoFixture {
    Timeline() { start().log_in(); }
    Json undone_by_plan(const std::string& entry, Json more = Json::object()) const {
        more["plan"] = plan(entry)["plan"];
        return undo(entry, std::move(more)).json();
    }
    /// The newest entry of this kind, as it is chained.
    Json newest(const std::string& kind) const {
        const Json list = get("/api/entries").json();
        for (const Json& row : list["entries"])
            if (row["entry"]["kind"] == kind) return row["entry"];
        return {};
    }
};

/// A managed rule that wants a person to be asked.
class PersonRule final : public consent::RuleSource {
 public:
    std::shared_ptr<const consent::RuleBook> current() override { return book; }
    std::shared_ptr<const consent::RuleBook> book{};
    void set() {
        const auto read = consent::read_rules(
            R"({"iam":1,"rules":[{"id":"r","tool":"set","effect":"confirm","only_person":true}]})",
            "rules.json", consent::RuleScope::managed);
        REQUIRE(read);
        book = std::make_shared<consent::RuleBook>(*read, std::vector<consent::RuleFailure>{});
    }
};

}  // namespace

TEST_CASE("the plan of an undo says what it takes back, and until when (W36)") {
    Timeline fixture;
    const std::string entry = fixture.call_set("alarm");
    const Json plan = fixture.plan(entry);
    CHECK(plan["possible"] == true);
    CHECK(plan["entry"] == entry);
    CHECK(plan["tool"] == "set");
    CHECK(plan["exact"] == true);
    CHECK(plan["asks"] == false);
    CHECK(plan["arguments"]["text"] == R"({"text":"alarm"})");
    CHECK(plan["result"]["text"] == "\"alarm\"");
    CHECK(plan["later"].empty());
    CHECK(plan["until"].get<std::string>().starts_with("20"));
    CHECK(plan["plan"].get<std::string>().size() == 64);
    CHECK(fixture.undone == 0);
}

TEST_CASE("a call is undone by its plan, once, and the record names the person at the page (W22)") {
    Timeline fixture;
    const std::string entry = fixture.call_set("alarm");
    const Json plan = fixture.plan(entry);
    const Json end = fixture.undo(entry, {{"plan", plan["plan"]}}).json();
    CHECK(end["state"] == "undone");
    CHECK(end["undone"] == Json::array({entry}));
    CHECK(end["left"].empty());
    CHECK(fixture.undone == 1);
    const Json intent = fixture.newest("undo_intent");
    CHECK(intent["approver"]["channel"] == "web");
    CHECK(intent["approver"]["login"] == "ann");
    CHECK(intent["proposer"]["kind"] == "person");
    const Answered again = fixture.undo(entry, {{"plan", plan["plan"]}});
    CHECK(again.status == 409);
    CHECK(again.code() == "stale");
    CHECK(fixture.undone == 1);
    const Json after = fixture.plan(entry);
    CHECK(after["possible"] == false);
    CHECK(after["code"] == "already_undone");
    CHECK_FALSE(after.contains("plan"));
}

TEST_CASE("an undo that fails says why, and can be tried again (W22)") {
    Timeline fixture;
    const std::string entry = fixture.call_set("stuck");
    for (int tries = 0; tries < 2; ++tries) {
        const Json end = fixture.undone_by_plan(entry);
        CHECK(end["state"] == "failed");
        CHECK(end["message"].get<std::string>().find("The drawer is stuck.") != std::string::npos);
        CHECK(end["left"] == Json::array({entry}));
    }
}

TEST_CASE("later calls are in the plan, and are undone first if the person says so (W36)") {
    Timeline fixture;
    const std::string first = fixture.call_set("alarm");
    const std::string second = fixture.call_set("alarm");
    const Json plan = fixture.plan(first);
    CHECK(plan["later"] == Json::array({{{"entry", second}, {"tool", "set"}}}));
    CHECK(plan["later_count"] == 1);
    const Json refused = fixture.undone_by_plan(first);
    CHECK(refused["state"] == "failed");
    CHECK(refused["code"] == "undo_depends");
    CHECK(fixture.undone == 0);
    const Json end = fixture.undone_by_plan(first, {{"later", "undo"}});
    CHECK(end["undone"] == Json::array({second, first}));
    CHECK(fixture.undone == 2);
}

TEST_CASE("a person may undo a call and keep the later ones (W36)") {
    Timeline fixture;
    const std::string first = fixture.call_set("alarm");
    fixture.call_set("alarm");
    const Json end = fixture.undone_by_plan(first, {{"later", "keep"}});
    CHECK(end["undone"] == Json::array({first}));
    CHECK(fixture.undone == 1);
}

TEST_CASE("nothing is undone by a plan to which a later call has come (W17)") {
    Timeline fixture;
    const std::string first = fixture.call_set("alarm");
    const Json plan = fixture.plan(first);
    fixture.call_set("alarm");
    const Answered answered = fixture.undo(first, {{"plan", plan["plan"]}, {"later", "undo"}});
    CHECK(answered.code() == "stale");
    CHECK(fixture.undone == 0);
    for (const char* other : {"", "00"})
        CHECK(fixture.undo(first, {{"plan", other}}).code() == "stale");
    CHECK(fixture.undo(first, Json::object()).status == 400);
    CHECK(fixture.undo(first, {{"plan", "00"}, {"later", "evil"}}).status == 400);
}

TEST_CASE("a call that cannot be undone has a plan that says why (W36)") {
    Timeline fixture;
    const std::string echoed = fixture.call_set("hello", "echo");
    CHECK(fixture.plan(echoed)["code"] == "undo_not_supported");
    CHECK(fixture.undo(echoed, {{"plan", ""}}).code() == "stale");
    const std::string late = fixture.call_set("alarm");
    fixture.clock.advance(std::chrono::seconds(60));
    CHECK(fixture.plan(late)["code"] == "undo_expired");
    CHECK(fixture.get("/api/entries/0.9999/undo").status == 404);
    CHECK(fixture.undo("0.9999", {{"plan", "00"}}).status == 404);
}

TEST_CASE(
    "an undo about which a managed rule asks leads to its question, and runs after it (W36)") {
    UndoFixture fixture;
    PersonRule rule;
    gate::Parts parts{.registry = fixture.registry, .store = *fixture.store};
    parts.clock = &fixture.clock;
    parts.entropy = &fixture.entropy;
    parts.rules = &rule;
    fixture.runtime = std::make_unique<gate::Runtime>(std::move(parts));
    fixture.start().log_in();
    const std::string entry = fixture.call_set("alarm");
    rule.set();
    const Json plan = fixture.plan(entry);
    CHECK(plan["asks"] == true);
    const Json asked = fixture.undo(entry, {{"plan", plan["plan"]}}).json();
    CHECK(asked["state"] == "asked");
    const auto approval = asked["approval"].get<std::string>();
    CHECK(fixture.answer(approval, fixture.answer_body(approval, "allow_once")).status == 200);
    const Json end =
        fixture.undo(entry, {{"plan", fixture.plan(entry)["plan"]}, {"approval", approval}}).json();
    CHECK(end["state"] == "undone");
    CHECK(fixture.undone == 1);
}

TEST_CASE("the tool of a call is made known before its undo is looked at") {
    UndoFixture fixture;
    std::vector<std::string> known;
    auto parts = fixture.parts();
    parts.know_tool = [&](const ToolId& tool) { known.push_back(tool.name); };
    fixture.console = *console::Console::start(std::move(parts));
    fixture.log_in();
    fixture.plan(fixture.call_set("alarm"));
    CHECK(known == std::vector<std::string>{"set"});
}

TEST_CASE("the undo of a person is of the subject of the console") {
    UndoFixture fixture;
    auto parts = fixture.parts();
    parts.subject.user = "ann";
    parts.subject.workspace = "home";
    fixture.console = *console::Console::start(std::move(parts));
    fixture.log_in();
    const std::string entry = fixture.call_set("alarm");
    CHECK(fixture.undo(entry, {{"plan", fixture.plan(entry)["plan"]}}).json()["state"] == "undone");
    const Json rows = fixture.get("/api/entries?limit=2").json()["entries"];
    CHECK(rows[1]["entry"]["subject"]["workspace"] == "home");
}
