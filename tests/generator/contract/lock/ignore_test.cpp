// Findings that somebody answers for: what an entry has to say, and what it does until its day.
// Tests of generator/contract/lock/day.cpp.
#include <generator/contract/formats/formats.hpp>
#include <generator/contract/lock/ignore.hpp>
#include <generator/contract/support.hpp>

#include <catch2/catch.hpp>

namespace iam::gen::contract::test {
namespace {

constexpr const char* k_limit =
    R"({"type":"object","properties":{"n":{"type":"integer","maximum":10}}})";
constexpr const char* k_more =
    R"({"type":"object","properties":{"n":{"type":"integer","maximum":20}}})";

const Day k_today = read_day("2026-12-01").value();

/// A raised maximum: I26, about consent.
Report raised() {
    return report_of(with_schema(k_limit), with_schema(k_more));
}

/// An entry for the only finding of a report, with members set, or dropped where the change says
/// null.
Json entry_for(const Report& report, const char* change = "{}") {
    const Item& item = report.items.front();
    Json entry{{"rule", std::string(item.finding.rule->id)},
               {"tool", item.tool},
               {"pointer", item.finding.pointer},
               {"fingerprint", item.fingerprint},
               {"reason", "agreed with sales"},
               {"owner", "ana"},
               {"approved_by", "bob"},
               {"created", "2026-11-01"},
               {"expires", "2026-12-31"}};
    entry.merge_patch(parse_json(change).value());
    return entry;
}

Result<std::vector<IgnoredFinding>> list_of(const Json& entry) {
    return read_ignored(Json{{"iam", 1}, {"ignore", Json::array({entry})}}.dump(), k_today);
}

Report applied(Report report, const Json& entry, const char* today = "2026-12-01") {
    const auto list = list_of(entry);
    if (!list) FAIL(list.error().message);
    const auto applied = apply(*list, read_day(today).value(), "ignore.json", report);
    if (!applied) FAIL(applied.error().message);
    return report;
}

std::string refusal(const char* change) {
    const auto list = list_of(entry_for(raised(), change));
    return list ? "taken" : list.error().pointer + ": " + list.error().message;
}

bool says(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a finding that somebody answers for fails nothing until the day has passed") {
    CHECK(exit_code(raised()) == k_found);
    const Report ignored = applied(raised(), entry_for(raised()));
    CHECK(exit_code(ignored) == k_fine);
    REQUIRE(ignored.items.size() == 1);
    REQUIRE(ignored.items[0].accepted);
    CHECK(ignored.items[0].accepted->reason == "agreed with sales");
    CHECK(exit_code(applied(raised(), entry_for(raised()), "2026-12-31")) == k_fine);
    const Report expired = applied(raised(), entry_for(raised()), "2027-01-01");
    CHECK(exit_code(expired) == k_found);
    REQUIRE(expired.items.size() == 2);
    CHECK(expired.items[1].finding.rule->id == "S17");
    CHECK(expired.items[1].place.file == "ignore.json");
}

TEST_CASE("what could not be decided can be answered for as well") {
    const Report odd = report_of(with_schema("{}"), with_schema("{}", R"(,"cost":3)"));
    CHECK(exit_code(odd) == k_undecided);
    CHECK(exit_code(applied(odd, entry_for(odd))) == k_fine);
}

TEST_CASE("an entry is for one change of one tool") {
    for (const char* other : {R"({"tool":"b"})", R"({"pointer":"/inputSchema"})",
                              R"({"rule":"I24"})", R"({"fingerprint":"0"})"}) {
        INFO(other);
        const Report report = applied(raised(), entry_for(raised(), other));
        CHECK(exit_code(report) == k_found);
        REQUIRE(report.items.size() == 2);
        CHECK(report.items[1].finding.rule->id == "S18");
    }
    // The bound was raised once more: nobody has answered for that.
    const char* const most =
        R"({"type":"object","properties":{"n":{"type":"integer","maximum":30}}})";
    const Report further = report_of(with_schema(k_limit), with_schema(most));
    CHECK(exit_code(applied(further, entry_for(raised()))) == k_found);
}

TEST_CASE("an entry that nobody could answer for is an error of the list") {
    CHECK(refusal("{}") == "taken");
    for (const char* member : {"rule", "fingerprint", "reason", "owner", "created", "expires"}) {
        const std::string quoted = std::string("\"") + member + "\"";
        CHECK(says(refusal(("{" + quoted + ":null}").c_str()), member));
        CHECK(says(refusal(("{" + quoted + ":\"\"}").c_str()), member));
    }
    CHECK(says(refusal(R"({"approved_by":null})"), "two people"));
    CHECK(says(refusal(R"({"approved_by":"ana"})"), "somebody else"));
    CHECK(says(refusal(R"({"expires":"2027-01-31"})"), "at most 90 days"));
    CHECK(refusal(R"({"expires":"2027-01-30"})") == "taken");
    CHECK(says(refusal(R"({"expires":"2026-10-31"})"), "at most 90 days"));
    CHECK(
        says(refusal(R"({"expires":"2026-13-01"})"), "/ignore/0/expires: '2026-13-01' is no day"));
    CHECK(says(refusal(R"({"created":"2026-11-01T00:00:00Z"})"), "is no day"));
    CHECK(says(refusal(R"({"rule":"I99"})"), "there is no rule 'I99'"));
    CHECK(says(refusal(R"({"rule":"S11"})"), "iam-schema lock"));
    CHECK(says(refusal(R"({"tools":"*"})"), "no member 'tools'"));
    CHECK(says(refusal(R"({"reason":3})"), "/ignore/0/reason"));
    CHECK(list_of(Json(3)).error().pointer == "/ignore/0");
}

TEST_CASE("where the values say that it is about consent, two people answer for it") {
    // I49 is breaking, unless values are only gained.
    const char* const narrow = R"({"type":"object","patternProperties":{"^x":{"maximum":1}}})";
    const char* const wide = R"({"type":"object","patternProperties":{"^x":{"maximum":2}}})";
    const Report report = report_of(with_schema(narrow), with_schema(wide));
    REQUIRE(report.items.front().finding.rule->id == "I49");
    REQUIRE(report.items.front().finding.change == ChangeClass::consent);
    const auto alone = list_of(entry_for(report, R"({"approved_by":null})"));
    REQUIRE(alone);
    Report copy = report;
    const auto refused = apply(*alone, k_today, "ignore.json", copy);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().pointer == "/ignore/0");
    CHECK(exit_code(applied(report, entry_for(report))) == k_fine);
}

TEST_CASE("two entries that are not used are two notices") {
    const Json first = entry_for(raised(), R"({"fingerprint":"0"})");
    const Json second = entry_for(raised(), R"({"fingerprint":"1"})");
    const auto list =
        read_ignored(Json{{"iam", 1}, {"ignore", Json::array({first, second})}}.dump(), k_today);
    Report report = raised();
    REQUIRE(apply(*list, k_today, "ignore.json", report));
    REQUIRE(report.items.size() == 3);
    CHECK(report.items[1].fingerprint != report.items[2].fingerprint);
}

TEST_CASE("what is not about consent needs one person") {
    const Report narrowed = report_of(with_schema(k_more), with_schema(k_limit));
    const Json entry = entry_for(narrowed, R"({"approved_by":null})");
    CHECK(exit_code(applied(narrowed, entry)) == k_fine);
}

TEST_CASE("a list of ignored findings has a form of its own") {
    for (const char* text :
         {"[]", "{", R"({"iam":1})", R"({"ignore":[]})", R"({"iam":2,"ignore":[]})",
          R"({"iam":1,"ignore":{}})", R"({"iam":1,"ignore":[],"default":"none"})"}) {
        INFO(text);
        CHECK_FALSE(read_ignored(text, k_today));
    }
    CHECK(read_ignored(R"({"iam":1,"ignore":[]})", k_today)->empty());
}

TEST_CASE("every format says that a finding is ignored, or leaves it out") {
    const Report report = applied(raised(), entry_for(raised()));
    const auto text = [&](Format format) { return formatted(report, format, {"1"}); };
    const char* const sentence = "ignored until 2026-12-31, ana and bob: agreed with sales";
    CHECK(says(text(Format::text), sentence));
    CHECK(says(text(Format::one_line), "suspended, ignored]"));
    CHECK(says(text(Format::json), R"("approved_by": "bob")"));
    CHECK(says(text(Format::sarif), R"("status": "accepted")"));
    CHECK(says(text(Format::sarif), sentence));
    CHECK(text(Format::github).empty());
    CHECK(text(Format::gitlab) == "[]\n");
    CHECK(says(text(Format::markdown), sentence));
    CHECK(says(text(Format::junit), "failures=\"0\""));
    CHECK(says(text(Format::junit), sentence));
    CHECK(says(text(Format::tap), "\nok 1 - a"));
}

}  // namespace iam::gen::contract::test
